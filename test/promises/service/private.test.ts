import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync, watch } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLOSE } from '#support/fake-next-hop.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';
import { ALIAS as SERVED, forwardingService } from '#support/service-process.ts';
import { tempFolder } from '#support/temp-folder.ts';

test('a sender that tries alias after alias is stopped after five unknown ones', async (t) => {
  const all = await forwarding(t);
  const heard: string[] = [];
  for (let session = 0; session < 3; session++) {
    const guesser = await all.client();
    await guesser.say('MAIL FROM:<x@y.test>');
    for (let i = 0; i < 9; i++) {
      const answer = await guesser.say(`RCPT TO:<alias-${2000 + 10 * session + i}@alias.test>`);
      heard.push(answer.slice(0, 9));
      if (answer.startsWith('421')) break;
    }
  }
  assert.deepEqual(heard, [...Array(5).fill('550 5.1.1'), ...Array(3).fill('421 4.7.0')]);
  // Even then it cannot find out which ones exist.
  const guesser = await all.client();
  await guesser.say('MAIL FROM:<x@y.test>');
  assert.match(await guesser.say(`RCPT TO:<${ALIAS}>`), /^421 4\.7\.0 /);
});

test('concurrent attempts at many aliases reveal no more', async (t) => {
  const looksUp = Promise.withResolvers<void>();
  const all = await forwarding(t, {
    seen: (store) => ({
      aliasByAddress: async (address) => {
        asked += 1;
        if (asked === 20) looksUp.resolve();
        await looksUp.promise;
        return store.aliasByAddress(address);
      },
    }),
  });
  let asked = 0;
  const guessers = await Promise.all(Array.from({ length: 20 }, () => all.client()));
  const heard = await Promise.all(
    guessers.map(async (guesser, i) => {
      await guesser.say('MAIL FROM:<x@y.test>');
      return (await guesser.say(`RCPT TO:<alias-${2000 + i}@alias.test>`)).slice(0, 9);
    }),
  );
  assert.equal(heard.filter((answer) => answer === '550 5.1.1').length, 5);
  assert.equal(heard.filter((answer) => answer === '421 4.7.0').length, 15);
});

test('late bounces and mail for other domains are not guesses: they do not slow down their host', async (t) => {
  const all = await forwarding(t);
  const host = await all.client();
  await host.say('MAIL FROM:<>');
  for (let i = 0; i < 10; i++) {
    assert.match(await host.say(`RCPT TO:<srs0=x=y=test=user${i}@b.alias.test>`), /^550 5\.1\.1 /);
    assert.match(await host.say(`RCPT TO:<user${i}@elsewhere.test>`), /^554 5\.7\.1 /);
  }
  assert.match(await host.say(`RCPT TO:<${ALIAS}>`), /^250 /);
});

test('a sender that owns an alias does not guess faster by writing to it', async (t) => {
  const all = await forwarding(t);
  const guesser = await all.client();
  for (let i = 0; i < 6; i++) {
    assert.match(await hand(guesser, [ALIAS], letter(`mail ${i}`)), /^250 /);
    assert.match(await hand(guesser, [`alias-${3000 + i}@alias.test`], letter('x')), /^550 /);
  }
  await guesser.say('MAIL FROM:<a@b.test>');
  assert.match(await guesser.say('RCPT TO:<alias-3006@alias.test>'), /^421 4\.7\.0 /);
});

test('a newsletter to a switched-off alias does not slow down the other mail of its provider', async (t) => {
  const all = await forwarding(t);
  const off = await all.alias('alias-2000@alias.test', 'off@mailbox.test');
  await all.store.setActive(off.id, false, 'anybody');
  const provider = await all.client();
  for (let i = 0; i < 20; i++) {
    assert.match(await hand(provider, ['Alias-2000@alias.test'], letter(`issue ${i}`)), /^550 /);
  }
  assert.match(await hand(provider, [ALIAS], letter('one')), /^250 /);
});

for (const cacheMs of [0, 1000]) {
  test(`an unknown alias and a switched-off one cost the same steps, with a cache of ${cacheMs} ms`, async (t) => {
    const asked: string[] = [];
    const all = await forwarding(t, {
      cacheMs,
      seen: (store) => ({
        aliasByAddress: (address) => {
          asked.push(address);
          return store.aliasByAddress(address);
        },
      }),
    });
    const off = await all.alias('alias-2000@alias.test', 'off@mailbox.test');
    const sender = await all.client();
    await sender.say('MAIL FROM:<a@b.test>');
    assert.match(await sender.say('RCPT TO:<alias-2000@alias.test>'), /^250 /);
    await all.store.setActive(off.id, false, 'anybody');
    all.clock.advance(cacheMs);
    asked.splice(0);
    const addresses = ['alias-2000@alias.test', 'alias-3000@alias.test'];
    for (const address of [...addresses, ...addresses]) {
      assert.match(await sender.say(`RCPT TO:<${address}>`), /^550 5\.1\.1 /);
    }
    assert.deepEqual(asked, [...addresses, ...addresses]);
  });
}

test('the log and the metrics contain neither an address nor a subject, whatever the outcome of a message', async (t) => {
  const { hop, service, admin, client } = await forwardingService(t);
  const dots = [undefined, '550 5.7.1 <jane@mailbox.test>: jane says no', CLOSE];
  hop.script = { dot: (nth) => (nth < dots.length ? dots[nth] : '451 4.2.0 jane is busy') };
  const sender = await client();
  for (const [alias, answer] of [
    [SERVED, /^250 /],
    [SERVED, /^550 5\.7\.1 /],
    [SERVED, /^451 4\.4\.2 /],
    ['alias-1000@alias.localhost', /^550 5\.1\.1 /],
  ] as const) {
    assert.match(await hand(sender, [alias], letter('A secret subject')), answer);
  }
  const leaving = await client();
  await leaving.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${SERVED}>`, 'DATA');
  leaving.send(letter('half of a secret subject'));
  leaving.destroy();
  // These two are held for a retry, until the shutdown of the service.
  const busy = hand(await client(), [SERVED], letter('the secret subject again'));
  await hop.until(() => hop.count('dot') === 4);
  await hop.close();
  const down = hand(await client(), [SERVED], letter('the last secret subject'));
  await service.written(/"next hop: unreachable"/);
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  for (const labels of [
    'verdict="accepted",code="250",enhanced="2.0.0"',
    'verdict="refused",code="550",enhanced="5.7.1"',
    'verdict="unknown",code="451",enhanced="4.4.2"',
  ]) {
    assert.match(metrics, new RegExp(`^veilpost_mails_total{${labels}} 1$`, 'm'));
  }
  assert.match(metrics, /^veilpost_delivery_seconds_count\{stage="dot"\} [1-9]/m);
  service.signal('SIGTERM');
  assert.match(await busy, /^451 4\.2\.0 /);
  assert.match(await down, /^451 4\.4\.1 /);
  const { out, err } = await service.ended();
  assert.match(out, /"server":"127\.0\.0\.1".*"stage":"dot","code":550,"enhanced":"5\.7\.1"/);
  // The ids and the hashes of aliases have so many random letters that a short word occurs in them by chance.
  const told = (metrics + out + err).replaceAll(/"(?:id|alias)":"\w{10}"/g, '');
  assert.doesNotMatch(
    told,
    /jane|mailbox\.test|alias-4827|alias-1000|\bann\b|example\.org|secret subject/i,
  );
});

test('nothing is written to disk while a hundred messages pass through', async (t) => {
  const canary = 'canary-in-the-message';
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  // All temporary files of this process, including the store, are in one watched folder.
  process.env.TMPDIR = folder;
  const touched = new Set<string>();
  const watched = watch(folder, { recursive: true }, (_, name) => void touched.add(name ?? ''));
  t.after(() => watched.close());
  const database = `sqlite:${tempFolder((cleanUp) => t.after(cleanUp))}/test.sqlite`;
  const all = await forwarding(t, { database });
  const senders = await Promise.all(Array.from({ length: 10 }, () => all.client()));
  await Promise.all(
    senders.map(async (sender, s) => {
      for (let i = 0; i < 10; i++) {
        assert.match(await hand(sender, [ALIAS], letter(`${canary} ${s} ${i}`)), /^250 /);
      }
    }),
  );
  // Half of them leave without QUIT: the ledger then writes.
  for (const sender of senders.slice(5)) await all.leave(sender);
  await all.forwarder.settled();
  assert.equal(all.hop.messages.length, 100);
  assert.ok(touched.size > 0, 'the watch sees the store');
  for (const name of touched) assert.match(name, /^veilpost-\w+(?:\/test\.sqlite(?:-wal|-shm)?)?$/);
  for (const file of [...touched].filter((name) => name.includes('.sqlite'))) {
    assert.ok(!readFileSync(join(folder, file)).includes(canary), `${file} holds a message`);
  }
  for (const open of openFiles()) assert.ok(open.startsWith(folder), `${open} is open`);
});

test('as a service it leaves no core dump and no page in swap', () => {
  const unit = readFileSync(new URL('../../../deploy/veilpost.service', import.meta.url), 'utf8');
  for (const setting of ['LimitCORE=0', 'MemorySwapMax=0']) {
    assert.ok(unit.split('\n').includes(setting), setting);
  }
});

/** The regular files that this process has open for writing, including deleted ones. The caller's output may be one. */
function openFiles(): string[] {
  const descriptors = readdirSync('/proc/self/fd').filter((fd) => Number(fd) > 2);
  const links = descriptors.flatMap((fd) => {
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
      const writable = (Number.parseInt(flags ?? '0', 8) & 3) !== 0;
      return writable ? [readlinkSync(`/proc/self/fd/${fd}`)] : [];
    } catch {
      // The listing's own descriptor is already closed.
      return [];
    }
  });
  return links.filter((link) => /^\/(?!dev\/(?!shm\/))/.test(link));
}
