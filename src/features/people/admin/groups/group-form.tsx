// The name of a group, what it is for, and its criteria if it has any.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rule } from '#contract/people/criteria.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { UnsavedGuard } from '#src/kit/ui/form/unsaved-guard.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { mayStay } from '#src/realtime/page/may-stay.ts';
import { peopleTexts } from '../../messages.ts';
import { createGroup, type Group, groupsQuery, updateGroup } from './data.ts';
import { completeRule, emptyCriterion, RuleForm } from './rule-form.tsx';

export interface GroupFormProps {
  /** Undefined: a new one. */
  group: Group | undefined;
  group_id: string;
  offline: boolean;
  /** It is about to be deleted: nothing of it can be saved any more. */
  deleting?: boolean;
  onSaved?: () => void;
}

interface Fields {
  group_name: string;
  group_description: string;
  rule: Rule | null;
}

const changesOf = (before: Fields, now: Fields): Partial<Fields> => ({
  ...(now.group_name !== before.group_name && { group_name: now.group_name }),
  ...(now.group_description !== before.group_description && { group_description: now.group_description }),
  ...(JSON.stringify(now.rule) !== JSON.stringify(before.rule) && { rule: now.rule }),
});

const fieldsOf = (group: Group | undefined): Fields => ({
  group_name: group?.group_name ?? '',
  group_description: group?.group_description ?? '',
  rule: group?.rule ? completeRule(group.rule) : null,
});

const KINDS = [
  { value: 'chosen', label: 'Chosen people', text: 'You say who is in it.' },
  { value: 'rule', label: 'By criteria', text: 'Whoever fits is in it, always as of now.' },
] as const;

export function GroupForm({ group, group_id, offline, deleting, onSaved }: GroupFormProps) {
  const client = useQueryClient();
  const [kind, setKind] = useState<'chosen' | 'rule'>(group?.rule ? 'rule' : 'chosen');
  /**
   * As it was when the form was opened or saved last: only what differs is sent, so that what somebody else changes meanwhile
   * stays.
   */
  const [before, setBefore] = useState(() => fieldsOf(group));
  const [rule, setRule] = useState<Rule>(group?.rule ?? { match: 'all', criteria: [emptyCriterion] });
  const [incomplete, setIncomplete] = useState(false);
  const now = ({ name, description }: { name: string; description: string }): Fields => ({
    group_name: name.trim(),
    group_description: description.trim(),
    rule: kind === 'rule' ? completeRule(rule) : null,
  });
  const form = useForm(
    { name: before.group_name, description: before.group_description },
    { name: required },
    async (values) => {
      const fields = now(values);
      // A criterion that is not filled in would be left out, and more people be in it than was meant.
      const lacks = kind === 'rule' && fields.rule?.criteria.length !== rule.criteria.length;
      setIncomplete(lacks);
      if (lacks) return false;
      if (group) await updateGroup(group_id, changesOf(before, fields));
      else await createGroup(group_id, fields);
      setBefore(fields);
      await client.invalidateQueries(groupsQuery);
      showToast({ text: group ? `${fields.group_name} is saved.` : `${fields.group_name} was created.` });
      onSaved?.();
      return true;
    },
    peopleTexts,
  );
  const unsaved = Object.keys(changesOf(before, now(form.values))).length > 0;
  useUnsaved(unsaved);
  return (
    <>
      <form className="ll-form ll-group-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        {incomplete ? <ErrorNote text="Fill in every criterion, or remove it." /> : null}
        <TextField label="Name" maxLength={80} autoComplete="off" {...form.field('name')} />
        <TextField label="What it is for" maxLength={500} autoComplete="off" {...form.field('description')} />
        {group ? null : <ChoiceCards label="Who is in it" options={KINDS} value={kind} onChange={setKind} />}
        {kind === 'rule' ? <RuleForm rule={rule} onChange={setRule} /> : null}
        <div className="ll-admin-buttons">
          <Button kind="primary" type="submit" disabled={offline} busy={form.busy && 'Saving…'}>
            {group ? 'Save' : 'Create group'}
          </Button>
          {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
        </div>
      </form>
      {/* A new group's page is left by saving it. */}
      <UnsavedGuard unsaved={unsaved && !form.busy && !deleting} mayStay={mayStay} />
    </>
  );
}
