// A rule in words, and what it is chosen from. Pure.
import { type CriteriaType, type Criterion, type Rule, searchTypes } from '#contract/people/criteria.ts';

export const typeWords: Readonly<Record<CriteriaType, string>> = {
  department: 'Department',
  role: 'Role',
  location: 'Location',
  position_title: 'Position',
  status: 'Account',
  manager: 'Manager',
  joining_date: 'Joined',
};
const searchWords: Readonly<Record<string, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  before: 'before',
  after: 'after',
  last_days: 'in the last … days',
};

export const types = Object.keys(searchTypes) as CriteriaType[];
export const typeOptions = types.map((value) => ({ value, label: typeWords[value] }));
export const searchOptions = (type: CriteriaType): { value: string; label: string }[] =>
  searchTypes[type].map((value) => ({ value, label: searchWords[value] ?? value }));

/** "Department is Trade, and Location contains mill" */
export function ruleText({ match, criteria }: Rule, labelOf: (criterion: Criterion) => string): string {
  const parts = criteria.map((criterion) => {
    const type = typeWords[criterion.criteria_type as CriteriaType] ?? criterion.criteria_type;
    if (criterion.search_type === 'last_days') return `${type} in the last ${criterion.values[0]} days`;
    return `${type} ${searchWords[criterion.search_type] ?? ''} ${labelOf(criterion)}`;
  });
  return parts.join(match === 'all' ? ', and ' : ', or ');
}
