// Before several people are removed: what that does, counted over all of them, and who is left out because somebody has to be named.
import { useQuery } from '@tanstack/react-query';
import { DAYS_TO_RETURN } from '#contract/people/leaving.ts';
import { errorText } from '#src/api/error-text.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { peopleTexts } from '../../../messages.ts';
import { peopleCount } from '../../../roles/words.ts';
import { effectsOfAllQuery } from '../../employee/leaving/leaving-data.ts';
import { ended, handedOver, staying } from '../../employee/leaving/leaving-words.ts';
import { Lines } from '../../employee/leaving/lines.tsx';
import { addUp } from './add-up.ts';

interface RemoveSelectedProps {
  ids: readonly string[];
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** So many of those who are left out are named. */
const NAMED = 20;

export function RemoveSelected({ ids, busy, onConfirm, onCancel }: RemoveSelectedProps) {
  const count = peopleCount(ids.length);
  return (
    <ConfirmDialog
      open
      title={`Remove ${count}?`}
      action={`Remove ${count}`}
      danger
      typed={String(ids.length)}
      busy={busy && 'Removing…'}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="ll-form">
        <Effects ids={ids} />
        {ids.length > 1 ? (
          <p>Each is counted alone: if those you remove run something together, the last of them may be left out.</p>
        ) : null}
        <p>{`For ${DAYS_TO_RETURN} days you can bring them back. Then everything about them is erased.`}</p>
      </div>
    </ConfirmDialog>
  );
}

function Effects({ ids }: { ids: readonly string[] }) {
  const people = useDirectory();
  const { data: asked, error } = useQuery(effectsOfAllQuery(ids));
  if (error) return <ErrorNote text={errorText(error, peopleTexts)} />;
  if (!asked) return <SkeletonRows label="what this does" rows={4} size={20} />;
  const nameOf = (at: number) => {
    const person = people.get(ids[at] ?? '');
    return person ? fullName(person) : 'Somebody';
  };
  const out = asked.flatMap((one, at) => {
    const why = one.effects ? one.effects.needs_heir && handedOver(one.effects).join('; ') : whyNot(one.refusal);
    return why ? [`${nameOf(at)}: ${why}`] : [];
  });
  const known = asked.flatMap(({ effects }) => effects ?? []);
  const total = addUp(known.filter((effects) => !effects.needs_heir));
  const handed = total ? handedOver(total) : [];
  return (
    <>
      {total ? (
        <>
          <Lines title="Ends at once" lines={ended(total)} />
          <Lines title="Stays" lines={staying(total)} />
        </>
      ) : null}
      {handed.length ? <Lines title="Goes to their managers" lines={handed} /> : null}
      {out.length ? <Lines title={`Left out: ${peopleCount(out.length)}`} lines={shortened(out)} /> : null}
      {known.some((effects) => effects.needs_heir) ? (
        <p>On their own page you say who takes over what they run.</p>
      ) : null}
    </>
  );
}

const shortened = (lines: readonly string[]): string[] =>
  lines.length > NAMED ? [...lines.slice(0, NAMED), `and ${peopleCount(lines.length - NAMED)} more`] : [...lines];

/** Why somebody cannot be removed at all, by what the server says of them. */
const WHY: Readonly<Record<string, string>> = {
  LAST_OWNER: 'the only owner',
  NO_PERMISSION: 'may do what you may not',
  EMPLOYEE_NOT_FOUND: 'has left already',
};
const whyNot = (refusal: string | null): string => WHY[refusal ?? ''] ?? 'cannot be removed';
