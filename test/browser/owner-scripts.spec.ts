/** The scripts of the owner's side on a bad connection: a missing one is reported and requested again. */

import { expect, test } from './fixtures.ts';
import { codeField, openLink } from './owner.ts';
import { refuseStorage } from './refused-storage.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const UNREACHABLE = /^The server cannot be reached/;

test("without the script of the remaining step the email is still sent, and Try again loads the step; 'Manage this alias' without its script reports that, and unfolds at the next try; a link does not give up: it requests the scripts of its question until they arrive", async ({
  visitor,
  page,
  service,
}) => {
  // The route is not removed, because its removal would drop calls in progress.
  let missing = true;
  await page.route(/assets\/owner-/, async (route) => {
    await (missing ? route.abort() : route.continue());
    missing = false;
  });
  await visitor.createAlias(JANE);
  await expect(visitor.text(UNREACHABLE)).toBeVisible();
  await expect.poll(() => service.count('otp')).toBe(1);
  await expect(page.locator('.postmark')).toBeHidden();
  await visitor.button('Try again').click();
  await expect(codeField(visitor)).toBeVisible();
  await expect(visitor.text(UNREACHABLE)).toBeHidden();

  await page.route(/assets\/manage-/, (route) => route.abort(), { times: 1 });
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  const fold = visitor.text('Manage this alias');
  await fold.click();
  await expect(visitor.text(UNREACHABLE)).toBeVisible();
  await fold.click();
  await fold.click();
  await expect(visitor.text('What happened to my mail')).toBeVisible();
  await expect(visitor.text(UNREACHABLE)).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.route(/assets\/on-demand-/, (route) => route.abort(), { times: 1 });
  await openLink(visitor, service);
  await expect(visitor.button('Yes, this is my address')).toBeVisible();
});

test('a browser that refuses its storage confirms the address, and reports that it cannot manage the alias', async ({
  visitor,
  page,
  service,
}) => {
  await refuseStorage(page);
  await visitor.createAlias(JANE);
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(
    visitor.text(/^Your address is confirmed\. This browser does not keep/),
  ).toBeVisible();
  const [row] = service.table.rows;
  expect(row && service.owners.stateOf(row).confirmed).toBe(true);
});
