// What the build writes into index.html (tools/vite/boot-html.ts): the form of signing in, for as long as the app itself is on its way.
// src/boot/first-form.inline.ts shows it. No part of the app loads this file.
import { renderToStaticMarkup } from 'react-dom/server';
import { FirstPage } from '#src/features/auth/components/first-page.tsx';
import { ThemeRoot } from '#src/kit/ui/theme/theme-root.tsx';
import { Welcome } from './welcome.tsx';

export const firstForm = (): string =>
  renderToStaticMarkup(
    <ThemeRoot accent="lime">
      <Welcome first>
        <FirstPage
          register={
            <a href="/register" className="ll-link">
              Register
            </a>
          }
          email={{ name: 'email' }}
        />
      </Welcome>
    </ThemeRoot>,
  );
