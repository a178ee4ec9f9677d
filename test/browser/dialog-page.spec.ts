/** A dialog and the page behind it. */

import { expect, test } from './fixtures.ts';
import { openLink } from './owner.ts';
import { STATES } from './states.ts';
import { JANE } from './visitor.ts';

test('a warning in the dialog stands below the message and covers nothing of it', async ({
  visitor,
  service,
}) => {
  await STATES['the dialog with a toast']?.(visitor, service);
  const top = async (name: string) =>
    (await visitor.dialog.getByText(name).first().boundingBox())?.y;
  const { y = 0, height = 0 } = (await visitor.dialog.getByRole('status').boundingBox()) ?? {};
  const message = await visitor.dialog.getByLabel('Message').boundingBox();
  const send = await visitor.dialog.getByRole('button', { name: 'Send Test Mail' }).boundingBox();
  expect(y).toBeGreaterThanOrEqual((message?.y ?? Infinity) + (message?.height ?? 0));
  expect(y + height).toBeLessThanOrEqual(send?.y ?? 0);
  expect(await top('Send Test Mail')).toBeLessThan(y);
});

test('a text that is as long as it may be says so', async ({ visitor }) => {
  await visitor.createAlias(JANE);
  await visitor.button('Send Test Mail').click();
  const subject = visitor.dialog.getByLabel('Subject');
  await subject.fill('x'.repeat(199));
  await expect(visitor.dialog.getByText(/characters at most/)).toHaveCount(0);
  await subject.press('y');
  await expect(visitor.dialog.getByText('Subject: 200 characters at most.')).toBeVisible();
  await visitor.dialog.getByLabel('Message').fill('x'.repeat(10_000));
  await expect(visitor.dialog.getByText('Message: 10,000 characters at most.')).toBeVisible();
});

test('the page behind a dialog does not scroll, and keeps its place beside a scrollbar', async ({
  visitor,
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  await visitor.createAlias(JANE);
  const gutter = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter);
  expect(await gutter()).toBe('stable');
  await visitor.button('Send Test Mail').click();
  await page.mouse.move(20, 20);
  await page.mouse.wheel(0, 200);
  // The wheel has been heard where a frame has passed.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await visitor.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('printed, the result is its papers alone: no toast, no button, no footer', async ({
  visitor,
  page,
}) => {
  await visitor.createAlias(JANE);
  await expect(visitor.text('Your alias has been generated!')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(visitor.text('Your alias has been generated!')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(visitor.ready).toBeVisible();
});

test.describe('with confirmed addresses', () => {
  test.use({ ownership: 'confirmed' });

  test('the answers of a question wrap where the face is wide, and none is squeezed', async ({
    visitor,
    page,
    service,
  }) => {
    await openLink(visitor, service);
    await page.evaluate(() => (document.body.style.letterSpacing = '0.2em'));
    for (const answer of ['I did not ask for this', 'Yes, this is my address']) {
      const { height = 0 } = (await visitor.button(answer).boundingBox()) ?? {};
      expect(height, answer).toBe(48);
    }
  });
});
