import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, newSession } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const MINUTE = 60_000;

const shownIn = ({ send }: AuthUnderTest, token: string) =>
  send('POST', '/functions/v1/device-code', '{}', { authorization: `Bearer ${token}` });

test('a code from one browser signs in another one, once; no letter is needed, and a notice reports it', async () => {
  const under = await authUnderTest(after);
  const { userId, token, visitor } = await newSession(under, JANE);
  const { status, json } = await shownIn(under, token);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json), ['code', 'expires_in']);
  assert.match(String(json.code), /^\d{6}$/);
  assert.equal(json.expires_in, 600);
  const other = under.browser();
  const verify = () => other.verifyOtp({ type: 'email', email: JANE, token: String(json.code) });
  assert.equal((await verify()).data.user?.id, userId);
  assert.equal(codeOf(await verify()), 'otp_expired');
  assert.deepEqual([under.letters.sent, under.letters.usedBy], [[], []]);
  assert.deepEqual(under.letters.notices, [{ notice: 'session-by-code', to: JANE }]);
  const { client } = await visitor();
  assert.equal((await client.getUser()).error, null, 'the first one stays signed in');
});

test('it is valid for ten minutes and five tries, and the next one voids it', async () => {
  const under = await authUnderTest(after);
  const session = await newSession(under, JANE);
  const show = async () => String((await shownIn(under, session.token)).json.code);
  const type = async (token: string) =>
    codeOf(await under.browser().verifyOtp({ type: 'email', email: JANE, token }));
  const late = await show();
  under.time.now += 10 * MINUTE;
  assert.equal(await type(late), 'otp_expired');
  const tried = await show();
  const wrong = tried === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries++) assert.equal(await type(wrong), 'otp_expired');
  assert.equal(await type(tried), 'otp_expired');
  const [first, second] = [await show(), await show()];
  if (first !== second) assert.equal(await type(first), 'otp_expired');
  under.time.now += 10 * MINUTE - 1;
  assert.equal(await type(second), 'ok');
});

test('without a session, after its end, and for an anonymous user there is no code', async () => {
  const switches = { passwords: false, anonymous: true, autoconfirm: true };
  const under = await authUnderTest(after, { switches });
  const none = await under.send('POST', '/functions/v1/device-code', '{}');
  assert.deepEqual([none.status, none.json.code], [401, 'PGRST301']);
  const { userId, token } = await newSession(under, JANE);
  await under.facility.sessions.endOf(userId);
  const ended = await shownIn(under, token);
  assert.deepEqual([ended.status, ended.json.code], [401, 'PGRST301']);
  const { data } = await under.browser().signInAnonymously();
  assert.equal((await shownIn(under, data.session?.access_token ?? '')).status, 401);
  const { status } = await under.api.request('/functions/v1/device-code', { method: 'POST' });
  assert.equal(status, 401, 'without the public key');
});
