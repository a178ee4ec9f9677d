/** Scripts that arrive in another order than usual, or are wanted by several calls at once. */

import { expect, test } from './fixtures.ts';
import { ageToken, confirm } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('calls that renew a session at the same time share one client, and the console stays empty', async ({
  visitor,
  page,
  service,
}) => {
  await confirm(visitor, service);
  await ageToken(visitor, service);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url());
  });
  await visitor.text('Manage this alias').click();
  await visitor.text('Sign-in').click();
  await expect(visitor.button('Second factor off')).toBeVisible();
  expect(renewals).toHaveLength(1);
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
