// The colours of each theme are those that the page itself has before it is there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ThemeName, themes } from '#contract/company.ts';
import { companyManifest } from './manifest.ts';

const boot = readFileSync(new URL('../../../../src/boot/boot.inline.css', import.meta.url), 'utf8');
const own = { name: 'Limelight', short_name: 'Limelight', id: '/', icons: ['ours'], theme_color: '#000' };

test.each(Object.entries(themes) as [ThemeName, string][])('%s', (color_theme, accent) => {
  const rule = accent === 'lime' ? 'html {' : `html[data-accent='${accent}'] {`;
  const [block = ''] = boot.slice(boot.indexOf(rule)).split('}');
  const colour = (name: string) => new RegExp(`--sys-${name}: (#\\w+)`).exec(block)?.[1];
  expect(companyManifest(own, { company_name: 'Brackenford', color_theme, logo: undefined })).toEqual({
    ...own,
    name: 'Brackenford',
    short_name: 'Brackenford',
    theme_color: colour('desk'),
    background_color: colour('ground'),
  });
});

test('with a logo the icons are those of the logo, none of ours among them', () => {
  const { icons } = companyManifest(own, {
    company_name: 'B',
    color_theme: 'default',
    logo: '/api/files/c/f/logo.png',
  });
  expect(JSON.stringify(icons)).not.toContain('ours');
  expect((icons as { src: string }[]).every(({ src }) => src.startsWith('/api/files/c/f/logo.png?icon='))).toBe(true);
});
