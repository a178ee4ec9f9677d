/** Typefaces for the pictures: Android's, so that the pictures show the screen of many visitors. */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('typefaces/node_modules/@expo-google-fonts', import.meta.url));

/** The setting of fontconfig under which the browser finds them; `remove` deletes its file. */
export function typefaces(): { env: Record<string, string>; remove: () => void } {
  if (!existsSync(FOLDER))
    throw new Error('Please run: npm ci --prefix scripts/pictures/typefaces');
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
