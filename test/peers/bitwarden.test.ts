import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isObject } from '#api/body.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { generate } from './bitwarden.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { ANN, MAILBOX_DOMAIN } from './servers/mail-server.ts';

const REAL = `jane@${MAILBOX_DOMAIN}`;
const WEBSITE = 'https://www.shop.example/register?step=1';

describe('Bitwarden, as it is shipped', () => {
  const after = afterSuite();
  let hop: FakeNextHop;
  let engine: Engine;
  let key: string;

  before(async () => {
    hop = await FakeNextHop.start();
    after(() => hop.close());
    const environment = {
      OWNERSHIP: 'confirmed',
      ALIASES_PER_OWNER: '4',
      PUBLIC_URL: 'https://veilpost.test',
      NEW_DATABASE: 'allow',
    };
    engine = await Engine.start(after, { nextHop: hop.port, aliases: {}, environment });
    key = await newKey();
  });

  /** A call of the screen's. */
  async function call(
    path: string,
    body: object,
    token?: string,
  ): Promise<Record<string, unknown>> {
    const page = await (await fetch(engine.site)).text();
    const apikey = /"key":"([^"]+)"/.exec(page)?.[1] ?? '';
    const response = await fetch(`${engine.site}${path}`, {
      method: 'POST',
      headers: {
        apikey,
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const json: unknown = await response.json();
    assert.ok(response.ok && isObject(json), JSON.stringify(json));
    return json;
  }

  /** A key of an owner who signs in by letter. */
  async function newKey(): Promise<string> {
    await call('/auth/v1/otp', { email: REAL, create_user: true });
    await hop.until(() => hop.messages.length === 1);
    const letter = hop.messages[0]?.octets.toString() ?? '';
    const [, token_hash] = /#confirm=([\w-]{43})\r$/m.exec(letter) ?? assert.fail(letter);
    const session = await call('/auth/v1/verify', { type: 'email', token_hash });
    const wish = { name: 'Bitwarden', scope: 'create' };
    const made = await call('/functions/v1/api-keys', wish, String(session.access_token));
    return String(made.key);
  }

  const arrives = async (alias: string) => {
    const subject = `order for ${alias}`;
    const sender = await SmtpClient.greeted(engine.port, '127.0.0.2');
    after(() => sender.destroy());
    const message = `From: <${ANN}>\r\nSubject: ${subject}\r\n\r\nYours.\r\n`;
    assert.match(await hand(sender, [alias], message, ANN), /^250 /);
    const arrived = hop.messages.filter(({ octets }) => octets.includes(subject));
    assert.deepEqual(
      arrived.map(({ recipients }) => recipients),
      [[`<${REAL}>`]],
    );
  };

  for (const [which, domain] of [
    ['SimpleLogin', undefined],
    ['AddyIo', ALIAS_DOMAIN],
  ] as const) {
    test(`makes an alias by its ${which} forwarder, and a message to the alias arrives`, async () => {
      for (const baseUrl of [engine.site, `${engine.site}/`]) {
        const settings = { baseUrl, token: key, ...(domain !== undefined && { domain }) };
        const alias = await generate(which, settings, WEBSITE);
        assert.match(alias, /^alias-[1-9]\d{9}@/);
        await arrives(alias);
      }
    });
  }

  test('shows its user our sentence when a key is wrong, and when there are no more aliases', async () => {
    const wrong = generate('SimpleLogin', { baseUrl: engine.site, token: 'x' }, null);
    await assert.rejects(wrong, (text) => {
      assert.equal(text, 'forwaderInvalidTokenWithMessage | SimpleLogin | Wrong API key.');
      return true;
    });
    const full = generate(
      'AddyIo',
      { baseUrl: engine.site, token: key, domain: ALIAS_DOMAIN },
      null,
    );
    await assert.rejects(full, (text) => {
      assert.equal(
        text,
        'forwaderInvalidOperationWithMessage | Addy.io | You have 4 of 4 aliases.',
      );
      return true;
    });
  });
});
