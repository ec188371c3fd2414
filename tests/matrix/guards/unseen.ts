// What shows nothing even while its guards sleep, because something else stands before them, or for want of words. By the reason.
import type { Endpoint } from '#contract/kernel/endpoint.ts';

type List = Readonly<Record<string, readonly string[]>>;

export const among = (list: List, { name }: Endpoint): boolean =>
  Object.values(list).some((names) => names.includes(name));

/** What shows nothing of a place even without the rules of it, because something else stands before them. */
export const BEFORE_PLACES: List = {
  'whose file it is the code compares': ['files.file.metadata', 'files.file.addresses'],
};

/** What shows nothing of another company even without both guards of it and the rules of places, and why. */
export const THIRD: List = {
  'the words that it looks for are of one company': ['search.hit.list'],
  'whose it is the code compares': ['auth.session.revoke', 'people.import.check'],
  'the company is named, and must be the own one': [
    'company.theme.list',
    'company.module.get',
    'company.module.update',
  ],
};

/** Of what names nothing: what has no word of another company in it, and would count what is there. */
export const COUNTING: readonly string[] = [
  'audit.chain.verify',
  'auth.demand.get',
  'insights.dashboard.get',
  'sync.topic.list',
];

/** Of what names nothing: what has no word of another company in it, although nothing keeps it out. */
export const WORDLESS: List = {
  'numbers, times and switches': [
    'auth.proof.ways',
    'notifications.settings.get',
    'people.finch.get',
    'privacy.export.get',
    'sync.ticket.new',
    'system.tunnel.get',
  ],
  'the caller’s id finds lines of nobody else': [
    'auth.session.list',
    'chat.draft.list',
    'chat.saved.list',
    'chat.saved.marks',
    'spaces.invitation.list',
  ],
  'of lines of all companies it shows the newest, which jobs write later, and it is chance whose': [
    'notifications.list.get',
  ],
  'of lines of all companies it takes one, and it is chance which': [
    'auth.sso.get',
    'company.config.get',
    'company.general.get',
    'company.values.list',
  ],
};
