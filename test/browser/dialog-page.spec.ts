/** A dialog and the page under it. */

import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('printed, the result is its papers alone: no toast, no button, no switch, no footer; in the dialog a text that is as long as it may be says so; the page under it does not scroll, and keeps its place beside a scrollbar', async ({
  visitor,
  page,
}) => {
  await visitor.createAlias(JANE);
  await expect(visitor.text('Your alias has been generated!')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(visitor.text('Your alias has been generated!')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(visitor.text('Forwarding On')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(visitor.ready).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await visitor.button('Send Test Mail').click();
  const subject = visitor.dialog.getByLabel('Subject');
  await subject.fill('x'.repeat(199));
  await expect(visitor.dialog.getByText(/characters at most/)).toHaveCount(0);
  await subject.press('y');
  await expect(visitor.dialog.getByText('Subject: 200 characters at most.')).toBeVisible();
  await visitor.dialog.getByLabel('Message').fill('x'.repeat(10_000));
  await expect(visitor.dialog.getByText('Message: 10,000 characters at most.')).toBeVisible();

  await page.setViewportSize({ width: 1000, height: 400 });
  await page.keyboard.press('Escape');
  const gutter = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter);
  expect(await gutter()).toBe('stable');
  await visitor.button('Send Test Mail').click();
  await page.mouse.move(20, 20);
  await page.mouse.wheel(0, 200);
  // After a frame the wheel event has been handled.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await visitor.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});
