// The page of one person; its address can be shared within the company.
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Link2, MessageCircle, Network, Pencil, UserX } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Person } from '#contract/people.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { type Directory, directoryKey, useDirectory } from '#src/kit/people/directory.ts';
import { isReachable } from '#src/kit/people/find-people.ts';
import { presenceLabel } from '#src/kit/people/presence.ts';
import { PresenceDot } from '#src/kit/people/presence-dot.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { app } from '#src/realtime/app.ts';
import { useOnline, usePresence } from '#src/realtime/hooks.ts';
import { Facts } from '../components/facts.tsx';
import { type PersonDetail, personQuery } from '../queries.ts';
import { useMayManage } from '../reach/may-manage.ts';
import '../people.css';

const AccountMenu = lazyPart(() => import('../components/account-menu.tsx'), 'AccountMenu');
const EditPerson = lazyPart(() => import('../components/edit-person.tsx'), 'EditPerson');

export const Route = createFileRoute('/profile/$employee_id')({
  staticData: { module: 'people' },
  component: Profile,
});

function Profile() {
  const { employee_id } = Route.useParams();
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  const person = useDirectory().get(employee_id);
  if (directory.isPending) return <SkeletonRows label="profile" rows={2} size={96} />;
  if (!person) {
    return (
      <Page title="Profile" back={<BackLink to="/people">People</BackLink>}>
        <EmptyState
          icon={UserX}
          title="Nobody is here under this address"
          text="They may have left the company."
          action={
            <Button asChild>
              <Link to="/people">See everybody</Link>
            </Button>
          }
        />
      </Page>
    );
  }
  return <Someone key={employee_id} person={person} />;
}

function Someone({ person }: { person: Person }) {
  const { employee_id } = person;
  const detail = useQuery(personQuery(employee_id));
  const people = useDirectory();
  const self = useSnapshot(app.session.state).current?.employee_id === employee_id;
  const manager = detail.data?.manager_id ? people.get(detail.data.manager_id) : undefined;
  const { data } = detail;
  return (
    <div className="ll-page" data-scroller="">
      <div className="ll-profile-cover">
        <BackLink to="/people">People</BackLink>
      </div>
      <div className="ll-page-inner ll-profile">
        <Head person={person} detail={data} self={self} />
        <Card part="details" title="Details">
          {data ? <Facts part="details" person={data} manager={manager} self={self} /> : null}
          {detail.isPending ? <SkeletonRows label="details" rows={3} size={24} /> : null}
          {detail.isError && !data ? (
            <ErrorCard onRetry={() => void detail.refetch()} retrying={detail.isFetching} />
          ) : null}
        </Card>
        {data ? (
          <Card part="about" title="About">
            <Facts part="about" person={data} manager={manager} self={self} />
          </Card>
        ) : null}
      </div>
    </div>
  );
}

function Card({ part, title, children }: { part: 'about' | 'details'; title: string; children: ReactNode }) {
  return (
    <section className="ll-profile-card" data-part={part} aria-labelledby={part}>
      <h2 id={part} className="ll-section">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface HeadProps {
  person: Person;
  detail: PersonDetail | undefined;
  self: boolean;
}

function Head({ person, detail, self }: HeadProps) {
  const { employee_id } = person;
  const [editing, setEditing] = useState(false);
  const told = usePresence(employee_id);
  // Without a connection nobody knows.
  const presence = useOnline() ? told : undefined;
  const manages = useMayManage();
  const name = fullName(person);
  // What is hidden stands below alone, and is marked there.
  const shown = (field: 'location' | 'pronouns') => (detail?.hidden_fields?.includes(field) ? null : detail?.[field]);
  const work = [person.position_title, shown('location')].filter(Boolean).join(', ');
  const pronouns = shown('pronouns');
  const share = () => void copyText(`${location.origin}/profile/${employee_id}`, 'Link copied');
  return (
    <div className="ll-profile-head">
      <title>{`${name} · Limelight`}</title>
      <Avatar name={name} src={person.profile_url} size={100} presence={presence} />
      <div className="ll-profile-names">
        <h1 className="ll-display" tabIndex={-1}>
          {name}
        </h1>
        {work ? <p className="ll-profile-work">{work}</p> : null}
        <div className="ll-profile-chips">
          {presence ? (
            <Chip tone="outline">
              <PresenceDot presence={presence} spoken={false} />
              {presenceLabel(presence)}
            </Chip>
          ) : null}
          {pronouns ? <Chip>{pronouns}</Chip> : null}
        </div>
      </div>
      <div className="ll-profile-actions">
        <Button asChild kind={self ? 'outline' : 'primary'} icon={MessageCircle}>
          <Link to="/connect/$entity_type/$entity_id" params={{ entity_type: 'employee', entity_id: employee_id }}>
            {self ? 'Notes to myself' : 'Message'}
          </Link>
        </Button>
        <Button icon={Link2} onClick={share}>
          Copy link
        </Button>
        {isReachable(person) ? (
          <Button asChild icon={Network}>
            <Link to="/people/chart" search={{ at: employee_id }}>
              Show in chart
            </Link>
          </Button>
        ) : null}
        {self && detail ? (
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            Edit
          </Button>
        ) : null}
        {manages && !self && detail ? (
          <Suspense>
            <AccountMenu person={person} role_ids={detail.role_ids} onEdit={() => setEditing(true)} />
          </Suspense>
        ) : null}
      </div>
      <Suspense>
        {/* Not on a copy that was kept before there was anything to hide: saving it would show what is hidden. */}
        {editing && detail?.hidden_fields ? (
          <EditPerson person={detail} onClose={() => setEditing(false)} {...{ employee_id, self, manages }} />
        ) : null}
      </Suspense>
    </div>
  );
}
