import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_LIMITS } from '#mail/forward/forwarder.ts';
import { ALIAS } from '#support/forwarding.ts';
import {
  authorKey,
  behindOurLines,
  fromList,
  judging,
  MAIL,
  nextHopSays,
  NOW,
  REJECT,
  signedByAuthor,
} from '#support/judging.ts';
import { testKey, verified, withSeal } from '#support/signing.ts';
import { type Node, zoneResolver } from '#support/zone-resolver.ts';

test('a forged message of a p=reject domain is rejected in session, and the next hop does not get it', async (t) => {
  const { send, hop, zone } = await judging(t, { zone: { ...REJECT } });
  const connections = hop.connections.total;
  assert.match(await send(MAIL), /^550 5\.7\.1 .*\[dmarc-reject\] \(\w{10}\)$/);
  assert.match(await send((await signedByAuthor(MAIL)).replace('hello', 'hullo')), /^550 5\.7\.1 /);
  assert.equal(hop.connections.total, connections);
  zone['_dmarc.example.org'] = { TXT: ['v=DMARC1; p=quarantine'] };
  assert.match(await send(MAIL), /^250 /);
  assert.match(
    hop.messages[0]?.octets.toString() ?? '',
    /\r\n dmarc=fail header\.from=example\.org policy\.dmarc=quarantine/,
  );
});

test('forgeries that are rejected do not use up the messages that an alias takes in an hour', async (t) => {
  t.mock.property(MAIL_LIMITS.messages, 'most', 3);
  const { send } = await judging(t, { zone: { ...REJECT } });
  for (let i = 0; i < 5; i++) assert.match(await send(MAIL), /^550 5\.7\.1 .*\[dmarc-reject\]/);
  const proven = (i: number) => signedByAuthor(MAIL.replace('hello', `hello ${i}`));
  for (let i = 0; i < 3; i++) assert.match(await send(await proven(i)), /^250 /);
  assert.match(await send(await proven(3)), /^451 4\.7\.1 /);
});

test('a sealer that the operator trusts excuses a failure, and no other does', async (t) => {
  const { send, zone } = await judging(t, { zone: { ...REJECT } });
  const list = testKey('rsa', 'lists.test');
  zone[list.name] = { TXT: [list.record] };
  const sealed = await fromList(list, zone);
  assert.match(await send(sealed), /^550 5\.7\.1 /);
  const trusting = await judging(t, { zone, checks: { trustedSealers: ['lists.test'] } });
  assert.match(await trusting.send(sealed), /^250 /);
  assert.equal(trusting.judged[0]?.decision.kind, 'rewrite');
  assert.equal((await nextHopSays(trusting.last(), zone)).dmarc, 'pass');
});

test('a trusted seal excuses a failure only if its own results prove this author', async (t) => {
  const list = testKey('rsa', 'lists.test');
  const zone: Record<string, Node> = { ...REJECT, [list.name]: { TXT: [list.record] } };
  const { send, hop } = await judging(t, { zone, checks: { trustedSealers: ['lists.test'] } });
  const sealedWith = async (results: string) => {
    const found = await verified(MAIL, zoneResolver(zone), { now: NOW });
    const how = { form: 'relaxed', now: NOW, found: `mx.lists.test; ${results}` } as const;
    return withSeal(MAIL.replace('hello', results), found, list.signer, how);
  };
  for (const results of [
    'dmarc=fail header.from=example.org',
    'none',
    'dmarc=pass header.from=lists.test; dkim=pass header.d=lists.test; spf=pass smtp.mailfrom=lists.test',
    'dmarc=fail (dmarc=pass header.from=example.org) header.from=example.org',
    'dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=ann@example.org',
    'dkim=pass header.d=notexample.org',
  ]) {
    assert.match(await send(await sealedWith(results)), /^550 5\.7\.1 /, results);
  }
  assert.equal(hop.messages.length, 0);
  for (const results of [
    'dmarc=pass header.from=example.org',
    'dkim=pass header.i=@news.example.org',
    'spf=pass (a comment) smtp.mailfrom="ann@example.org"',
  ]) {
    assert.match(await send(await sealedWith(results)), /^250 /, results);
  }
  zone['_dmarc.news.example.org'] = { silent: true };
  const undecided = await sealedWith('dkim=pass header.d=news.example.org; arc=none');
  assert.match(await send(undecided), /^451 4\.7\.5 /, 'the DNS does not say whose that is');
});

test('if the DNS does not respond and a policy may need it, the sender is deferred', async (t) => {
  const { send, hop, zone, last } = await judging(t, {
    zone: { '_dmarc.example.org': { silent: true } },
  });
  assert.match(await send(MAIL), /^451 4\.7\.5 .*\[dmarc-dns\] /);
  assert.equal(hop.messages.length, 0);
  // The domain itself has signed: whatever its policy, the mail passes.
  assert.match(await send(await signedByAuthor(MAIL)), /^250 /);
  assert.match(last().text, /\r\n dmarc=pass header\.from=example\.org(?:;|\r\n)/, 'no policy');
  zone['_dmarc.example.org'] = { TXT: ['v=DMARC1; p=none'] };
  zone['example.org'] = { silent: true };
  assert.match(await send(MAIL), /^250 /);
});

test('an unavailable policy delays a message for at most four hours', async (t) => {
  const { send, clock, zone, last } = await judging(t, {
    zone: { '_dmarc.example.org': { silent: true } },
  });
  const hour = 3_600_000;
  const again = (sender = 'ann@example.org', recipients = [ALIAS]) =>
    send(MAIL, sender, recipients);
  assert.match(await again(), /^451 4\.7\.5 /);
  assert.match(await send(await signedByAuthor(MAIL), 'ann@example.org'), /^250 /);
  clock.advance(4 * hour - 1);
  assert.match(await again(), /^451 4\.7\.5 /);
  clock.advance(1);
  assert.match(await again('bob@elsewhere.test'), /^451 4\.7\.5 /, 'another sender');
  assert.match(await again('bob@example.org'), /^250 /, 'the same server');
  assert.equal(behindOurLines(last().text), MAIL);
  assert.match(last().text, /\r\n dmarc=temperror header\.from=example\.org/);
  // An answer ends the outage; the next outage begins again.
  const other = MAIL.replace('Subject: hello', 'Subject: other');
  zone['_dmarc.example.org'] = { TXT: ['v=DMARC1; p=reject'] };
  assert.match(await send(other), /^550 5\.7\.1 /);
  zone['_dmarc.example.org'] = { silent: true };
  assert.match(await send(other), /^451 4\.7\.5 /);
  clock.advance(25 * hour);
  assert.match(await send(other), /^451 4\.7\.5 /, 'a day without a try');
});

test('a policy that our own limits kept us from asking for is waited for, however long', async (t) => {
  for (const reason of ['busy', 'budget'] as const) {
    const { send, clock, zone } = await judging(t, {
      zone: { '_dmarc.example.org': { TXT: reason } },
    });
    for (let hours = 0; hours <= 12; hours += 4) {
      assert.match(await send(MAIL), /^451 4\.7\.5 .*\[dmarc-dns\] /, reason);
      clock.advance(4 * 3_600_000);
    }
    // They do not end the wait for a domain that does not respond either.
    for (const TXT of ['timeout', reason] as const) {
      zone['_dmarc.example.org'] = { TXT };
      assert.match(await send(MAIL), /^451 4\.7\.5 /);
      clock.advance(2 * 3_600_000);
    }
    zone['_dmarc.example.org'] = { TXT: 'timeout' };
    assert.match(await send(MAIL), /^250 /, reason);
  }
});

test('a domain that is known to reject waits for its silent key, however long', async (t) => {
  const { send, clock } = await judging(t, {
    zone: { ...REJECT, [authorKey.name]: { silent: true } },
  });
  const mail = await signedByAuthor(MAIL);
  for (let hours = 0; hours <= 12; hours += 4) {
    assert.match(await send(mail), /^451 4\.7\.5 /);
    clock.advance(4 * 3_600_000);
  }
});
