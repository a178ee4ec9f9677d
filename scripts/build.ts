/**
 * Builds the screen into dist/: the form prerendered into index.html with its styles inline, scripts with hashed names,
 * everything compressed, and csp.json with the hashes that the Content-Security-Policy needs.
 */

import { fileURLToPath } from 'node:url';
import { buildScreen } from './build/build-screen.ts';
import { StaticConfigError, staticConfig } from './build/static-config.ts';

try {
  const outDir = fileURLToPath(new URL('../dist/', import.meta.url));
  await buildScreen(outDir, staticConfig(process.env));
} catch (error) {
  if (!(error instanceof StaticConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 78;
}
