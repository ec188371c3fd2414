// Opening a company: its name, and who owns it. The owner gets a mail to choose a password.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { emailAddress, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { zoneHere, zoneOptions } from '#src/kit/ui/format/zones.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { createCompany } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { OperatorLink } from '../parts/link.tsx';

export function NewCompany() {
  // Trying again after a lost answer makes no second one.
  const [company_id] = useState(() => uuid());
  const navigate = useNavigate();
  const form = useForm(
    { company_name: '', first_name: '', last_name: '', email_id: '', time_zone: zoneHere },
    { company_name: required, first_name: required, last_name: required, email_id: emailAddress },
    async (values) => {
      await createCompany({ company_id, ...values });
      showToast({ text: `A mail is on its way to ${values.email_id}.` });
      await navigate({ to: '/backadmin/$', params: { _splat: `companies/${company_id}` }, replace: true });
    },
    operatorTexts,
  );
  return (
    <>
      <p className="op-up">
        <OperatorLink at="companies">All companies</OperatorLink>
      </p>
      <PageHeader title="New company" />
      <form className="op-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField label="Company name" autoComplete="off" maxLength={120} {...form.field('company_name')} />
        <TextField label="Owner’s first name" autoComplete="off" maxLength={80} {...form.field('first_name')} />
        <TextField label="Owner’s last name" autoComplete="off" maxLength={80} {...form.field('last_name')} />
        <TextField
          label="Owner’s e-mail"
          type="email"
          autoComplete="off"
          hint="A link to choose a password goes there. It is good for 7 days."
          {...form.field('email_id')}
        />
        <SelectField label="Time zone" options={zoneOptions} {...form.field('time_zone')} />
        <div>
          <Button kind="primary" type="submit" busy={form.busy && 'Opening…'}>
            Open company
          </Button>
        </div>
      </form>
    </>
  );
}
