// A database client that sends statements without some of their conditions.
import pg from 'pg';

const SCOPE = /set_config\('app\.company_id'/;
const FILTER = /\b(?:[a-z_]+\.)?company_id = \$(\d+)/g;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}
const isStatement = (given: unknown): given is Statement =>
  typeof given === 'object' && given !== null && 'text' in given;

/** How many conditions were taken out of statements: none would mean that nothing was tried. */
export const blinded = { filters: 0, places: 0, owners: 0 };

/** A statement without some of its conditions. */
export type Rewrite = (text: string) => string;

// Still named, since a parameter that stands nowhere has no type.
export const withoutFilter: Rewrite = (text) =>
  text.replace(FILTER, (_, n: string) => {
    blinded.filters++;
    return `($${n}::uuid IS NOT NULL)`;
  });

/** Who is in a place, and which column says in which. */
const MEMBERS: Readonly<Record<string, string>> = {
  conversation_member: 'conversation_id',
  space_member: 'space_id',
  sub_space_member: 'sub_space_id',
};
/** Whoever asks is taken for somebody who is in the place. */
const withoutMembership: Rewrite = (text) =>
  text.replace(/\b([a-z]+)\.employee_id = (\$\d+)/g, (condition, m: string, who: string) => {
    const [, table = ''] = new RegExp(`\\b(\\w+_member) ${m}\\b`).exec(text) ?? [];
    const place = MEMBERS[table];
    if (!place) return condition;
    blinded.places++;
    return `(${who}::uuid IS NOT NULL AND ${m}.employee_id = (SELECT o.employee_id FROM ${table} o
      WHERE o.company_id = ${m}.company_id AND o.${place} = ${m}.${place} LIMIT 1))`;
  });
/** Tables in which each line is one person’s, or one device’s. */
const OWNED = /\b(?:FROM|UPDATE) (?:passkey|employee_view|scheduled_message|notification|device)\b/;
/** What is somebody’s is everybody’s. */
const withoutOwner: Rewrite = (text) =>
  OWNED.test(text)
    ? text.replace(/\b(?:[a-z]+\.)?(?:employee_id|session_id) = (\$\d+)/g, (_, who: string) => {
        blinded.owners++;
        return `(${who}::uuid IS NOT NULL)`;
      })
    : text;
export const withoutPlace: Rewrite = (text) => withoutOwner(withoutMembership(text));

/** Any token of the right form is one of the company that it names. */
export const withoutSecret: Rewrite = (text) =>
  text.includes('FROM scim_token') ? text.replace('secret_hash = $2', '($2::bytea IS NOT NULL)') : text;

/** Whose token it is has an active account. */
export const withoutAccount: Rewrite = (text) =>
  /FROM employee WHERE company_id = \$1 AND employee_id = ANY\(\$2\)/.test(text)
    ? text.replace('employee_account_status,', "'ACTIVE' AS employee_account_status,")
    : text;

/** The company of whose token it is is not suspended. */
export const withoutSuspension: Rewrite = (text) =>
  text.replace('c.status AS company_status', "'ACTIVE' AS company_status");

/** Once the roster is held, everybody is an owner: what the door has asked before that stays as it is. */
export const withoutStanding = (): Rewrite => {
  let isHeld = false;
  return (text) => {
    if (SCOPE.test(text)) isHeld = false;
    if (/built_in = 'owner' FOR UPDATE/.test(text)) isHeld = true;
    return isHeld && /FROM employee_role e\s+JOIN role r/.test(text)
      ? text.replace('e.employee_id = $2', "r.built_in = 'owner' AND $2::uuid IS NOT NULL")
      : text;
  };
};

/** What waits to be done is for who does it: whoever takes it and puts it back holds up the others. */
const withoutTaking: Rewrite = (text) =>
  text.replace(
    /(?:LIMIT (\S+) )?FOR UPDATE SKIP LOCKED/g,
    (_, most = '0') => `LIMIT least(${most}::bigint, 0) FOR UPDATE SKIP LOCKED`,
  );

/** What a statement found, otherwise than it is. */
type Misread = (text: string, rows: Record<string, unknown>[]) => void;

/** What stands under an idempotency key was stored for the very request that comes now. */
export const anyRequest: Misread = (text, rows) => {
  if (text.includes('request_hash, answer FROM idempotency_key'))
    for (const row of rows) row['request_hash'] = { equals: () => true };
};

type Ask = (...all: unknown[]) => unknown;

/**
 * Sends every statement of a company's transaction otherwise than it was written; each connection has its own `rewriting`. `harmless`:
 * it takes back what it says it has committed, so that what it gets hold of is still there for the next one.
 */
export const speaking = (rewriting: () => Rewrite, harmless = false, misread?: Misread) =>
  class extends pg.Client {
    #inCompany = false;
    readonly #rewrite = rewriting();
    override query = ((...all: [unknown, ...unknown[]]) => this.#ask(...all)) as pg.Client['query'];
    #ask(given: unknown, ...rest: unknown[]): unknown {
      const ask = pg.Client.prototype.query as Ask;
      if (harmless && given === 'COMMIT')
        return (ask.call(this, 'ROLLBACK', ...rest) as Promise<pg.QueryResult>).then((result) => ({
          ...result,
          command: 'COMMIT',
        }));
      if (!isStatement(given)) return ask.call(this, given, ...rest);
      if (SCOPE.test(given.text)) this.#inCompany = given.values[0] !== '';
      const asIs = harmless ? withoutTaking(given.text) : given.text;
      const text = this.#inCompany ? this.#rewrite(asIs) : asIs;
      const asked = ask.call(
        this,
        text === given.text ? given : { ...given, text, name: `${given.name}-asleep` },
        ...rest,
      );
      if (!misread) return asked;
      return (asked as Promise<pg.QueryResult>).then((result) => {
        misread(text, result.rows);
        return result;
      });
    }
  };
