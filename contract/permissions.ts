// Every permission there is (product.md 4). What an endpoint asks for and what a role gives are words of this list.

/** Strings `area.action`, as they stand in the session. */
export const permissions = [
  'people.manage',
  'roles.manage',
  'company.configure',
  'modules.manage',
  'recognition.configure',
  'recognition.report',
  'points.grant',
  'badges.manage',
  'contests.manage',
  'surveys.manage',
  'surveys.results',
  'polls.manage',
  'campaigns.manage',
  'communities.manage',
  'calendar.manage',
  'spaces.create',
  'spaces.manage',
  'call_rooms.manage',
  'clockin.manage',
  'clockin.export',
  'rewards.manage',
  'audit.view',
  'insights.view',
] as const;

export type Permission = (typeof permissions)[number];
