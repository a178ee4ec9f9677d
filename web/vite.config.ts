import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Vite wraps an `import()` in a preload of its styles and scripts; ours has none, and the wrapper weighs 0.5 kB. */
const noPreload: Plugin = {
  name: 'no-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
};

/**
 * Names that React looks for and no browser of a visitor has: those of Node and of Internet Explorer, and its developer
 * tools, which cannot read a build anyway.
 */
const WITHOUT = [
  '__REACT_DEVTOOLS_GLOBAL_HOOK__',
  'process',
  'setImmediate',
  'document.documentMode',
];

/** React asks whether a browser has these, and replaces missing ones: every browser that can run the screen has them. */
const PRESENT =
  /\btypeof (?:AbortController|MessageChannel|Promise|WeakMap|clearTimeout|queueMicrotask|reportError|setTimeout)\b/g;

const noReplacements: Plugin = {
  name: 'no-replacements',
  enforce: 'pre',
  load: (id) =>
    /\/node_modules\/(?:react|react-dom|scheduler)\/.*\.js$/.test(id)
      ? readFileSync(id, 'utf8').replaceAll(PRESENT, '"function"')
      : undefined,
};

export default defineConfig({
  // Relative, so that the page works under any path of a static host.
  base: './',
  plugins: [noPreload, noReplacements, react(), tailwindcss()],
  define: Object.fromEntries(WITHOUT.map((name) => [name, 'undefined'])),
  build: {
    // A language's folder is in that of English: the build empties it before all of them.
    emptyOutDir: false,
    target: 'es2023',
    // The polyfill serves browsers that cannot run the screen anyway.
    modulePreload: false,
    reportCompressedSize: false,
    // A slow machine is not a plugin's fault.
    rolldownOptions: { checks: { pluginTimings: false } },
    // Otherwise each script names the style sheet, which the build moves into the page.
    cssCodeSplit: false,
  },
});
