import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { authUnderTest } from '#support/auth.ts';
import { serveOnLoopback } from '#support/loopback.ts';

const GOOD_TOKEN = 'a good token';
const CAPTCHA_SECRET = 'a captcha secret';

/** What it may do with a request; undefined: it is silent. */
const MOODS = {
  judges: (response: ServerResponse, fields: URLSearchParams) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(verdictOn(fields)));
  },
  'is silent': undefined,
  fails: (response: ServerResponse) => response.writeHead(500).end('{"success":true}'),
  'talks nonsense': (response: ServerResponse) => response.end('<html>'),
  'talks endlessly': (response: ServerResponse) =>
    response.end(`{"success":true,"a":"${'x'.repeat(100_000)}"}`),
  'sends away': (response: ServerResponse) =>
    response.writeHead(302, { location: '/elsewhere' }).end('{"success":false}'),
};

/** A captcha service on loopback that knows one good token: its address, and the received bodies. */
async function fakeCaptcha() {
  const fake = {
    address: '',
    asked: [] as URLSearchParams[],
    mood: 'judges' as keyof typeof MOODS,
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const fields = new URLSearchParams(body);
      fake.asked.push(fields);
      MOODS[fake.mood]?.(response, fields);
    });
  });
  fake.address = `http://127.0.0.1:${await serveOnLoopback(server, after)}/siteverify`;
  return fake;
}

function verdictOn(fields: URLSearchParams): object {
  if (fields.get('secret') !== CAPTCHA_SECRET) {
    return { success: false, 'error-codes': ['invalid-input-secret'] };
  }
  return fields.get('response') === GOOD_TOKEN
    ? { success: true }
    : { success: false, 'error-codes': ['invalid-input-response'] };
}

const EMAIL = 'jane@mailbox.test';
const SWITCHES = { passwords: true, anonymous: true, autoconfirm: false };

/** The responses to the stock client for each call with a captcha. */
async function heard(
  { browser }: Awaited<ReturnType<typeof authUnderTest>>,
  captchaToken: string | undefined,
) {
  const client = browser();
  const options = captchaToken === undefined ? {} : { captchaToken };
  const password = 'secret 123';
  const answers = [
    await client.signInWithOtp({ email: EMAIL, options }),
    await client.signUp({ email: EMAIL, password, options }),
    await client.resetPasswordForEmail(EMAIL, options),
    await client.resend({ type: 'signup', email: EMAIL, options }),
    await client.signInWithPassword({ email: EMAIL, password, options }),
    await client.signInAnonymously({ options }),
  ];
  return answers.map(({ error }) => error?.code ?? 'ok');
}

/** @param options.timeoutMs of a silent service; absent: longer than any test */
async function withCaptcha(
  options: { secret?: string; timeoutMs?: number; whenBusy?: boolean } = {},
) {
  const fake = await fakeCaptcha();
  const faults: unknown[] = [];
  const { secret = CAPTCHA_SECRET, timeoutMs = 600_000, whenBusy = false } = options;
  const captcha = { service: 'turnstile', secret, address: fake.address } as const;
  const under = await authUnderTest(after, {
    captcha: { ...captcha, whenBusy, timeoutMs },
    switches: SWITCHES,
    onFault: (error) => void faults.push(error),
  });
  return { fake, under, faults };
}

type Captcha = Awaited<ReturnType<typeof withCaptcha>>;

test('without a valid captcha token no letter is sent and no one is signed in', async () => {
  const { under, fake } = await withCaptcha();
  for (const token of [undefined, '', 'a bad token']) {
    assert.deepEqual(await heard(under, token), Array(6).fill('captcha_failed'));
  }
  assert.equal(under.letters.sent.length, 0);
  assert.equal(await under.facility.store.users.byEmail(EMAIL), undefined);
  assert.equal(fake.asked.length, 6, 'a missing token is not verified');
});

test('with a valid captcha token the calls work', async () => {
  const { under, fake } = await withCaptcha();
  assert.deepEqual(await heard(under, GOOD_TOKEN), [
    'ok',
    'ok',
    'ok',
    'ok',
    'invalid_credentials',
    'ok',
  ]);
  for (const fields of fake.asked) assert.deepEqual([...fields.keys()], ['secret', 'response']);
});

test('a captcha for floods is required once half of the letters to newcomers is used, but not from an owner’s browser', async () => {
  const { under, fake } = await withCaptcha({ whenBusy: true });
  const calm = ['ok', 'ok', 'ok', 'ok', 'invalid_credentials', 'ok'];
  assert.deepEqual(await heard(under, undefined), calm);
  under.letters.busy = true;
  const failed = Array(4).fill('captcha_failed');
  assert.deepEqual(await heard(under, undefined), [...failed, 'invalid_credentials', 'ok']);
  assert.deepEqual(fake.asked, []);
  assert.equal((await heard(under, GOOD_TOKEN))[0], 'ok');
  const cookie = `veilpost-device=${under.facility.browsers.cookieOf(EMAIL)}`;
  const otp = async (email: string) =>
    (await under.send('POST', '/auth/v1/otp', JSON.stringify({ email }), { cookie })).status;
  assert.equal(await otp(EMAIL), 200);
  assert.equal(await otp('another@mailbox.test'), 400);
});

test('without a captcha its token is accepted and unused', async () => {
  const under = await authUnderTest(after, { switches: SWITCHES });
  assert.deepEqual((await heard(under, 'any token')).slice(0, 4), Array(4).fill('ok'));
  const body = JSON.stringify({ email: EMAIL, gotrue_meta_security: 7 });
  assert.equal((await under.send('POST', '/auth/v1/otp', body)).status, 200);
});

test('a captcha service that does not respond, or rejects our secret, is a 503 and is reported to the operator', async () => {
  const body = JSON.stringify({
    email: EMAIL,
    gotrue_meta_security: { captcha_token: GOOD_TOKEN },
  });
  const asked = async ({ under, fake }: Captcha, mood: keyof typeof MOODS) => {
    fake.mood = mood;
    const { status, json } = await under.send('POST', '/auth/v1/otp', body);
    return [status, json.error_code];
  };
  const silent = await withCaptcha({ timeoutMs: 200 });
  assert.deepEqual(await asked(silent, 'is silent'), [503, 'unexpected_failure']);
  assert.equal(silent.faults.length, 1);
  const answering = await withCaptcha();
  const moods = ['fails', 'talks nonsense', 'talks endlessly'] as const;
  for (const mood of moods) {
    assert.deepEqual(await asked(answering, mood), [503, 'unexpected_failure'], mood);
  }
  assert.equal(answering.faults.length, moods.length);
  await asked(answering, 'sends away');
  assert.equal(answering.fake.asked.length, moods.length + 1, 'a redirect is not followed');
  const { under: wrong } = await withCaptcha({ secret: 'another' });
  const { status } = await wrong.send('POST', '/auth/v1/otp', body);
  assert.equal(status, 503);
});

test('a captcha token that is not a text is rejected', async () => {
  const { under, fake } = await withCaptcha();
  for (const security of [7, [], { captcha_token: 7 }, { captcha_token: 'a\u0000b' }]) {
    const body = JSON.stringify({ email: EMAIL, gotrue_meta_security: security });
    assert.equal((await under.send('POST', '/auth/v1/otp', body)).status, 400);
  }
  assert.equal(fake.asked.length, 0);
});
