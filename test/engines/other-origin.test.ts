/** A web vault at another origin, in each engine, with the real service. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ServiceProcess } from '#support/service-process.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { callsOfPage, foreignPage, keyInTryOut, WANTED } from '../browser/foreign-page.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const settings = { OWNERSHIP: 'confirmed', ALIASES_PER_OWNER: '9' };
const addresses = await ServiceProcess.start(after, tempFolder(after), settings).addresses();
const key = await keyInTryOut(addresses, 'vault@example.com');
const url = await foreignPage(after);

for (const start of [startFirefox, startWebKit]) {
  const engine = await start();
  after(() => engine.close());
  test(`${engine.name}: a page of another origin makes an alias with a key, reads why a key is wrong, and nothing else`, async () => {
    const page = await engine.page('light');
    await page.goto(url);
    const read = await page.run(callsOfPage, [new URL(addresses.http).origin, key] as const);
    for (const [i, wanted] of WANTED.entries()) assert.match(read[i] ?? '', wanted);
    await page.close();
  });
}
