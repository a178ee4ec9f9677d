import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf } from './reading.fixture.ts';
import { refusedReplies, refuseRemoved } from './removed-settings.ts';
import type { Environment } from './values.ts';

const refused = (env: Environment) => () => refuseRemoved(env, configOf(env));

test('a removed setting is rejected if ignoring it would be unsafe: another HTTP address, weaker proof, unfiltered replies, or unexpected reply addresses', () => {
  const elsewhere = { HOST: '::', HTTP_HOST: '127.0.0.1' };
  assert.throws(refused(elsewhere), {
    message:
      'HTTP_HOST is no longer a setting: use HOST, and SMTP_HOST for a different address for mail.',
  });
  refused({ HOST: '127.0.0.1', HTTP_HOST: '127.0.0.1', SMTP_HOST: '::' })();
  const filtered = { FILTER: 'http://127.0.0.1', FILTER_REPLIES: 'on' };
  assert.throws(refused(filtered), {
    message: 'FILTER_REPLIES is no longer a setting: use FILTER=...?replies=on.',
  });
  refused({ ...filtered, FILTER: 'http://127.0.0.1?replies=on' })();
  refused({ ...filtered, FILTER_REPLIES: 'off' })();
  const real = { NEXT_HOP: 'mx:', REPLY_PROOF: 'dkim' };
  assert.throws(refused(real), {
    message: 'REPLY_PROOF is no longer a setting: use REPLIES=dkim instead of REPLY_PROOF=dkim.',
  });
  refused({ ...real, REPLIES: 'dkim' })();
  assert.throws(refused({ NEXT_HOP: 'mx:', MAIL_CHECKS: 'on', PRIVACY: 'transparent' }), {
    message:
      'PRIVACY is no longer a setting: REPLIES=on replaces senders with reply addresses, REPLIES=off keeps them.',
  });
  refused({})();
});

test('REPLY_BODY=refuse of an earlier version is remembered, and its default is not', () => {
  assert.deepEqual(
    ['refuse', 'replace', ''].map((value) => refusedReplies({ REPLY_BODY: value })),
    [true, false, false],
  );
  assert.equal(refusedReplies({}), false);
});
