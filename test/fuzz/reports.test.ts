import assert from 'node:assert/strict';
import { bounceReport } from '#mail/return-path/bounce-report.ts';
import { isComplaint, markedAlias } from '#mail/return-path/complaint.ts';
import { complaintAbout } from '#support/far-report.ts';
import { fuzzAtLeast } from './fuzzing.ts';

const ALIAS = 'alias-1234@alias.test';
const REAL = 'jane.doe@mailbox.test';

const BEGINNINGS = [
  'From: MAILER-DAEMON@x\r\nSubject: failure notice\r\n\r\n',
  'From: postmaster\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n',
  'From: x@y\r\nContent-Type: multipart/mixed;\r\n boundary=b\r\n\r\n',
  'Content-Type: message/delivery-status\r\n\r\n',
] as const;

const PART = `--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ${REAL}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`;
const WITHIN = `--b\r\nContent-Type: multipart/mixed; boundary=bc\r\n\r\n${PART.replace('--b', '--bc')}--bc--\r\n`;

const ALPHABET = Buffer.from(`\r\n-:;"= b.5${REAL}`);

fuzzAtLeast(
  1,
  'our report has a matching status and no word of the received one, whatever its content',
  (chance) => {
    const parts = Array.from({ length: chance.upTo(4) }, () => chance.oneOf([PART, WITHIN, REAL]));
    const whole = Buffer.from(`${chance.oneOf(BEGINNINGS)}${parts.join('')}--b--\r\n`);
    const octets = chance.mutate(whole, ALPHABET);
    const message = { chunks: chance.cut(octets), octets: octets.length, eightBit: false };
    const made = { hostname: 'mx.alias.test', now: 0, boundary: 'ours' };
    const to = { forwardPath: 'ann@example.org', alias: ALIAS };
    const report = bounceReport(message, { ...to, about: 'mail' }, made);
    const owners = bounceReport(message, { ...to, about: 'reply' }, made);
    assert.equal(owners === undefined, report === undefined);
    if (report === undefined || owners === undefined) return false;
    const text = Buffer.concat(report.chunks).toString('latin1');
    assert.doesNotMatch(text, /jane|doe@|mailbox\.test/);
    assert.match(
      text,
      /\r\nAction: (?:failed\r\nStatus: [45]|delayed\r\nStatus: 4|(?:delivered|relayed|expanded)\r\nStatus: 2)\.\d\.\d{1,2}\r\n/,
    );
    // The report to an owner has one address, and no other text of the remote side.
    assert.match(
      Buffer.concat(owners.chunks).toString('latin1'),
      /^Final-Recipient: rfc822; [\w.+='~-]+@[a-zA-Z\d.-]+\r\nAction: /m,
    );
    return true;
  },
);

const MARK = 'k2ajx3mark';
const COMPLAINT = Buffer.from(
  complaintAbout(
    `Delivered-To: ${ALIAS}\r\nVeilpost-Loop: ${MARK}\r\nFrom: b@y.test\r\n\r\nhi\r\n`,
  ),
);

fuzzAtLeast(1, 'a complaint names an alias only by its mark, whatever octets it has', (chance) => {
  const octets = chance.mutate(COMPLAINT, Buffer.from('\r\n-:;"= /bk2'));
  const message = { chunks: chance.cut(octets), octets: octets.length, eightBit: false };
  const found = markedAlias(message, 'Veilpost-Loop', (of) => (of === ALIAS ? MARK : 'another'));
  if (found === undefined) return false;
  assert.equal(found, ALIAS);
  assert.ok(isComplaint(message) && octets.includes(MARK));
  return true;
});
