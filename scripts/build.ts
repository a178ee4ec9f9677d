/**
 * Builds the screen into dist/: the form prerendered into index.html with its styles inline, scripts with hashed names,
 * everything compressed, and csp.json with the hashes that the Content-Security-Policy needs.
 */

import { ConfigError } from '#app/config/config-error.ts';
import { buildScreen } from './build/build-screen.ts';
import { staticConfig } from './build/static-config.ts';
import { DIST, stampScreen } from './screen.ts';

try {
  await buildScreen(DIST, staticConfig(process.env));
  stampScreen();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 78;
}
