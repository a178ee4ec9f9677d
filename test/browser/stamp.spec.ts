/** The drawing on the stamp. */

import { expect, test } from './fixtures.ts';

test("the stamp's value is drawn, and its lines lie on whole pixels", async ({ page }) => {
  await page.goto('/');
  const stamp = page.locator('#stamp');
  await expect(stamp.locator('text')).toHaveCount(0);
  const middles = (await stamp.locator('.engraved').getAttribute('d'))?.match(/[\d.]+(?=h27)/);
  expect(Number(middles?.[0]) % 1).toBe(0.5);
  const height = await stamp
    .locator('.engraved')
    .evaluate((path: SVGPathElement) => path.getBBox().height);
  expect(height % 4).toBe(0);
});
