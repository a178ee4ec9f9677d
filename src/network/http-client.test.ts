import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { after, test } from 'node:test';
import { selfSignedCertificate } from '#support/certificate.ts';
import { listenOnLoopback, serveOnLoopback } from '#support/loopback.ts';
import { type Guard, guarded } from './guarded-way.ts';
import { httpClient, post } from './http-client.ts';

const NAME = 'provider.test';
const certificate = selfSignedCertificate(NAME);

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>;

async function server(answer: Answer) {
  let taken = 0;
  const listening = createServer(certificate, (incoming, outgoing) => {
    taken += 1;
    void answer(incoming, outgoing);
  });
  const port = await serveOnLoopback(listening, after);
  return { url: `https://${NAME}:${port}/token`, taken: () => taken };
}

const at = (...addresses: string[]) => ({
  lookup: async () => addresses.map((address) => ({ address, family: 4 })),
  ca: certificate.cert,
});
const guardedBy = (guard: Guard) => httpClient({ over: guarded(guard) });
/** Loopback stands in for the internet, and 127.0.0.9 for a private network. */
const isForbidden = (address: string) => address === '127.0.0.9';
const allowing = (...addresses: string[]) => guardedBy({ ...at(...addresses), isForbidden });
const fetch = allowing('127.0.0.1');
const secret: Answer = (_, outgoing) => void outgoing.end('secret');

test('a request arrives complete, and so does its response', async () => {
  const { url } = await server(async (incoming, outgoing) => {
    const { method, headers } = incoming;
    const body = await text(incoming);
    outgoing.setHeader('set-cookie', ['a=1', 'b=2']);
    outgoing.end(
      JSON.stringify({ method, one: headers['x-one'], type: headers['content-type'], body }),
    );
  });
  const body = new URLSearchParams({ a: 'ä' });
  const response = await fetch(url, { method: 'POST', headers: { 'x-one': '1' }, body });
  assert.deepEqual(await response.json(), {
    method: 'POST',
    one: '1',
    type: 'application/x-www-form-urlencoded;charset=UTF-8',
    body: 'a=%C3%A4',
  });
  assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
});

test('a name that resolves only to private addresses is not connected to', async () => {
  const { url, taken } = await server(secret);
  await assert.rejects(allowing('127.0.0.9')(url, {}), { name: 'ForbiddenAddress' });
  assert.equal(taken(), 0);
  const both = await allowing('127.0.0.9', '127.0.0.1')(url, {});
  assert.equal(await both.text(), 'secret', 'the address that is allowed is taken');
});

test('a private address instead of a name is rejected in any spelling, and only https is used', async () => {
  const { url, taken } = await server(secret);
  const { lookup, ca } = at('127.0.0.1');
  const strict = guardedBy({ lookup, ca });
  const forbidden = { name: 'ForbiddenAddress', code: 'EFORBIDDEN' };
  const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', NAME];
  for (const host of hosts) {
    await assert.rejects(strict(url.replace(NAME, host), {}), forbidden, host);
  }
  assert.equal(taken(), 0);
  for (const address of ['http://provider.test/', 'file:///etc/passwd', 'ftp://provider.test/']) {
    await assert.rejects(strict(address, {}), { name: 'TypeError' }, address);
  }
});

test('a redirect is not followed, and a response without a body is valid', async () => {
  const { url, taken } = await server((_, outgoing) => {
    outgoing.writeHead(302, { location: '/elsewhere' }).end();
  });
  const response = await fetch(url, {});
  assert.deepEqual([response.status, taken()], [302, 1]);
  const empty = await server((_, outgoing) => void outgoing.writeHead(204).end());
  assert.equal((await fetch(empty.url, {})).status, 204);
});

test('a response without a body ends its connection, even if the server would keep it', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const keeping = createTlsServer(certificate, (socket) => {
    socket.once('data', () => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    socket.once('end', resolve);
  });
  const port = await listenOnLoopback(keeping);
  after(() => void keeping.close());
  assert.equal((await fetch(`https://${NAME}:${port}/`, {})).status, 204);
  await ended;
});

test('the signal ends a request, even in the middle of its response', async () => {
  const silent = await server(() => {});
  const signal = AbortSignal.timeout(100);
  await assert.rejects(fetch(silent.url, { signal }), { name: 'AbortError' });
  const begun = await server((_, outgoing) => void outgoing.write('x'));
  const abort = new AbortController();
  const response = await fetch(begun.url, { signal: abort.signal });
  abort.abort();
  await assert.rejects(response.text());
});

test('an untrusted certificate, or one of another name, ends it', async () => {
  const { url, taken } = await server((_, outgoing) => void outgoing.end());
  const { lookup } = at('127.0.0.1');
  await assert.rejects(guardedBy({ lookup, isForbidden })(url, {}));
  const other = url.replace(NAME, 'other.test');
  await assert.rejects(fetch(other, {}));
  assert.equal(taken(), 0);
});

test('a post returns the status of the response, whatever it is, and times out', async () => {
  let status = 204;
  const posted: string[] = [];
  const { url } = await server(async (incoming, outgoing) => {
    posted.push(`${incoming.method} ${String(incoming.headers['x-one'])} ${await text(incoming)}`);
    if (status > 0) outgoing.writeHead(status).end('ok');
  });
  const sent = (ms = 60_000) => post(fetch, url, { headers: { 'X-One': '1' }, body: 'ä' }, ms);
  assert.equal(await sent(), 204);
  status = 500;
  assert.equal(await sent(), 500);
  assert.deepEqual(posted, ['POST 1 ä', 'POST 1 ä']);
  status = 0;
  await assert.rejects(sent(200), { name: 'AbortError' });
});

test('with bounds, a response is whole, or its server counts as silent', async () => {
  let answer = new Response('12345', { status: 400 });
  const inits: RequestInit[] = [];
  const over = async (_: string, init: RequestInit) => {
    inits.push(init);
    return answer;
  };
  const bounded = httpClient({ over, bounds: { ms: 60_000, octets: 5 } });
  const asked = (init = {}) => bounded('https://provider.test/?code=1', init);
  const whole = await asked({ method: 'POST' });
  assert.deepEqual([whole.status, await whole.text()], [400, '12345']);
  assert.deepEqual([inits[0]?.method, inits[0]?.redirect], ['POST', 'manual']);
  const silent = (reason: string) => ({
    name: 'RemoteServerSilent',
    message: `provider.test does not answer: ${reason}`,
  });
  for (const body of ['', '1']) {
    answer = new Response(body === '' ? null : body, { status: body === '' ? 204 : 200 });
    assert.equal(await (await asked()).text(), body);
  }
  answer = new Response('123456');
  await assert.rejects(asked(), silent('the answer is longer than 5 octets'));
  answer = new Response('', { status: 500 });
  await assert.rejects(asked(), silent('status 500'));
});
