import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HookServer } from '#support/http-server.ts';
import { post } from './post.ts';

async function server() {
  const hook = new HookServer();
  return { hook, url: await hook.listen(after) };
}

const sent = (url: URL, surroundings: Parameters<typeof post>[3]) =>
  post(url, { 'X-One': '1' }, 'ä', surroundings);

test('the body arrives complete, and the status is returned', async () => {
  const { hook, url } = await server();
  assert.equal(await sent(url, hook.surroundings), 204);
  hook.status = 500;
  assert.equal(await sent(url, hook.surroundings), 500);
  const [first] = hook.taken;
  assert.deepEqual([first?.body, first?.path, first?.headers['x-one']], ['ä', '/codes', '1']);
});

test('a redirect is not followed', async () => {
  const { hook, url } = await server();
  hook.status = 307;
  hook.headers = { Location: url.href };
  assert.equal(await sent(url, hook.surroundings), 307);
  assert.equal(hook.taken.length, 1);
});

test('an unresponsive server ends with the timeout', async () => {
  const { hook, url } = await server();
  hook.status = undefined;
  await assert.rejects(sent(url, { ...hook.surroundings, timeoutMs: 200 }), { name: 'AbortError' });
});

test('an untrusted certificate ends it', async () => {
  const { hook, url } = await server();
  const { lookup, isForbidden } = hook.surroundings;
  await assert.rejects(
    sent(url, { ...(lookup && { lookup }), ...(isForbidden && { isForbidden }) }),
  );
  assert.deepEqual(hook.taken, []);
});

test('no private address is connected to, by name or as a literal', async () => {
  const { hook, url } = await server();
  const { lookup, ca } = hook.surroundings;
  const real = { ...(lookup && { lookup }), ...(ca !== undefined && { ca }) };
  const forbidden = { code: 'EFORBIDDEN' };
  await assert.rejects(sent(url, real), forbidden);
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433']) {
    await assert.rejects(sent(new URL(`https://${host}:${url.port}/`), real), forbidden, host);
  }
  assert.deepEqual(hook.taken, []);
});

test('of several addresses only the allowed ones are tried', async () => {
  const { hook, url } = await server();
  const lookup = async () => [
    { address: '192.0.2.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const isForbidden = (address: string) => address === '192.0.2.1';
  assert.equal(await sent(url, { ...hook.surroundings, lookup, isForbidden }), 204);
});
