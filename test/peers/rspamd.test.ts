/** Debian's Rspamd as our filter: it rejects GTUBE in the sender's session, and good mail arrives as it was sent. */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { examineFilter } from '#app/command/doctor/unwanted-mail.ts';
import { configOf } from '#app/config/reading.fixture.ts';
import { systemClock } from '#time/clock.ts';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import { afterSuite } from './folder.ts';
import { letters, stuffed } from './letters.ts';
import { ANN, JANE } from './servers/mail-server.ts';
import { startRspamd } from './servers/rspamd.ts';

const ALIAS = `alias-1001@${ALIAS_DOMAIN}`;
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

describe('Rspamd of Debian', () => {
  const after = afterSuite();
  let filter: string;
  let hop: FakeNextHop;
  let engine: Engine;
  before(async () => {
    filter = `http://127.0.0.1:${await startRspamd(after)}`;
    const options = { aliases: { [ALIAS]: JANE }, environment: { FILTER: filter } };
    ({ hop, engine } = await Engine.withHop(after, options));
  });

  const client = () => SmtpClient.during(after, engine.port);

  test('GTUBE is rejected in the session, and 20 good messages arrive with the octets that they were sent with', async () => {
    const sender = await client();
    const fields = `From: Ann <${ANN}>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <g@x.test>\r\n`;
    const spam = `${fields}Subject: GTUBE\r\n\r\n${GTUBE}\r\n`;
    assert.match(
      await hand(sender, [ALIAS], spam, ANN),
      /^550 5\.7\.1 This mail looks unwanted \(\w{10}\)$/,
    );
    assert.equal(hop.messages.length, 0);
    const good = ['one', 'two', 'three'].flatMap((round) => letters(round)).slice(0, 20);
    assert.equal(good.length, 20);
    for (const { what, content } of good) {
      assert.match(await hand(sender, [ALIAS], stuffed(content), ANN), /^250 /, what);
      const arrived = hop.messages.at(-1)?.octets;
      assert.ok(arrived?.subarray(-content.length).equals(content), what);
    }
    assert.equal(hop.messages.length, 20);
    const answered = await engine.metric('veilpost_filter_seconds_count');
    assert.equal(answered, 21);
    assert.equal(await engine.metric('veilpost_filter_total{result="failed"}'), 0);
  });

  test('the doctor reports that it responds and rejects', async () => {
    const config = configOf({ FILTER: filter });
    const found = await examineFilter({ config, clock: systemClock });
    assert.deepEqual(
      found.map(({ text }) => text),
      ['it answers with reject to GTUBE'],
    );
  });
});
