// Who is offered to switch whose account off: what the server would allow.
import { expect, test } from 'vitest';
import { mayEnd } from './may-end.ts';

const owner = { built_in: 'owner', permissions: ['people.manage', 'roles.manage'] };
const admin = { built_in: 'admin', permissions: ['people.manage', 'roles.manage'] };
const employee = { built_in: 'employee', permissions: [] };

test.each([
  ['an owner an owner', { owner: true, roles: true }, [owner], true],
  ['an admin an owner', { owner: false, roles: true }, [employee, owner], false],
  ['an admin an admin', { owner: false, roles: true }, [admin], true],
  ['who manages people an admin', { owner: false, roles: false }, [employee, admin], false],
  ['who manages people a colleague', { owner: false, roles: false }, [employee], true],
  ['who manages people somebody without a role', { owner: false, roles: false }, [], true],
])('%s: %o, %o', (_, here, held, may) => {
  expect(mayEnd(here, held)).toBe(may);
});
