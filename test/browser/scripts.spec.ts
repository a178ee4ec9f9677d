/** Scripts that are missing, and requested again; and one that arrives in another order than usual. */

import { expect, test } from './fixtures.ts';
import { codeField, openLink } from './owner.ts';
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

test('a link in a browser that was here before: the views are loaded before the page is hydrated, and the page stays complete', async ({
  visitor,
  page,
  service,
}) => {
  const token = await service.owners.letter('jane.doe@example.com');
  // As in WebKit, where a script from the cache is available before React renders in its message task.
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (message: unknown) {
      held.push(() => post.call(this, message));
    };
    addEventListener('hydrate', () => {
      MessagePort.prototype.postMessage = post;
      for (const send of held) send();
    });
  });
  const script = page.waitForResponse(/assets\/on-demand-/);
  await page.goto(`/#confirm=${token}`);
  const loaded = await script;
  await loaded.finished();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(async (address) => {
    // The same module as the page's: it has run when this import resolves.
    await import(address);
    dispatchEvent(new Event('hydrate'));
  }, loaded.url());
  await expect(page.getByRole('dialog', { name: 'Is this address yours?' })).toBeVisible();
  await expect(visitor.text('An address to give out instead of yours')).toBeVisible();
});
