/**
 * Builds the screen into dist/: the form prerendered into index.html with its styles inline, scripts with hashed names,
 * everything compressed, and csp.json with the hashes that the Content-Security-Policy needs.
 */

import { commandLine } from './shared/command-line.ts';
import { ConfigError } from '#app/config/fault.ts';
import { buildScreen } from './build/build-screen.ts';
import { staticConfig } from './build/static-config.ts';
import { DIST, isCurrent, stampScreen } from './screen.ts';

const USAGE = `Usage: npm run build [-- --if-changed]

Builds the screen into dist/.
  --if-changed  only if the inputs differ from those of the last build`;

const { values } = commandLine(USAGE, { options: { 'if-changed': { type: 'boolean' } } });
try {
  if (!values['if-changed'] || !isCurrent()) {
    await buildScreen(DIST, staticConfig(process.env));
    stampScreen();
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 78;
}
