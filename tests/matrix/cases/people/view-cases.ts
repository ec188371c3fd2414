// Valid calls of the endpoints of saved views of the list of people.
import { v7 as uuid } from 'uuid';
import { createView, deleteView, listViews, updateView, type View } from '#contract/people/finding/views.ts';
import { newView, type Side, some } from '../../world.ts';
import { entry } from '../case.ts';

const query = (side: Side): View['query'] => ({
  q: side.word,
  sort: 'status',
  reverse: true,
  columns: ['location', 'manager'],
  departments: [side.department_id],
  statuses: ['ACTIVE'],
  roles: [side.role_id],
  groups: [side.people_group_id],
  locations: [`${side.word} town`],
  managers: [side.owner.employee_id],
  seen: 'year',
});
const named = ({ word }: Side) => `${word} ${some()}`;

/** There are fifty of one person at most: those that were made here go again. */
async function makeRoom({ owner, view_id }: Side): Promise<void> {
  const { items } = await owner.call(listViews, {});
  const made = items.filter((view) => view.query.q && view.view_id !== view_id);
  for (const view of made) await owner.call(deleteView, { view_id: view.view_id });
}

export const viewCases = [
  entry(listViews)(() => ({ input: {} })),
  entry(createView)(async (side) => {
    await makeRoom(side);
    return { input: { view_id: uuid(), view_name: named(side), query: query(side) } };
  }),
  entry(updateView)((side) => ({ input: { view_id: side.view_id, view_name: named(side), query: query(side) } })),
  entry(deleteView)(async (side) => {
    await makeRoom(side);
    return { input: { view_id: await newView(side) } };
  }),
];
