import assert from 'node:assert/strict';
import { test } from 'node:test';
import { farReport, returnPath } from '#support/far-report.ts';
import { forwarding, hand, REAL } from '#support/forwarding.ts';

const REPORT = farReport(REAL);

// Every form: src/mail/return-path/return-paths.heavy.test.ts.
for (const { whose, sender, parameters = '', form, reached } of [
  {
    whose: 'that two forwarders have rewritten',
    sender: 'SRS1=xyz=fwd.test==Ab3d=ZZ=example.org=ann@second.test',
    form: 'srs1',
    // The second is left out: only the first knows the sender.
    reached: 'SRS0=Ab3d=ZZ=example.org=ann@fwd.test',
  },
  {
    whose: 'in characters beyond ASCII',
    sender: 'jörg@münchen.example',
    parameters: ' SMTPUTF8',
    form: 'srsx',
    // RFC 5890 section 2.3.2.1: the same domain.
    reached: 'jörg@xn--mnchen-3ya.example',
  },
]) {
  test(`a report finds its way back to a sender ${whose}`, async (t) => {
    const all = await forwarding(t);
    const path = await returnPath(all, sender, parameters);
    assert.match(path, new RegExp(`^${form}=[\\x21-\\x7e]+$`));
    const far = await all.client();
    assert.match(await hand(far, [path], REPORT, ''), /^250 /);
    const [bounce] = all.hop.messages;
    assert.deepEqual(bounce?.recipients, [`<${reached}>`]);
    assert.match(bounce?.mail ?? '', /^MAIL FROM:<> /);
    // RFC 6531 section 3.5: such an address is only sent to a server with SMTPUTF8.
    assert.equal(bounce?.mail.endsWith(' SMTPUTF8'), parameters !== '');
    all.hop.extensions = ['PIPELINING', '8BITMIME'];
    all.hop.disconnect();
    const answer = parameters === '' ? /^250 / : /^550 5\.6\.7 /;
    assert.match(await hand(far, [path], REPORT, ''), answer);
  });
}

test('the mail of a sender that is too long for a return path arrives, and a report on it is refused', async (t) => {
  const all = await forwarding(t);
  for (const sender of [`${'v'.repeat(300)}@example.org`, 'camera']) {
    const path = await returnPath(all, sender);
    assert.match(path, /^srsn=[a-z2-7]+@b\.alias\.test$/);
    assert.match(await hand(await all.client(), [path], REPORT, ''), /^550 5\.1\.1 /);
  }
});
