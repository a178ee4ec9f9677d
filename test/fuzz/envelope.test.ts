import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHeader } from '#mail/forward/header-check.ts';
import { deriveKeys } from '#mail/keys.ts';
import { ReturnPaths } from '#mail/return-path/return-paths.ts';
import { parsePath } from '#mail/smtp/receive/path.ts';
import { isDeliverable } from '#rules/address.ts';
import { fuzz, PATIENT } from './fuzzing.ts';

const ALIAS = 'alias-4827@alias.test';
const paths = new ReturnPaths({
  domain: 'b.alias.test',
  keys: deriveKeys(['secret']).returnPath,
  aliasDomains: ['alias.test'],
  now: () => 0,
});

test(
  'every accepted path comes back from its return address, octet for octet',
  PATIENT,
  async () => {
    const alphabet = Buffer.from('<>@.,:;"\\ =+-[]()aB1\u00e9', 'utf8');
    await fuzz((chance) => {
      const text = chance
        .mutate(Buffer.from('<ann.lee+x@mail.example.org>'), alphabet)
        .toString('utf8');
      const parsed = parsePath(text);
      if (parsed.kind !== 'path' || parsed.mailbox === null || parsed.mailbox.domain === '') return;
      const { address, domain } = parsed.mailbox;
      assert.doesNotMatch(address, /[\r\n\0]/);
      const rewritten = paths.rewrite(address, ALIAS);
      if (rewritten === undefined) return;
      const at = rewritten.lastIndexOf('@');
      const unwound = paths.unwind(rewritten.slice(0, at), rewritten.slice(at + 1));
      const expected = address.slice(0, address.lastIndexOf('@'));
      assert.equal(unwound.kind, 'sender', rewritten);
      const back = unwound.kind === 'sender' ? unwound.address : '';
      assert.equal(back.slice(0, back.lastIndexOf('@')), expected);
      assert.equal(parsedDomain(`<${back}>`), domain);
    });
  },
);

function parsedDomain(path: string): string | undefined {
  const parsed = parsePath(path);
  return parsed.kind === 'path' ? parsed.mailbox?.domain : undefined;
}

test('noise is never accepted as one of our return addresses', PATIENT, async () => {
  await fuzz((chance) => {
    const genuine = paths.rewrite('ann@example.org', ALIAS) ?? '';
    const local = genuine.slice(0, genuine.lastIndexOf('@'));
    const changed = chance.mutate(Buffer.from(local), Buffer.from('=srx012abc')).toString('latin1');
    const { kind } = paths.unwind(changed, 'b.alias.test');
    if (changed.toLowerCase() !== local) assert.equal(kind, 'forged', changed);
  });
});

test('every header block is examined without a failure', PATIENT, async () => {
  const rules = { receivedFields: 50, authservId: 'mx.alias.test', loopMarks: ['mark'] };
  const header = Buffer.from(
    'From bob Thu\r\nReceived: x\r\n\ty\r\nFrom: a@b\r\nAuthentication-Results: (c) mx.alias.test; d=e\r\n\r\n',
  );
  await fuzz((chance) => {
    const octets = chance.mutate(header, Buffer.from('\r\n\t :;()A>'));
    const check = checkHeader(octets, rules);
    const cuts = check.kind === 'accepted' ? check.cuts : [];
    for (const { start, end } of cuts) assert.ok(start < end && end <= octets.length);
  });
});

test('a text accepted as a real address can be put into a command', PATIENT, async () => {
  await fuzz((chance) => {
    const address = chance
      .mutate(Buffer.from('ann@example.org'), Buffer.from('<> \r\n@."\\'))
      .toString('utf8');
    if (!isDeliverable(address)) return;
    assert.equal(parsePath(`<${address}>`).kind, 'path', JSON.stringify(address));
  });
});
