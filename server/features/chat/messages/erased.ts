// Whoever writes may still know somebody by a name that is erased: a device that was off, a text that was copied.
import { mentionsOf, type RichText } from '#contract/rich-text.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { FORMER } from '../../../platform/db/privacy/relabel.ts';
import { erasedAmong } from '../../people/service.ts';

/** The document as it may be kept. Asks nothing of the database if it calls nobody. */
export async function withoutErased(tx: Tx, body: RichText): Promise<RichText> {
  const called = mentionsOf(body).flatMap(({ kind, id }) => (kind === 'employee' ? id : []));
  const erased = called.length ? await erasedAmong(tx, called) : [];
  if (!erased.length) return body;
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    const { kind, id } = (value ?? {}) as { kind?: unknown; id?: unknown };
    return kind === 'employee' && erased.some((one) => one === id) ? { ...(value as object), label: FORMER } : value;
  });
}
