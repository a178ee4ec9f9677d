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

export default defineConfig(({ command }) => ({
  // Relative, so that the page works under any path of a static host.
  base: './',
  plugins: [noPreload, react(), tailwindcss()],
  // For React's developer tools, which the built page does not need.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // The polyfill serves browsers that cannot run the screen anyway.
    modulePreload: false,
    reportCompressedSize: false,
  },
}));
