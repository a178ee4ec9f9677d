import assert from 'node:assert/strict';
import { deriveKeys } from '#mail/keys.ts';
import { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import { ReturnPaths } from '#mail/return-path/return-paths.ts';
import { parsePath } from '#mail/smtp/receive/path.ts';
import { type Chance, fuzz, fuzzAtLeast } from './fuzzing.ts';

const ALIAS = 'alias-4827@alias.test';
const ALIASES = ['alias-1234@alias.test', ALIAS];
const keys = deriveKeys(['secret']);
const now = () => Date.UTC(2026, 10, 22);
const addresses = new ReplyAddresses({
  keys: keys.reply,
  bounceDomain: 'b.alias.test',
  aliasDomains: ['alias.test'],
  now,
});
const paths = new ReturnPaths({
  domain: 'b.alias.test',
  keys: keys.returnPath,
  aliasDomains: ['alias.test'],
  now,
});

const CORRESPONDENTS = [
  'bob@example.com',
  'ann.lee+x@gmail.com',
  `${'v'.repeat(70)}@example.org`,
] as const;

function split(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1).toLowerCase()];
}

fuzzAtLeast(
  1,
  'every correspondent with a reply address comes back from it, octet for octet',
  (chance) => {
    const alphabet = Buffer.from('<>@.,:;"\\ =+-[]()aB1\r\n\0\u00e9', 'utf8');
    const whole = Buffer.from(chance.oneOf(CORRESPONDENTS));
    const correspondent = chance.mutate(whole, alphabet).toString('utf8');
    const isProven = chance.upTo(2) === 0;
    const address = addresses.seal(ALIAS, correspondent, isProven);
    assert.equal(parsePath(`<${address}>`).kind, 'path', address);
    if (address === 'r0@alias.test') return false;
    const [local, domain] = split(address);
    assert.equal(addresses.kindOf(local, domain), 'reply');
    const opened = addresses.open(local, domain, ALIASES);
    assert.ok(opened.kind === 'open' && opened.isProven === isProven);
    const [given, back] = [split(correspondent), split(opened.correspondent)];
    assert.equal(back[0], given[0]);
    const parsed = parsePath(`<${correspondent}>`);
    assert.ok(parsed.kind === 'path', 'nothing that ends a command');
    assert.equal(back[1], parsed.mailbox?.domain);
    return true;
  },
);

/** An issued address with a few changes, or noise. */
function changed(chance: Chance, address: string): string {
  const octets = chance.mutate(Buffer.from(address), Buffer.from('rabcd27.@=A'));
  return octets.toString('latin1');
}

const GIVEN = CORRESPONDENTS.map((correspondent) => addresses.seal(ALIAS, correspondent, true));

fuzzAtLeast(1, 'no changed reply address opens, and none has a second spelling', (chance) => {
  const text = changed(chance, chance.oneOf(['', ...GIVEN]));
  const [local, domain] = split(text);
  const kind = addresses.kindOf(local, domain);
  const opened = addresses.open(local, domain, ALIASES);
  const isGiven = GIVEN.includes(text.toLowerCase());
  assert.equal(opened.kind === 'open', isGiven, text);
  if (isGiven) assert.equal(kind, 'reply');
  if (kind !== 'reply') assert.equal(opened.kind, 'unknown');
  return isGiven;
});

fuzz("noise is never accepted as the return path of an owner's reply", (chance) => {
  const genuine = paths.forReply(ALIAS);
  const text = changed(chance, genuine);
  const isGenuine = text.toLowerCase() === genuine;
  assert.equal(paths.unwind(...split(text)).kind === 'owner', isGenuine, text);
});
