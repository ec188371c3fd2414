// How the client is built and, in development, served.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bootHtml } from './tools/vite/boot-html.ts';
import { chunkGroups } from './tools/vite/chunk-groups.ts';
import { compileHints } from './tools/vite/compile-hints.ts';
import { contractWire } from './tools/vite/contract-wire.ts';
import { oneWeight } from './tools/vite/one-weight.ts';
import { plainIcons } from './tools/vite/plain-icons.ts';
import { precompress } from './tools/vite/precompress.ts';
import { radixCss } from './tools/vite/radix-css.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const APP_VERSION = 'v2.7.2-pushy-migration';
const fonts = ['figtree-latin-wght', 'bricolage-grotesque-latin-wght'];

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, root, ['VITE_', 'LIMELIGHT_']);
  return {
    // The router's store asks for it with a substitute for React before 18.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js' } },
    define: {
      __APP_VERSION__: JSON.stringify(APP_VERSION),
      // Parts of the recorder that are not used: other frames, and a worker out of a blob.
      __SENTRY_DEBUG__: 'false',
      __SENTRY_TRACING__: 'false',
      __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
      __RRWEB_EXCLUDE_IFRAME__: 'true',
      __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
    },
    server: {
      proxy: { '/api': { target: env['LIMELIGHT_API'] ?? 'http://127.0.0.1:4000', ws: true } },
    },
    plugins: [
      tanstackRouter({
        target: 'react',
        virtualRouteConfig: './src/routes.ts',
        routesDirectory: './src',
        generatedRouteTree: './src/route-tree.gen.ts',
        routeFileIgnorePattern: '\\.test\\.tsx?$',
        autoCodeSplitting: true,
        addExtensions: true,
        quoteStyle: 'single',
        semicolons: true,
        tmpDir: '.cache/router',
      }),
      // Only what says 'use memo': everywhere, it would add a tenth to what every page loads.
      react({ compiler: { compilationMode: 'annotation', reportDiagnostics: true } }),
      radixCss({
        root,
        // Accents first; then those of danger, warning and the four text colours of messages.
        colours: ['lime', 'violet', 'green', 'orange', 'red', 'amber', 'blue'],
        gray: 'olive',
        overrides: 'src/kit/ui/theme/radix-overrides.css',
      }),
      // Headings are 640 and 650: one of them is both.
      oneWeight({
        root,
        folder: '@fontsource-variable/bricolage-grotesque/files',
        weight: 650,
        files: ['bricolage-grotesque-latin-wght-normal', 'bricolage-grotesque-latin-ext-wght-normal'],
      }),
      bootHtml({
        root,
        fonts,
        backend: env['VITE_BACKEND_URL'],
        shells: {
          in: [
            'src/app/shell/signed-in-shell.tsx',
            'src/realtime/client.ts',
            'src/live-registry.ts',
            // Wanted with the first picture of a conversation, or right after it.
            'src/features/chat/message-parts/attachments/attachments.tsx',
            'src/app/state/on-device.tsx',
          ],
          out: ['src/app/shell/signed-out/signed-out-shell.tsx'],
        },
      }),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        registerType: 'prompt',
        injectRegister: false,
        manifest: JSON.parse(readFileSync(`${root}manifest.webmanifest`, 'utf8')),
        includeManifestIcons: false,
        injectManifest: {
          // Few and small: the worker fetches them one after the other, but for a few (sw/shell/rare.ts). Those, and what is not here, are
          // cached when they are first used.
          globPatterns: ['index.html', 'assets/*.{js,css}', ...fonts.map((font) => `assets/${font}-*.woff2`)],
          globIgnores: ['**/firebase*', '**/replay*'],
          rollupFormat: 'iife',
        },
        devOptions: { enabled: false },
      }),
      contractWire(),
      plainIcons(),
      compileHints(['vendor', 'app', 'signed-in']),
      precompress(),
    ],
    build: {
      target: 'baseline-widely-available',
      manifest: true,
      modulePreload: {
        // All browsers of this target know the link by themselves.
        polyfill: false,
        // What the entry itself stands on is there when a script asks for more.
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => !/[\\/](?:vendor|rolldown-runtime|app)-/.test(file)),
      },
      reportCompressedSize: false,
      // The names of all emoji; loaded when somebody opens the picker, or types a name.
      chunkSizeWarningLimit: 800,
      rolldownOptions: {
        output: { codeSplitting: { groups: chunkGroups } },
        // A component that the compiler had to skip is a warning while one works, and an error where it counts.
        onLog: (level, log, report) =>
          report(log.plugin === 'vite:react-compiler' && process.env['CI'] ? 'error' : level, log),
      },
    },
  };
});
