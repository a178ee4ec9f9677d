/** A web vault at another origin, in front of the real service. */

import { callsOfPage, foreignPage, keyInTryOut, WANTED } from './foreign-page.ts';
import { expect, startService, test } from './real-service.ts';

startService({ OWNERSHIP: 'confirmed', ALIASES_PER_OWNER: '3' });

test('a page of another origin makes an alias with a key, reads why a key is wrong, and nothing else of the service', async ({
  page,
  addresses,
}) => {
  const key = await keyInTryOut(addresses, 'vault@example.com');
  const cleanUps: (() => void)[] = [];
  await page.goto(await foreignPage((cleanUp) => void cleanUps.push(cleanUp)));
  const site = new URL(addresses.http).origin;
  const read = await page.evaluate(callsOfPage, [site, key] as const);
  for (const [i, wanted] of WANTED.entries()) expect(read[i]).toMatch(wanted);
  for (const cleanUp of cleanUps) cleanUp();
});
