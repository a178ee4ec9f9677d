/** Scripts that arrive in another order than usual. */

import { expect, test } from './fixtures.ts';

test.use({ ownership: 'confirmed' });

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
