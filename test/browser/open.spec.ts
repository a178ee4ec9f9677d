/** Without confirmed addresses, the ticket is the only addition to the specified screen. */

import { expect, test } from './fixtures.ts';
import { visit } from './one-visit.ts';
import { JANE } from './visitor.ts';

/** Names of the scripts, without their hashes. */
const script = (url: string) => /assets\/([a-z-]+)-[\w-]{8}\.js/.exec(url)?.[1] ?? [];

test('a visitor enters an address, gets an alias, copies it, sends a test mail and switches forwarding off: the whole visit makes the specified calls, with key and canonical address, none to another host, and loads no further script; the ticket goes with each call from the first insert on; an earlier link opens nothing, and leaves the address bar', async ({
  visitor,
  page,
  service,
  baseURL,
}) => {
  const scripts: string[] = [];
  const asked: string[] = [];
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    expect(origin).toBe(baseURL);
    scripts.push(...[script(request.url())].flat());
    if (!/^\/(assets\/|favicon|$)/.test(pathname))
      asked.push(`${request.method()} ${pathname}${decodeURIComponent(search)}`);
  });
  const alias = await visit(visitor, 'Jane.Doe@Example.COM');
  const { calls } = service;
  const { rows } = service.table;
  expect(rows).toMatchObject([{ real_email: JANE, alias_email: alias, active: false }]);
  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  expect(scripts).toEqual(['index', 'on-demand']);
  expect(asked).toEqual([
    `GET /rest/v1/aliases?select=id&alias_email=eq.${alias}`,
    'POST /rest/v1/aliases?select=*',
    'POST /functions/v1/send-test-mail',
    `PATCH /rest/v1/aliases?id=eq.${rows[0]?.id}&select=*`,
    `GET /rest/v1/aliases?select=*&real_email=eq.${JANE}&order=created_at.desc`,
  ]);
  const [exists, insert, ...later] = calls;
  const ticket = insert?.headers['x-alias-ticket'];
  expect(ticket).toMatch(/^[\w-]{43}$/);
  expect(exists?.headers['x-alias-ticket']).toBeUndefined();
  // A later mode knows each alias's creator by it.
  for (const { headers } of later) expect(headers['x-alias-ticket']).toBe(ticket);
  for (const { call, headers } of calls) {
    expect(headers.apikey).toBe('public-anonymous-key');
    expect(headers.authorization).toBe('Bearer public-anonymous-key');
    if (call !== 'testMail') expect(headers['x-real-email']).toBe(JANE);
  }
  expect(alias).toMatch(/^alias-[1-9]\d{3}@veilpost\.example$/);
  const bodies = calls.map(({ body }) => body);
  expect(bodies[1]).toEqual({ real_email: JANE, alias_email: alias, active: true });
  expect(bodies[3]).toEqual({ active: false });
  // The code PGRST116 means that the candidate is free, and is not a failure. The browser itself logs its status 406.
  expect(logged).toEqual([expect.stringContaining('406')]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['veilpost.ticket']);
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
