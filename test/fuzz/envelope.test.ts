import assert from 'node:assert/strict';
import { checkHeader } from '#mail/forward/header-check.ts';
import { deriveKeys } from '#mail/keys.ts';
import { ReturnPaths } from '#mail/return-path/return-paths.ts';
import { parsePath } from '#mail/smtp/receive/path.ts';
import { isDeliverable } from '#rules/address.ts';
import { fuzz } from './fuzzing.ts';

const ALIAS = 'alias-4827@alias.test';
const paths = new ReturnPaths({
  domain: 'b.alias.test',
  keys: deriveKeys(['secret']).returnPath,
  aliasDomains: ['alias.test'],
  now: () => 0,
});

fuzz('every accepted path comes back from its return address, octet for octet', (chance) => {
  const alphabet = Buffer.from('<>@.,:;"\\ =+-[]()aB1\u00e9', 'utf8');
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

function parsedDomain(path: string): string | undefined {
  const parsed = parsePath(path);
  return parsed.kind === 'path' ? parsed.mailbox?.domain : undefined;
}

fuzz('noise is never accepted as one of our return addresses', (chance) => {
  const genuine = paths.rewrite('ann@example.org', ALIAS) ?? '';
  const local = genuine.slice(0, genuine.lastIndexOf('@'));
  const changed = chance.mutate(Buffer.from(local), Buffer.from('=srx012abc')).toString('latin1');
  const { kind } = paths.unwind(changed, 'b.alias.test');
  if (changed.toLowerCase() !== local) assert.equal(kind, 'forged', changed);
});

const RULES = { receivedFields: 50, authservId: 'mx.alias.test', loopMarks: ['mark'] };
const HEADER = Buffer.from(
  'From bob Thu\r\nReceived: x\r\n\ty\r\nFrom: a@b\r\nAuthentication-Results: (c) mx.alias.test; d=e\r\n\r\n',
);

fuzz('every header block is examined without a failure', (chance) => {
  const octets = chance.mutate(HEADER, Buffer.from('\r\n\t :;()A>'));
  const check = checkHeader(octets, RULES);
  const cuts = check.kind === 'accepted' ? check.cuts : [];
  for (const { start, end } of cuts) assert.ok(start < end && end <= octets.length);
});

fuzz('a text accepted as a real address can be put into a command', (chance) => {
  const address = chance
    .mutate(Buffer.from('ann@example.org'), Buffer.from('<> \r\n@."\\'))
    .toString('utf8');
  if (!isDeliverable(address)) return;
  assert.equal(parsePath(`<${address}>`).kind, 'path', JSON.stringify(address));
});
