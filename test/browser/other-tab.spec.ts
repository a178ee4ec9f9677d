/** Another tab of the same browser signs the owner in. */

import { expect, test } from './fixtures.ts';
import { confirmedAlias, findHidden } from './owner.ts';
import { JANE, Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const YOURS = 'You manage this alias in this browser.';

test("a hidden alias is the owner's here, too, once the link that was sent from here has been opened in another tab", async ({
  visitor,
  page,
  context,
  service,
}) => {
  confirmedAlias(service);
  await findHidden(visitor);
  await visitor.button('Send me a link').click();
  await expect(visitor.text(/^An email is on its way/)).toBeVisible();
  const tab = new Visitor(await context.newPage());
  await tab.page.goto(`/#confirm=${(await service.owners.letterTo(JANE)).link}`);
  await tab.button('Yes, this is my address').click();
  await expect(tab.text(YOURS)).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(visitor.text(YOURS)).toBeVisible();
});
