import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { createAsk, type Tokens } from './ask.ts';

const KEY = 'public-key';

afterEach(() => mock.restoreAll());

/** Makes one call. @param statuses of the answers, in turn */
async function ask(tokens: Partial<Tokens>, statuses: number[], ticket?: string) {
  const sent: { bearer: string | null; ticket: string | null; apikey: string | null }[] = [];
  mock.method(globalThis, 'fetch', async (_: unknown, { headers }: { headers: Headers }) => {
    const bearer = headers.get('Authorization')?.replace('Bearer ', '') ?? null;
    sent.push({ bearer, ticket: headers.get('x-alias-ticket'), apikey: headers.get('apikey') });
    return new Response(null, { status: statuses.shift() ?? 200 });
  });
  let drops = 0;
  const none = () => Promise.resolve(undefined);
  const asked = createAsk(
    KEY,
    { current: () => ticket },
    { current: none, renewed: none, drop: () => void (drops += 1), ...tokens },
  );
  const { status } = await asked('http://api.test/', { headers: { 'X-Other': 'stays' } });
  return { status, sent, bearers: sent.map(({ bearer }) => bearer), drops };
}

const token = (value: string | undefined) => () => Promise.resolve(value);

test('a visitor without a session calls with the public key, and shows the ticket if there is one', async () => {
  const { sent, drops } = await ask({}, [401]);
  assert.deepEqual(sent, [{ bearer: KEY, ticket: null, apikey: KEY }]);
  assert.equal(drops, 0);
  assert.equal((await ask({}, [200], 'x'.repeat(43))).sent[0]?.ticket, 'x'.repeat(43));
});

for (const [what, tokens, statuses, status, bearers, dropped] of [
  ['a refused token is renewed once', ['old', 'new'], [401, 200], 200, ['old', 'new'], 0],
  [
    'a session that cannot be renewed has ended: the call is made again with the public key',
    ['old'],
    [401, 200],
    200,
    ['old', KEY],
    0,
  ],
  [
    'a session whose new token is refused too is forgotten',
    ['old', 'new'],
    [401, 401, 200],
    200,
    ['old', 'new', KEY],
    1,
  ],
  ['an error that does not concern the token is the answer', ['good'], [409], 409, ['good'], 0],
] as const) {
  test(what, async () => {
    const [current, renewed] = tokens;
    const own = { current: token(current), renewed: token(renewed) };
    const answer = await ask(own, [...statuses]);
    assert.deepEqual([answer.status, answer.bearers, answer.drops], [status, bearers, dropped]);
  });
}
