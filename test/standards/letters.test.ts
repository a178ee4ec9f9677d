/** Our own emails, as a receiving server checks them: with mailauth, an independent implementation. */

import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { authenticate } from 'mailauth';
import { LANGUAGES } from '#languages/languages.ts';
import { composeLetter } from '#mail/letters/compose-letter.ts';
import { ACCOUNT_LETTERS, CONFIRM, SITE } from '#mail/letters/letters.fixture.ts';
import { composeTestMail } from '#mail/letters/test-mail.ts';
import { Signatures } from '#mail/signing/signatures.ts';
import { testKey } from '#support/signing.ts';

const NOW = Date.UTC(2026, 10, 22);
const DOMAIN = 'alias.test';
const HEAD = { id: 'one.two', hostname: 'mx.alias.test', now: NOW };

const { pem, name, record } = testKey('rsa', DOMAIN);
const signatures = new Signatures({
  signing: () => ({ selector: 'rsa', key: createPrivateKey(pem), isPublished: () => true }),
  date: () => NOW,
  observe: () => undefined,
  onFault: (error) => assert.fail(String(error)),
});

/** A server's results for the signatures of a message. */
async function verdicts(octets: Buffer) {
  const { dkim } = await authenticate(octets, {
    resolver: async (asked: string) => {
      if (asked === name) return [[record]];
      throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    },
    disableArc: true,
    disableBimi: true,
    disableDmarc: true,
    ip: '192.0.2.1',
    helo: 'client.test',
    sender: '',
    mta: 'mx.test',
  });
  return dkim.results.map(({ status }) => status);
}

for (const language of [undefined, ...Object.keys(LANGUAGES)]) {
  test(`${language ?? 'en'}: the signature of each email and of a test mail passes with another verifier, header and body are ASCII`, async () => {
    const letters = [...ACCOUNT_LETTERS, CONFIRM].map((content) =>
      composeLetter(
        { to: 'jane@mailbox.test', site: SITE, ...content, ...(language && { language }) },
        { domain: DOMAIN, ...HEAD },
      ),
    );
    const visitors = {
      alias: `a-1@${DOMAIN}`,
      subject: 'Grüße',
      message: 'schöne Grüße',
      language: language ?? 'en',
    };
    for (const message of [...letters, composeTestMail({ ...visitors, ...HEAD })]) {
      const octets = Buffer.concat((await signatures.signOwn(message)).chunks);
      const mail = octets.toString('latin1');
      assert.deepEqual(
        (await verdicts(octets)).map(({ result, aligned }) => [result, aligned]),
        [['pass', DOMAIN]],
        mail,
      );
      assert.match(mail, /^[\t\r\n\x20-\x7e]*$/);
    }
  });
}

test('a changed email fails with the other verifier', async () => {
  const signed = await signatures.signOwn(
    composeLetter(
      { to: 'jane@mailbox.test', site: SITE, ...CONFIRM, language: 'ja' },
      { domain: DOMAIN, ...HEAD },
    ),
  );
  const octets = Buffer.concat(signed.chunks);
  octets[octets.length - 6] = (octets.at(-6) ?? 0) ^ 1;
  assert.deepEqual(
    (await verdicts(octets)).map(({ result }) => result),
    ['neutral'],
  );
});
