// What somebody who is let in reads of before, in a sentence.
import type { Space } from '#contract/chat.ts';

export const pastText = ({ history }: Pick<Space, 'history'>): string =>
  history === 'joined' ? 'They see what is said from then on.' : 'They see what was said in it before.';
