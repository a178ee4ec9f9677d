import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { hand } from '#support/forwarding.ts';
import { ownersKey } from '#support/owners-key.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { generate } from './bitwarden.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { type After, afterSuite } from './folder.ts';
import { ANN, MAILBOX_DOMAIN } from './servers/mail-server.ts';

const REAL = `jane@${MAILBOX_DOMAIN}`;
const WEBSITE = 'https://www.shop.example/register?step=1';

/** A service with an owner's key for Bitwarden, and the remote server that gets all mail. */
async function withKey(after: After, settings: Record<string, string>) {
  const environment = { PUBLIC_URL: 'https://veilpost.test', ...settings };
  const { hop, engine, letter } = await Engine.withHop(after, { environment });
  const key = await ownersKey(engine.site, { email: REAL, scope: 'create', letter });
  /** Sends a message to the alias. */
  const arrives = async (alias: string) => {
    const subject = `order for ${alias}`;
    const sender = await SmtpClient.during(after, engine.port, '127.0.0.2');
    const message = `From: <${ANN}>\r\nSubject: ${subject}\r\n\r\nYours.\r\n`;
    assert.match(await hand(sender, [alias], message, ANN), /^250 /);
    const arrived = hop.messages.filter(({ octets }) => octets.includes(subject));
    assert.deepEqual(
      arrived.map(({ recipients }) => recipients),
      [[`<${REAL}>`]],
    );
  };
  return { engine, key, arrives };
}

test('the five steps of docs/clients.md lead from the setting to an alias that forwards', async (t) => {
  const guide = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  const settings = Object.fromEntries(
    [...guide.matchAll(/^ +([A-Z_]+)=(\w+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  assert.deepEqual(Object.keys(settings), ['OWNERSHIP', 'ALIASES_PER_OWNER']);
  const { engine, key, arrives } = await withKey((cleanUp) => t.after(cleanUp), settings);
  const [, service] = /the service \*\*(\w+)\*\*/.exec(guide) ?? [];
  assert.ok(service === 'SimpleLogin');
  await arrives(await generate(service, { baseUrl: engine.site, token: key }, WEBSITE));
});

describe('Bitwarden, as it is shipped', () => {
  const after = afterSuite();
  let engine: Engine;
  let key: string;
  let arrives: (alias: string) => Promise<void>;

  before(async () => {
    const settings = { OWNERSHIP: 'confirmed', ALIASES_PER_OWNER: '4' };
    ({ engine, key, arrives } = await withKey(after, settings));
  });

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
    const settings = { baseUrl: engine.site, token: key, domain: ALIAS_DOMAIN };
    const words = 'forwaderInvalidOperationWithMessage | Addy.io | You have 4 of 4 aliases.';
    await assert.rejects(generate('AddyIo', settings, null), (text) => {
      assert.equal(text, words);
      return true;
    });
  });
});
