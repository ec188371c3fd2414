// What can be done with those who are selected: at once for all of them, and told of each who was refused.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2, KeyRound, Mail, MessageCircle, Trash2, UserCheck, UsersRound, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { useMay } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../../messages.ts';
import { useMayGive } from '../../../reach/may-give.ts';
import { rolesQuery } from '../../../roles/data.ts';
import { peopleCount } from '../../../roles/words.ts';
import { groupsQuery } from '../../groups/data.ts';
import * as data from '../data.ts';
import type { Choices } from '../filters.tsx';
import { useMessage } from './use-message.ts';

const RemoveSelected = lazyPart(() => import('./remove-selected.tsx'), 'RemoveSelected');

interface BulkBarProps {
  ids: ReadonlySet<string>;
  choices: Choices | undefined;
  offline: boolean;
  onDone: (stillSelected: readonly string[]) => void;
}

type Work = (ids: readonly string[]) => Promise<Required<data.Done>>;

const STATUSES = [
  { status: 'ACTIVE', label: 'Active' },
  { status: 'INACTIVE', label: 'Inactive' },
  { status: 'SUSPENDED', label: 'Suspended' },
] as const;

export function BulkBar({ ids, choices, offline, onDone }: BulkBarProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const gives = useMay('roles.manage');
  const give = useMayGive();
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: gives });
  const { data: groups = [] } = useQuery(groupsQuery);
  const all = [...ids];
  const message = useMessage(all);
  const unwritten = `${message.unreachable} of those selected cannot be written to`;
  const many = all.length > data.MOST_AT_ONCE;
  const run = async (work: Work, done: string) => {
    setBusy(true);
    try {
      const { results, invited } = await work(all);
      const refused = all.filter((_, at) => results[at]);
      showToast({ text: summary(done, results, invited.length) });
      // It asks about those who are selected, who are others now.
      setRemoving(false);
      onDone(refused);
      await client.invalidateQueries({
        queryKey: ['people'],
        predicate: ({ queryKey }) => queryKey[1] !== 'directory',
      });
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
    }
    setBusy(false);
    setRemoving(false);
  };
  const options = { all, busy: busy || offline || many, run };
  return (
    <>
      <section className="ll-bulk" aria-label="Selected people">
        <span className="ll-bulk-count ll-digits">
          <span className="ll-bulk-number">{all.length}</span> selected
        </span>
        {many ? <span className="ll-meta">{`At most ${data.MOST_AT_ONCE} at once.`}</span> : null}
        <Choose
          {...options}
          label="Add to group"
          icon={UsersRound}
          // Who is in the others follows from criteria, or from the identity provider.
          items={groups
            .filter(({ rule, provisioned }) => !rule && !provisioned)
            .map(({ group_id, group_name }) => ({
              label: group_name,
              work: (who) => data.addToGroup(who, group_id),
              done: `added to ${group_name}`,
            }))}
        />
        <Choose
          {...options}
          label="Set department"
          icon={Building2}
          items={[{ id: null, label: 'No department' }, ...(choices?.departments ?? [])].map(({ id, label }) => ({
            label,
            work: (who) => data.setDepartment(who, id),
            done: id ? `moved to ${label}` : 'in no department now',
          }))}
        />
        <Choose
          {...options}
          label="Set status"
          icon={UserCheck}
          items={STATUSES.map(({ status, label }) => ({
            label,
            work: (who) => data.setStatus(who, status),
            done: `set to ${label}`,
          }))}
        />
        {gives ? (
          <Choose
            {...options}
            label="Give role"
            icon={KeyRound}
            items={roles.filter(give.all).map(({ role_id, role_name }) => ({
              label: role_name,
              work: (who) => data.giveRole(who, role_id),
              done: `given ${role_name}`,
            }))}
          />
        ) : null}
        <Button
          kind="ghost"
          icon={Mail}
          disabled={options.busy}
          onClick={() => void run(data.resendInvites, 'invited again')}
        >
          Resend invite
        </Button>
        {message.writes ? (
          <Button
            kind="ghost"
            icon={MessageCircle}
            disabled={busy || offline || message.unreachable > 0}
            {...(message.unreachable ? { title: unwritten, 'aria-description': unwritten } : {})}
            onClick={() => void message.open()}
          >
            Message
          </Button>
        ) : null}
        <Button
          kind="ghost"
          className="ll-bulk-danger"
          icon={Trash2}
          disabled={options.busy}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
        <IconButton icon={X} label="Clear the selection" onClick={() => onDone([])} />
      </section>
      {/* Beside the bar, whose colours are its own. */}
      <Suspense>
        {removing ? (
          <RemoveSelected
            ids={all}
            busy={busy}
            onConfirm={() => void run(data.removeAll, 'removed')}
            onCancel={() => setRemoving(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface ChooseProps {
  label: string;
  icon: typeof Mail;
  items: readonly { label: string; work: Work; done: string }[];
  busy: boolean;
  run: (work: Work, done: string) => Promise<void>;
}

function Choose({ label, icon, items, busy, run }: ChooseProps) {
  if (!items.length) return null;
  const actions = items.map((item) => ({ label: item.label, onSelect: () => void run(item.work, item.done) }));
  return (
    <Menu label={label} groups={[{ items: actions }]}>
      {(trigger) => (
        <Button kind="ghost" icon={icon} disabled={busy} {...trigger}>
          {label}
        </Button>
      )}
    </Menu>
  );
}

/** "12 people set to Active. 2 people invited again, as they have never signed in. Not for 1 person: …" with the reason of the first. */
function summary(done: string, results: readonly (string | null)[], invited: number): string {
  const refused = results.filter((code): code is string => code !== null);
  const count = results.length - refused.length - invited;
  const parts = [
    ...(count ? [`${peopleCount(count)} ${done}.`] : []),
    ...(invited ? [`${peopleCount(invited)} invited again: they have never accepted.`] : []),
  ];
  const [first] = refused;
  if (first === undefined) return parts.join(' ');
  const why = refusals[first] ?? peopleTexts[first] ?? 'That is not possible with them.';
  return [...parts, `Not for ${peopleCount(refused.length)}: ${why}`].join(' ');
}

const refusals: Readonly<Record<string, string>> = {
  HAND_OVER_REQUIRED: 'Somebody has to take over what they run. Open their page to say who.',
  INVALID_REQUEST: 'Their account is not in a state for that.',
  NO_PERMISSION: 'They may do what you may not.',
  TOO_MANY_REQUESTS: 'They were invited several times just now.',
};
