/** The screen and the try-out mailbox with the real service: no stand-in, real mail over real sockets. */

import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, mail, startService, test } from './real-service.ts';
import { JANE, Visitor } from './visitor.ts';

/** Requests and console errors of a page that may only contact its own server. */
function watch(page: Page, origin: string): string[] {
  const strange: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) strange.push(request.url());
  });
  page.on('pageerror', (error) => strange.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own log line for an answer of 4xx: 406 means that a candidate is free.
    const failedCall = text.startsWith('Failed to load resource');
    if (message.type() === 'error' && !failedCall) strange.push(text);
  });
  return strange;
}

// The first test finds the mailbox empty. Motion is on, as for a visitor.
startService();
test.use({ contextOptions: { reducedMotion: null } });

test('a visitor takes an alias, copies it, tests it, reads the mail, which is in the list at once, and ends it; a reader elsewhere on the page is informed', async ({
  page,
  context,
  addresses,
}) => {
  const strange = watch(page, addresses.http);
  const visitor = new Visitor(page);
  await visitor.createAlias(JANE);
  await visitor.button('Copy Alias').click();
  await expect(visitor.button('Copied!')).toBeVisible();
  const alias = await page.evaluate(() => navigator.clipboard.readText());
  expect(alias).toMatch(/^alias-[1-9]\d{3}@alias\.localhost$/);

  const list = await context.newPage();
  await list.goto(addresses.mailbox);
  await expect(list.getByText(/^No mail yet/)).toBeVisible();
  await visitor.sendTestMail('Does it arrive?');
  await expect(visitor.text('Test mail forwarded successfully!')).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'the try-out mailbox' }).click();
  await expect(await opened).toHaveURL(`${addresses.mailbox}/`);
  const first = list.getByRole('link', { name: /Does it arrive\?/ });
  await expect(first).toBeVisible();
  await expect(list.getByRole('status')).toHaveText('A new message has arrived.');
  await first.focus();
  expect(await mail(addresses.smtpPort, alias, 'Subject: hello', '', 'x')).toMatch(/^250 /);
  await expect(list.getByRole('listitem')).toHaveText([/hello/, /Does it arrive\?/]);
  await expect(first).toBeFocused();

  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await visitor.forwarding.click();
  await saved;
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  expect(await mail(addresses.smtpPort, alias, 'Subject: late', '', 'x')).toMatch(/^550 5\.1\.1 /);
  expect(strange).toEqual([]);
});

test('hostile HTML in the try-out mailbox runs nothing, loads nothing and links nowhere; the mailbox is accessible and fits a phone, light and dark', async ({
  page,
  addresses,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await new Visitor(page).createAlias('hostile@example.com');
  const alias = (await page.getByText(/^alias-\d{4}@/).textContent()) ?? '';
  const subject = `<img src=x onerror=alert(1)> ${'a-long-word-'.repeat(20)}`;
  const verdict = await mail(
    addresses.smtpPort,
    alias,
    `Subject: ${subject}`,
    'Content-Type: text/html',
    '',
    '<script>document.body.textContent = "it ran"</script>',
    '<img src="http://tracker.test/x.png" onerror="document.body.textContent = \'it ran\'">',
    '<meta http-equiv="refresh" content="0;url=http://evil.test/">',
    '<p>A letter</p><a href="http://evil.test/">a link</a>',
  );
  expect(verdict).toMatch(/^250 /);

  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).hostname));
  page.on('dialog', () => loaded.push('a dialog'));
  await page.goto(addresses.mailbox);
  await fitsEveryone(page);
  await page.getByRole('link', { name: /onerror/ }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('A letter')).toBeVisible();
  await frame.getByText('a link').click();
  await expect(page.getByRole('heading', { name: subject })).toBeVisible();
  expect(new Set(loaded)).toEqual(new Set(['127.0.0.1']));
  await expect(page.getByRole('link', { name: 'Download .eml' })).toBeVisible();
  await fitsEveryone(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsEveryone(page);
});

/** Checks that axe finds no violation of WCAG, and that nothing is wider than the window. */
async function fitsEveryone(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
}
