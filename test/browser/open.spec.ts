/** Without confirmed addresses, the ticket is the only addition to the specified screen. */

import { expect, test } from './fixtures.ts';
import { visit } from './one-visit.ts';
import { JANE } from './visitor.ts';

/** Names of the scripts, without their hashes. */
const script = (url: string) => /assets\/([a-z-]+)-[\w-]{8}\.js/.exec(url)?.[1] ?? [];

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
  const [exists, insert, update] = (['exists', 'insert', 'update'] as const).map(
    (name) => service.calls.find(({ call }) => call === name)?.headers['x-alias-ticket'],
  );
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
