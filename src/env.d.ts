// What the build adds to the language.

/** The version that the specification names, set by vite.config.ts. */
declare const __APP_VERSION__: string;

/** Radix Themes' styles, cut to what is in use (tools/vite/radix-css.ts). */
declare module 'virtual:radix-themes.css';
