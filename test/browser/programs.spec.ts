/** An owner makes a key on the screen of the real service, and a web vault at another origin uses it. */

import { readFileSync } from 'node:fs';
import { callsOfPage, foreignPage, latestMail, WANTED } from './foreign-page.ts';
import { done } from './owner.ts';
import { expect, startService, test } from './real-service.ts';
import { Visitor } from './visitor.ts';

startService({ OWNERSHIP: 'confirmed', ALIASES_PER_OWNER: '20' });

const GUIDE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
/** What the third step of the guide tells the reader to press, in order. */
const [PROGRAMS = '', NEW_KEY = '', SCOPE = '', CREATE = ''] = [
  ...(/^3\. [^]*?(?=^4\. )/m.exec(GUIDE)?.[0] ?? '').matchAll(/\*([^*]+)\*/g),
].map(([, name]) => name);

test('the steps of docs/clients.md on the screen lead to a key, with which a page of another origin makes an alias and reads nothing but its own', async ({
  page,
  addresses,
}) => {
  const visitor = new Visitor(page);
  await visitor.createAlias('vault@example.com');
  const token = /#confirm=([\w-]{43})/.exec(await latestMail(addresses))?.[1] ?? '';
  await page.goto(`/#confirm=${token}`);
  await visitor.button('Yes, this is my address').click();
  await expect(done(visitor)).toBeVisible();
  await visitor.text(PROGRAMS).click();
  await visitor.button(NEW_KEY).click();
  await page.getByLabel('Name of the app').fill('Bitwarden');
  await page.getByLabel(SCOPE, { exact: true }).check();
  await visitor.button(CREATE).click();
  const shown = page.locator('.shown-key dd');
  await expect(shown).toHaveCount(2);
  const [site = '', key = ''] = await shown.allTextContents();
  expect(key).toMatch(/^veilpost[0-9A-Za-z]{40}$/);
  expect(site).toBe(new URL(addresses.http).origin);

  const cleanUps: (() => void)[] = [];
  await page.goto(await foreignPage((cleanUp) => void cleanUps.push(cleanUp)));
  const read = await page.evaluate(callsOfPage, [site, key] as const);
  for (const [i, wanted] of WANTED.entries()) expect(read[i]).toMatch(wanted);
  for (const cleanUp of cleanUps) cleanUp();
});
