// The colours of each theme are those that the page itself has before it is there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ThemeName, themes } from '#contract/company.ts';
import { type Brand, companyManifest } from './manifest.ts';

const boot = readFileSync(new URL('../../../../src/boot/boot.inline.css', import.meta.url), 'utf8');
const own = { name: 'Limelight', short_name: 'Limelight', id: '/', icons: ['ours'], theme_color: '#000' };

const brand: Brand = {
  company_name: 'Brackenford',
  app_name: null,
  app_short_name: null,
  color_theme: 'default',
  icon: undefined,
};

test.each(Object.entries(themes) as [ThemeName, string][])('%s', (color_theme, accent) => {
  const rule = accent === 'lime' ? 'html {' : `html[data-accent='${accent}'] {`;
  const [block = ''] = boot.slice(boot.indexOf(rule)).split('}');
  const colour = (name: string) => new RegExp(`--sys-${name}: (#\\w+)`).exec(block)?.[1];
  expect(companyManifest(own, { ...brand, color_theme })).toEqual({
    ...own,
    name: 'Brackenford',
    short_name: 'Brackenford',
    theme_color: colour('desk'),
    background_color: colour('ground'),
  });
});

test('an accent of the company’s own colours it, too, and a name that nobody knows is lime', () => {
  const { theme_color, background_color } = companyManifest(own, { ...brand, color_theme: 'Custom_0b6bcb' });
  expect([theme_color, background_color]).toEqual([expect.stringMatching(/^#e/), expect.stringMatching(/^#f/)]);
  expect(companyManifest(own, { ...brand, color_theme: 'Custom_Gold' })).toMatchObject({ theme_color: '#eef2e4' });
});

test('the app is called as the company says; the short name is that of home screens', () => {
  const called = (names: Partial<Brand>) => {
    const { name, short_name } = companyManifest(own, { ...brand, ...names });
    return [name, short_name];
  };
  expect(called({ app_name: 'Brackenford Hub' })).toEqual(['Brackenford Hub', 'Brackenford Hub']);
  expect(called({ app_short_name: 'Hub' })).toEqual(['Brackenford', 'Hub']);
  expect(called({ app_name: 'Brackenford Hub', app_short_name: 'Hub' })).toEqual(['Brackenford Hub', 'Hub']);
});

test('with a picture the icons are those of it, none of ours among them', () => {
  const { icons } = companyManifest(own, {
    ...brand,
    icon: '/api/files/c/f/logo.png',
  });
  expect(JSON.stringify(icons)).not.toContain('ours');
  expect((icons as { src: string }[]).every(({ src }) => src.startsWith('/api/files/c/f/logo.png?icon='))).toBe(true);
});
