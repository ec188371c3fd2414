// The departments of the company: reading and changing them. Changing needs a connection.
import { queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/departments.ts';
import { app } from '#src/realtime/app.ts';

export type Department = contract.Department;

/** All of them, kept on the device. */
export const departmentsQuery = queryOptions({
  queryKey: ['people', 'departments'],
  queryFn: async ({ signal }): Promise<Department[]> =>
    (await app.call(contract.listDepartments, {}, { signal })).items,
  staleTime: 0,
  meta: { told: true },
});

type Fields = Pick<RequestOf<typeof contract.createDepartment>, 'department_name' | 'parent_id' | 'lead_id'>;
export const createDepartment = (department_id: string, fields: Fields) =>
  app.call(contract.createDepartment, { department_id, ...fields });
export const updateDepartment = (department_id: string, fields: Partial<Fields>) =>
  app.call(contract.updateDepartment, { department_id, ...fields });
/** `move_to`: where its people and departments go; `''`: out, and to the top; undefined: there are none. */
export const deleteDepartment = (department_id: string, move_to: string | undefined) =>
  app.call(contract.deleteDepartment, {
    department_id,
    ...(move_to ? { move_to } : move_to === '' ? { to_top: 'true' as const } : {}),
  });
