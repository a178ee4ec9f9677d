/** Toasts beside the rest of the screen: where they stand, and how long. */

import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { threeToasts } from './three-toasts.ts';
import { JANE } from './visitor.ts';

test('toasts cover no control of a phone, 320 and 390 px wide, and the newest are seen', async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  service.faults.fail('update', { status: 500 });
  await threeToasts(visitor);
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

test('a toast of the dialog goes on to the page with it, and stays 4000 ms in all', async ({
  visitor,
  page,
  service,
}) => {
  service.faults.fail('testMail', { status: 429, body: { code: 'rate_limited' } });
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.sendTestMail();
  await expect(visitor.button('Sending...')).toBeVisible();
  await expect.poll(() => service.count('testMail')).toBe(1);
  await visitor.pass(1500);
  const toast = visitor.text(/^Please wait/);
  await expect(toast).toBeVisible();
  await visitor.pass(3000);
  await page.keyboard.press('Escape');
  await expect(visitor.dialog).toBeHidden();
  await visitor.pass(999);
  await expect(toast).toBeVisible();
  await visitor.pass(1);
  await expect(toast).toBeHidden();
});
