/** Our own emails, as a receiving server checks them: with mailauth, an independent implementation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '#languages/languages.ts';
import { composeLetter } from '#mail/letters/compose-letter.ts';
import { ACCOUNT_LETTERS, CONFIRM, SITE } from '#mail/letters/letters.fixture.ts';
import { composeTestMail } from '#mail/letters/test-mail.ts';
import { Signatures } from '#mail/signing/signatures.ts';
import { KEYS, nextHopSays, OUR_DOMAIN, signing } from '#support/judging.ts';

const NOW = Date.UTC(2026, 10, 22);
const HEAD = { id: 'one.two', hostname: 'mx.alias.test', now: NOW };

const signatures = new Signatures({
  signing: signing(),
  date: () => NOW,
  observe: () => undefined,
  onFault: (error) => assert.fail(String(error)),
});

/** A server's results for the signatures of a message, and for its policy. */
async function verdicts(octets: Buffer) {
  const { dkim, dmarc } = await nextHopSays({ text: octets.toString('latin1'), sender: '' }, KEYS);
  return [...dkim, dmarc];
}

for (const language of [undefined, ...Object.keys(LANGUAGES)]) {
  test(`${language ?? 'en'}: the signature of each email and of a test mail passes with another verifier, header and body are ASCII`, async () => {
    const letters = [...ACCOUNT_LETTERS, CONFIRM].map((content) =>
      composeLetter(
        { to: 'jane@mailbox.test', site: SITE, ...content, ...(language && { language }) },
        { domain: OUR_DOMAIN, ...HEAD },
      ),
    );
    const visitors = {
      alias: `a-1@${OUR_DOMAIN}`,
      subject: 'Grüße',
      message: 'schöne Grüße',
      language: language ?? 'en',
    };
    for (const message of [...letters, composeTestMail({ ...visitors, ...HEAD })]) {
      const octets = Buffer.concat((await signatures.signOwn(message)).chunks);
      const mail = octets.toString('latin1');
      assert.deepEqual(await verdicts(octets), ['alias.test pass', 'pass'], mail);
      assert.match(mail, /^[\t\r\n\x20-\x7e]*$/);
    }
  });
}

test('a changed email fails with the other verifier', async () => {
  const signed = await signatures.signOwn(
    composeLetter(
      { to: 'jane@mailbox.test', site: SITE, ...CONFIRM, language: 'ja' },
      { domain: OUR_DOMAIN, ...HEAD },
    ),
  );
  const octets = Buffer.concat(signed.chunks);
  octets[octets.length - 6] = (octets.at(-6) ?? 0) ^ 1;
  assert.deepEqual(await verdicts(octets), ['alias.test fail', 'fail']);
});
