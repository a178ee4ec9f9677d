import { expect, test } from './fixtures.ts';
import { codeField } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

test('the heading of the remaining step is docked at the foot of every window, however low, and its button leads to the field', async ({
  visitor,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  const envelope = async () => (await page.locator('.envelope').boundingBox())?.y;
  const edge = await envelope();
  await visitor.createAlias(JANE);
  const heading = page.getByRole('heading', { name: 'One step left: confirm your address' });
  await expect(heading).toBeInViewport({ ratio: 1 });
  // A small laptop has room for it under the result: no specified line is covered.
  expect(await envelope()).toBe(edge);
  const back = await visitor.back.boundingBox();
  expect((back?.y ?? Infinity) + (back?.height ?? 0)).toBeLessThanOrEqual(
    (await page.locator('.dock').boundingBox())?.y ?? 0,
  );
  // Whenever 'Forwarding On' is in view, the step is, too: in a low window, and on a phone in landscape.
  for (const [width, height] of [
    [1280, 480],
    [844, 390],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const seen of [visitor.ready, visitor.forwarding, visitor.back]) {
      await seen.scrollIntoViewIfNeeded();
      await expect(heading, `${width} x ${height}`).toBeInViewport({ ratio: 1 });
      // It is not covered.
      await visitor.button('Go to the code field').click({ trial: true });
    }
    const dock = await page.locator('.dock').boundingBox();
    const button = await visitor.button('Go to the code field').boundingBox();
    expect(button?.height).toBeLessThanOrEqual(dock?.height ?? 0);
    expect(dock?.height).toBeLessThanOrEqual(44);
  }
  await page.setViewportSize({ width: 390, height: 700 });
  await visitor.ready.scrollIntoViewIfNeeded();
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(codeField(visitor)).not.toBeInViewport();
  const { y = 0, height = 0 } = (await page.locator('.dock').boundingBox()) ?? {};
  expect(y + height).toBe(700);
  await visitor.button('Go to the code field').click();
  await expect(codeField(visitor)).toBeFocused();
  await expect(codeField(visitor)).toBeInViewport({ ratio: 1 });

  // In the locked form, too.
  await page.setViewportSize({ width: 1280, height: 480 });
  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  await expect(heading).toBeInViewport({ ratio: 1 });
});
