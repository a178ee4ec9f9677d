/** Several aliases of one owner, and programs that use them, with the real service: no stand-in, mail over real sockets. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { callsOfPage, foreignPage, WANTED } from './foreign-page.ts';
import { done } from './owner.ts';
import { expect, mail, startService, test, tokenInLetter } from './real-service.ts';
import { Visitor } from './visitor.ts';

startService({ OWNERSHIP: 'confirmed', ALIASES_PER_OWNER: '4' });

const OWNER = 'shopper@example.com';

const GUIDE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
/** What the third step of the guide tells the reader to press, in order. */
const [PROGRAMS = '', NEW_KEY = '', SCOPE = '', CREATE = ''] = [
  ...(/^3\. [^]*?(?=^4\. )/m.exec(GUIDE)?.[0] ?? '').matchAll(/\*([^*]+)\*/g),
].map(([, name]) => name);

test('from an empty browser an owner makes aliases for three shops, labels them, gets mail on each, switches one off, finds one on a phone, deletes one, and downloads the data; the steps of docs/clients.md on the screen lead to a key, with which a page of another origin makes an alias and reads nothing but its own', async ({
  page,
  context,
  addresses,
}) => {
  const visitor = new Visitor(page);
  await visitor.createAlias(OWNER);
  await page.goto(`/#confirm=${await tokenInLetter(addresses, OWNER)}`);
  await visitor.button('Yes, this is my address').click();
  await expect(done(visitor)).toBeVisible();
  await visitor.visitAgain();
  await visitor.button('Show my alias').click();
  await expect(visitor.ready).toBeVisible();
  await expect(visitor.text('Upgrade coming soon for multiple aliases.')).toBeHidden();

  const shops = ['Shoes', 'Books', 'Flowers'];
  const aliases: string[] = [];
  for (const [made, shop] of shops.entries()) {
    await visitor.button('New alias').click();
    await expect(visitor.text(`${made + 2} of 4`)).toBeVisible();
    const row = page.locator('.alias[aria-current]');
    const alias = (await row.locator('.alias-name').textContent()) ?? '';
    expect(alias).toMatch(/^alias-\d{10}@/);
    aliases.push(alias);
    await visitor.button(`Add a label: ${alias}`).click();
    await page.getByLabel(`Label of ${alias}`).fill(shop);
    await page.getByLabel(`Label of ${alias}`).press('Enter');
    await expect(visitor.button(shop)).toBeFocused();
  }
  await expect(visitor.button('New alias')).toBeDisabled();
  await expect(visitor.text('You have 4 of 4 aliases.')).toBeVisible();

  const send = (alias = '', subject = '') =>
    mail(addresses.smtpPort, alias, `Subject: ${subject}`, '', 'x');
  const [shoes, books, flowers] = aliases;
  for (const [at, shop] of shops.entries()) {
    expect(await send(aliases[at], `news of ${shop}`)).toMatch(/^250 /);
  }
  const mailbox = await context.newPage();
  await mailbox.goto(addresses.mailbox);
  for (const shop of shops) {
    await expect(mailbox.getByRole('link', { name: new RegExp(`news of ${shop}`) })).toBeVisible();
  }
  await mailbox.close();

  await page.getByLabel(`Forwarding for ${books}`).uncheck();
  await expect.poll(() => send(books, 'off')).toMatch(/^550 5\.1\.1 /);
  expect(await send(shoes, 'still on')).toMatch(/^250 /);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Search').fill('flow');
  await expect(visitor.text('1 of 4 aliases found')).toBeVisible();
  await visitor.button(`Show ${flowers}`).click();
  await expect(page.locator('main .recessed').getByText(flowers ?? '')).toBeVisible();
  await visitor.text('Manage this alias').click();
  await visitor.button('Delete this alias').click();
  await visitor.button('Delete the alias').click();
  await expect(page.locator('.toast').getByText(/^Your alias was deleted/)).toBeVisible();
  expect(await send(flowers, 'gone')).toMatch(/^550 5\.1\.1 /);
  await expect(page.locator('main .recessed').getByText(books ?? '')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    visitor.button('Download my data').click(),
  ]);
  expect(download.suggestedFilename()).toBe('veilpost.json');
  const data = await readFile(await download.path(), 'utf8');
  for (const kept of [shoes, books, 'Shoes', 'Books']) expect(data).toContain(kept);
  expect(data).not.toContain('Flowers');

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
