/** Programs with an API key, such as password managers, at the running service. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { ownersKey } from '#support/owners-key.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';

const JANE = 'jane@mailbox.test';

const hop = await FakeNextHop.start();
after(() => hop.close());
const { running } = await nodeInProcess(
  { after },
  {
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'confirmed',
    ALIASES_PER_OWNER: '2',
    PUBLIC_URL: 'https://veilpost.test',
  },
);
after(() => running.close());
const { http: site, admin, smtpPort } = addressesOf(running);
const letter = async () => {
  await hop.until(() => hop.messages.length === 1);
  return hop.messages[0]?.octets.toString() ?? '';
};
const key = await ownersKey(site, { email: JANE, scope: 'manage', letter });

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** A request whose path is sent unchanged, unlike with `fetch`. */
const send = (path: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) =>
  new Promise<{ status: number; origin: unknown; type: string; text: string }>(
    (resolve, reject) => {
      const sent = request(site, { path, method, headers: { authentication: key, ...headers } });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (some) => (text += String(some)));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            origin: response.headers['access-control-allow-origin'],
            type: response.headers['content-type'] ?? '',
            text,
          }),
        );
      });
      sent.end(body);
    },
  );

test('a program’s address works with a trailing slash, with doubled slashes and with escapes', async () => {
  for (const path of [
    '/api/user_info',
    '//api/user_info',
    '///api//user_info',
    '/api/user_info/',
    '//api/user_info//?hostname',
    '/%61pi/user_info',
    '/api/v2/mailboxes/?page_id=0&enabled',
  ]) {
    const { status, type } = await send(path);
    assert.deepEqual([status, type], [200, 'application/json'], path);
  }
  for (const path of ['/api', '/api/', '//api//', '/api/v1', '/api/%ff', '/api/aliases/1%2F2']) {
    const { status, origin, type } = await send(path);
    assert.deepEqual([status, origin, type], [404, '*', 'application/json'], path);
  }
  assert.deepEqual(await send('/api/user_info', { method: 'HEAD' }), {
    status: 200,
    origin: '*',
    type: 'application/json',
    text: '',
  });
});

test('the screen and its calls stay closed to other origins', async () => {
  const headers = { origin: 'https://elsewhere.test' };
  for (const path of ['/', '//', '/rest/v1/aliases', '/functions/v1/api-keys', '/apix/user_info']) {
    assert.equal((await send(path, { headers })).origin, undefined, path);
  }
});

test('long headers and a cookie of another program on the same host do no harm', async () => {
  const headers = { cookie: `a=${'x'.repeat(10_000)}`, 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await send('/api/user_info', { headers })).status, 200);
});

test('an alias that a program makes forwards its first message, and the metrics name the calls', async () => {
  const made = await send('//api/alias/random/new?hostname=shop.example', { method: 'POST' });
  assert.equal(made.status, 201);
  const { alias } = JSON.parse(made.text);
  const client = await SmtpClient.greeted(smtpPort);
  after(() => client.destroy());
  await client.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${alias}>`, 'DATA');
  const message = 'From: ann@example.org\r\nSubject: first\r\n\r\nx\r\n.';
  assert.match(await client.say(message), /^250 /);
  assert.deepEqual(hop.messages.at(-1)?.recipients, [`<${JANE}>`]);
  const stats = JSON.parse((await send('/api/stats')).text);
  assert.equal(stats.nb_forward, 1);
  for (const status of [201, 400]) {
    assert.equal((await send('/api/alias/random/new', { method: 'POST' })).status, status);
  }
  assert.equal((await send('/api/x', { headers: { authentication: 'wrong' } })).status, 404);
  assert.equal((await send('/api/stats', { headers: { authentication: 'wrong' } })).status, 401);
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  for (const labels of ['call="key_create",status="201"', 'call="key_list",status="401"']) {
    assert.ok(metrics.includes(`veilpost_http_request_seconds_count{${labels}}`), labels);
  }
  assert.ok(!metrics.includes(key));
});
