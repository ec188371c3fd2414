// When an account that is switched off is removed by itself, where the company has it so.
import { DAYS_TO_RETURN } from '#contract/people/leaving.ts';
import { useCompanySetting } from '#src/kit/company/settings.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import type { PersonDetail } from '../../../queries.ts';

const DAY_MS = 86_400_000;

export function RemovedWhen({ person: { deactivated_at, awaits_heir } }: { person: PersonDetail }) {
  const days = useCompanySetting('deactivated_days');
  if (!deactivated_at || !days) return null;
  const at = Date.parse(deactivated_at) + days * DAY_MS;
  return <p className="ll-meta">{textOf(at, awaits_heir === true)}</p>;
}

function textOf(at: number, awaits_heir: boolean): string {
  if (at > Date.now())
    return `Will be removed on ${date(at)}, and can be restored for ${DAYS_TO_RETURN} days after that.`;
  return awaits_heir
    ? `Was to be removed on ${date(at)}, but somebody has to take over what they run: remove them and say who.`
    : 'Will be removed within the hour.';
}
