// Icons as they are drawn: without what their package adds to each of them for others. Half of what an icon weighs does not
// repeat, so no compression takes it away.
import type { Plugin } from 'vite';

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/**
 * Keys (React asks for them where children change places, and those of an icon never do), the names that become classes
 * (`lucide-pen-box`), and the size where it is the usual one.
 */
export const plainIcon = (code: string): string =>
  code
    .replace(/,\s*key: "[^"]*"/g, '')
    .replace(/\bname: "[^"]*",/, '')
    .replace(/\bsize: 24,/, '')
    .replace(/,\s*aliases: \[[^\]]*\]/, '');

export const plainIcons = (): Plugin => ({
  name: 'limelight:plain-icons',
  apply: 'build',
  transform: { filter: { id: ICON }, handler: (code) => ({ code: plainIcon(code), map: null }) },
});
