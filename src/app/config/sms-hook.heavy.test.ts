import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { HookServer } from '#support/http-server.ts';
import { createLog } from '../observe/log.ts';
import { parseSmsHook, type SmsHookOptions, smsHook } from './sms-hook.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const KEY = Buffer.alloc(32, 7);
const MESSAGE = {
  userId: 'user',
  phone: '+4915112345678',
  code: '012345',
  channel: 'whatsapp',
} as const;

/** @param timeoutMs absent: longer than any test */
async function hooked(timeoutMs = 600_000, change: SmsHookOptions['surroundings'] = {}) {
  const server = new HookServer();
  const url = await server.listen(after);
  const logged: string[] = [];
  const log = createLog({ write: (line) => void logged.push(line) }, false);
  const surroundings = { ...server.surroundings, timeoutMs, ...change };
  const send = smsHook({ url, key: KEY, now: () => NOW, log, surroundings });
  return { server, send, logged };
}

test('a message is signed as Standard Webhooks says', async () => {
  const { server, send, logged } = await hooked();
  assert.ok(await send(MESSAGE));
  const [{ headers, body } = assert.fail('nothing came')] = server.taken;
  assert.deepEqual(JSON.parse(body), {
    user: { id: 'user', phone: '+4915112345678' },
    sms: { phone: '+4915112345678', otp: '012345', channel: 'whatsapp' },
  });
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  assert.equal(timestamp, String(NOW / 1000));
  const mac = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${mac}`);
  assert.equal(headers['content-type'], 'application/json');
  assert.ok(await send(MESSAGE));
  assert.notEqual(server.taken[1]?.headers['webhook-id'], id);
  assert.deepEqual(logged, []);
});

test('a message answered without a 2xx, or whose hook has a private address, counts as not sent; the log says so, without the number or the code', async () => {
  const { server, send, logged } = await hooked(200);
  server.headers = { Location: '/elsewhere' };
  for (const status of [undefined, 500, 302, 404]) {
    server.status = status;
    assert.ok(!(await send(MESSAGE)), String(status));
  }
  assert.equal(logged.length, 4);
  assert.doesNotMatch(JSON.stringify(logged), /15112345678|012345/);
  const inside = await hooked(200, { isForbidden: () => true });
  assert.ok(!(await inside.send(MESSAGE)), 'a private address');
  assert.deepEqual([inside.server.taken, inside.logged.length], [[], 1]);
});

test('the setting is an https address and a base64 secret', () => {
  const secret = KEY.toString('base64');
  for (const written of [secret, `whsec_${secret}`, `v1,whsec_${secret}`]) {
    const { url, key } = parseSmsHook(`https://hook.test/codes?a=1|2|${written}`);
    assert.deepEqual([url.href, key], ['https://hook.test/codes?a=1|2', KEY]);
  }
  for (const wrong of [
    'https://hook.test/codes',
    `http://hook.test/|${secret}`,
    `|${secret}`,
    `hook.test|${secret}`,
    `https://me:word@hook.test/|${secret}`,
    'https://hook.test/|',
    'https://hook.test/|tooShort',
    'https://hook.test/|not base64 at all, and long enough for a key',
    `https://hook.test/|${Buffer.alloc(65).toString('base64')}`,
  ]) {
    assert.throws(
      () => parseSmsHook(wrong),
      (error) => error instanceof Error && !error.message.includes(secret),
      wrong,
    );
  }
});

test('country codes follow the secret', () => {
  const secret = KEY.toString('base64');
  const { key, countries } = parseSmsHook(`https://hook.test/codes|whsec_${secret}|+43,+49`);
  assert.deepEqual([key, countries], [KEY, ['+43', '+49']]);
  assert.equal(parseSmsHook(`https://hook.test/codes|${secret}`).countries, undefined);
  for (const wrong of ['43', '+', '+043', '+43,', '+43 +49', 'AT']) {
    assert.throws(() => parseSmsHook(`https://hook.test/codes|${secret}|${wrong}`), wrong);
  }
});
