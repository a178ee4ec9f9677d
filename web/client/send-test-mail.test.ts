import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureText } from '../screen/machine/sentences.ts';
import { sendTestMail, type TestMailFailure } from './send-test-mail.ts';

const RECEIPT = { host: 'mx.example.com', tls: 'TLSv1.3', code: 250, ms: 640 };

/** The outcome under an answer; an error: none came. */
const outcome = (answer: Response | Error) =>
  sendTestMail(
    { url: '' },
    () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
    { aliasId: '1', owner: 'jane@home.example', subject: 'Hello', message: 'Are you there?' },
  );

const refused = (status: number, body?: object, headers?: Record<string, string>) =>
  new Response(body && JSON.stringify(body), { status, ...(headers && { headers }) });

async function failure(answer: Response | Error): Promise<TestMailFailure> {
  const ended = await outcome(answer);
  return ended.kind === 'failed' ? ended.failure : assert.fail('delivered');
}

test('a receipt is accepted whole, and an invalid one is not shown', async () => {
  assert.deepEqual(await outcome(Response.json(RECEIPT)), { kind: 'delivered', receipt: RECEIPT });
  for (const odd of [{ host: 'mx.example.com', ms: 5 }, { ...RECEIPT, ms: '640' }, null]) {
    const delivered = await outcome(Response.json(odd));
    assert.deepEqual(delivered, { kind: 'delivered', receipt: undefined });
  }
});

const UNDELIVERED = 'Test mail could not be delivered: the receiving server';
const UNREACHABLE =
  'The server cannot be reached. What you typed is still here. Try again in a moment.';

test('each failure of a test mail has its sentence', async () => {
  for (const [name, answer, sentence] of [
    ['refused', refused(502, { code: 'refused', smtp_code: 550 }), 'rejected it (550).'],
    ['deferred', refused(503, { code: 'deferred' }), 'temporarily rejected it. Try again later.'],
    ['not answered', refused(504, { code: 'unreachable' }), 'did not respond.'],
    ['cut off', new TypeError('Failed to fetch'), UNREACHABLE],
    ['answered by a gateway', refused(502), UNREACHABLE],
    [
      'answered with nonsense',
      refused(500),
      'Test mail could not be sent. What you typed is still here. Try again in a moment.',
    ],
  ] as const) {
    const found = await failure(answer);
    assert.ok(found.kind !== 'rateLimited' && found.kind !== 'aliasDisabled', name);
    const whole = sentence.endsWith('moment.') ? sentence : `${UNDELIVERED} ${sentence}`;
    assert.equal(failureText(found), whole, name);
  }
});

test('an early test mail waits as long as the server says, or else the whole minute', async () => {
  const early = { code: 'rate_limited' };
  for (const [headers, seconds] of [
    [{ 'Retry-After': '42' }, 42],
    [{}, 60],
    [{ 'Retry-After': 'soon' }, 60],
  ] as const) {
    const found = await failure(refused(429, early, headers));
    assert.deepEqual(found, { kind: 'rateLimited', seconds });
  }
});
