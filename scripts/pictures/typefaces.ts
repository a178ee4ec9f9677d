/** Typefaces for the pictures: Android's, so that the pictures show the screen of many visitors. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('typefaces', import.meta.url));
const FOLDER = join(PACKAGE, 'node_modules/@expo-google-fonts');

/** Installs them. `env`: the setting of fontconfig under which the browser finds them; `remove` deletes its file. */
export function typefaces(): { env: Record<string, string>; remove: () => void } {
  execFileSync('npm', ['ci', '--prefix', PACKAGE], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-typefaces-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<fontconfig>
  <dir>${FOLDER}</dir>
  <cachedir>${folder}</cachedir>
  <alias binding="same"><family>system-ui</family><prefer><family>Roboto</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Roboto</family></prefer></alias>
</fontconfig>
`,
  );
  return {
    env: { FONTCONFIG_FILE: file },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
