/** Toasts on the screen: where they appear, and how long. */

import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { colourOf } from './colour-of.ts';
import { expect, test } from './fixtures.ts';
import { setLetters } from './layout.ts';
import { JANE, type Visitor } from './visitor.ts';

/** The texts of three toasts, from the first to the last. */
const THREE_TOASTS = [MESSAGES.created, ALIAS_MESSAGES.toggleFailed, MESSAGES.planLimit];

/** A success, an error and a warning, one after another under a stopped clock. */
async function threeToasts(visitor: Visitor): Promise<void> {
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await visitor.text(ALIAS_MESSAGES.toggleFailed).waitFor();
  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.submit();
  await visitor.text('Your current alias:').waitFor();
}

test('toasts are at the top, the newest last: green for success, red for error, orange for warning, light and dark; they cover no control of a phone, 320 and 390 px wide, and the newest are seen', async ({
  visitor,
  page,
  service,
}) => {
  service.faults.fail('update', { status: 500 });
  await threeToasts(visitor);
  const stack = page.getByRole('region', { name: 'Notifications' }).locator('> *');
  await expect(stack).toHaveText(THREE_TOASTS);
  const cells = stack.locator('.toast-cell');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colours = [0, 1, 2].map((index) => colourOf(cells.nth(index), 'backgroundColor'));
    expect(await Promise.all(colours), colorScheme).toEqual(['green', 'red', 'orange']);
  }
  let free = 16;
  for (const toast of await stack.all()) {
    const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
    expect(y).toBeCloseTo(free, 0);
    free = y + height + 8;
  }
  const toasts = page.locator('#screen .toast');
  await expect(toasts).toHaveCount(3);
  for (const [width, height] of [
    [320, 640],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const shown = toasts.filter({ visible: true });
    await expect(shown).toHaveText([ALIAS_MESSAGES.toggleFailed, MESSAGES.planLimit]);
    const { y: top = 0 } = (await visitor.email.boundingBox()) ?? {};
    const { y = 0, height: high = 0 } = (await shown.last().boundingBox()) ?? {};
    expect(y + high, `${width} px`).toBeLessThanOrEqual(top);
  }
  await visitor.pass(4000);
  await expect(toasts).toHaveCount(0);
});

test('a press on a toast reaches the element under it; a toast of the dialog stays on the page when the dialog closes, and stays 4000 ms in all', async ({
  visitor,
  page,
  service,
}) => {
  service.faults.fail('testMail', { status: 429, body: { code: 'rate_limited' } });
  await visitor.stopClock();
  await page.setViewportSize({ width: 390, height: 500 });
  await visitor.createAlias(JANE);
  const toast = page.locator('#screen .toast');
  await expect(toast).toBeVisible();
  const button = visitor.button('Send Test Mail');
  await button.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 30));
  const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
  const under = await button.boundingBox();
  expect(under?.y).toBeLessThan(y + height);
  await page.mouse.click(195, (under?.y ?? 0) + 5);
  await expect(visitor.dialog).toBeVisible();
  await page.keyboard.press('Escape');

  await visitor.sendTestMail();
  await expect(visitor.button('Sending...')).toBeVisible();
  await expect.poll(() => service.count('testMail')).toBe(1);
  await visitor.pass(1500);
  const wait = visitor.text(/^Please wait/);
  await expect(wait).toBeVisible();
  await visitor.pass(3000);
  await page.keyboard.press('Escape');
  await expect(visitor.dialog).toBeHidden();
  await visitor.pass(999);
  await expect(wait).toBeVisible();
  await visitor.pass(1);
  await expect(wait).toBeHidden();
});

test('with letters twice as large, or in a low window, a toast covers neither title nor field', async ({
  visitor,
  page,
  service,
}) => {
  service.faults.fail('insert', { status: 500 });
  await visitor.stopClock();
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.email.press('Enter');
  await expect(visitor.text(MESSAGES.creationFailed)).toBeVisible();
  service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
  service.faults.heal('insert');
  await visitor.submit();
  // Two toasts, of which the second one is longer.
  await expect(visitor.text(MESSAGES.planLimit).first()).toBeVisible();
  const title = page.locator('label', { hasText: 'Enter your real email' });
  for (const [letters, width, height] of [
    ['', 640, 400],
    ['', 844, 390],
    ['200%', 640, 400],
    ['200%', 320, 640],
    ['200%', 390, 844],
    ['200%', 1000, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await setLetters(page, letters);
    const toast = page.locator('#screen .toast').last();
    const { y = 0, height: high = 0 } = (await toast.boundingBox()) ?? {};
    const { y: top = 0 } = (await title.boundingBox()) ?? {};
    const newest = letters === '' ? y : 0;
    expect(newest + high, `${letters} ${width} x ${height}`).toBeLessThanOrEqual(top);
  }
});
