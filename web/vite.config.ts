import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the page works under any path of a static host.
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // The polyfill would be for browsers that lack what the screen needs anyway.
    modulePreload: false,
    reportCompressedSize: false,
  },
});
