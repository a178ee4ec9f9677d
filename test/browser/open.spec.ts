/** Without confirmed addresses, the ticket is the only addition to the specified screen. */

import { expect, test } from './fixtures.ts';
import { visit } from './one-visit.ts';
import { confirm } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { refuseStorage } from './storage.ts';
import { JANE } from './visitor.ts';

/** Names of the scripts, without their hashes. */
const script = (url: string) => /assets\/([a-z-]+)-[\w-]{8}\.js/.exec(url)?.[1] ?? [];

const tickets = ({ calls }: StandIn) =>
  (['exists', 'insert', 'update'] as const).map(
    (name) => calls.find(({ call }) => call === name)?.headers['x-alias-ticket'],
  );

test('a visitor enters an address, gets an alias, copies it, sends a test mail and switches forwarding off: the whole visit makes the specified calls, none to another host, and loads no further script; the ticket goes with each call from the first insert on; an earlier link opens nothing, and leaves the address bar', async ({
  visitor,
  page,
  service,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const scripts: string[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    scripts.push(...[script(request.url())].flat());
    hosts.add(new URL(request.url()).origin);
  });
  const alias = await visit(visitor, JANE);
  expect([...hosts]).toEqual([baseURL]);
  expect(service.table.rows).toMatchObject([
    { real_email: JANE, alias_email: alias, active: false },
  ]);
  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  expect(scripts).toEqual(['index', 'on-demand']);
  expect(new Set(service.calls.map(({ call }) => call))).toEqual(
    new Set(['exists', 'insert', 'update', 'testMail', 'lookUp']),
  );
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['veilpost.ticket']);
  // A later mode knows each alias's creator by it.
  const [exists, insert, update] = tickets(service);
  expect(exists).toBeUndefined();
  expect(insert).toMatch(/^[\w-]{43}$/);
  expect(update).toBe(insert);
  await expect(page.getByText(/confirm|manage|code/i)).toHaveCount(0);

  await page.goto('about:blank');
  service.calls.length = 0;
  await page.goto(`/#confirm=${'x'.repeat(43)}`);
  await visitor.email.fill('john@example.com');
  await expect(visitor.generate).toBeEnabled();
  expect(new URL(page.url()).hash).toBe('');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => service.calls.map(({ call }) => call)).toEqual(['lookUp']);
});

test('with storage refused by the browser the screen works as usual', async ({
  visitor,
  page,
  service,
}) => {
  await refuseStorage(page);
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await expect.poll(() => service.count('update')).toBe(1);
  const [, insert, update] = tickets(service);
  expect(insert).toMatch(/^[\w-]{43}$/);
  expect(update).toBe(insert);
});

test.describe('after a time with confirmed addresses', () => {
  test.use({ ownership: 'confirmed' });
  test('an owner with a kept session still sees the alias after a change to open; a stranger does not', async ({
    visitor,
    page,
    service,
  }) => {
    await confirm(visitor, service);
    service.config.ownership = 'open';
    await page.goto('about:blank');
    await page.goto('/');
    await visitor.email.fill(JANE);
    await expect(visitor.text('Your current alias:')).toBeVisible();
    await expect(visitor.text(/^You manage this alias/)).toBeHidden();
    await page.evaluate(() => localStorage.removeItem('veilpost.session'));
    await page.goto('about:blank');
    await page.goto('/');
    await visitor.email.fill(JANE);
    await expect.poll(() => service.calls.at(-1)?.call).toBe('lookUp');
    await expect(visitor.generate).toBeEnabled();
    await expect(visitor.text('Your current alias:')).toBeHidden();
  });
});
