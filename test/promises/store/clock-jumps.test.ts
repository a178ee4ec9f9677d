import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import { ALIAS, copies, forwarding, hand, letter, REAL, relayed } from '#support/forwarding.ts';

const DAY = 86_400_000;

for (const jump of [-DAY, DAY]) {
  const where = jump < 0 ? 'back' : 'ahead';

  test(`I35 a date that jumps a day ${where} ends no wait for a verdict, and delays none`, async (t) => {
    const { hop, clock, client } = await forwarding(t, { hop: { script: { dot: SILENCE } } });
    const patient = hand(await client(), [ALIAS], letter('patient'));
    await hop.until(() => hop.count('dot') === 1);
    clock.jump(jump);
    clock.advance(569_000);
    hop.say('250 2.0.0 taken');
    assert.match(await patient, /^250 /);

    const hopeless = hand(await client(), [ALIAS], letter('hopeless'));
    await hop.until(() => hop.count('dot') === 2);
    clock.jump(jump);
    clock.advance(570_000);
    assert.match(await hopeless, /^451 4\.4\.2 /);
  });

  test(`I35 a sender that retries after a jump of a day ${where} makes no second copy`, async (t) => {
    const all = await forwarding(t);
    const sender = await all.client();
    assert.match(await hand(sender, [ALIAS], relayed(letter('one'))), /^250 /);
    await all.leave(sender);
    await all.forwarder.settled();
    all.clock.jump(jump);
    assert.match(await hand(await all.client(), [ALIAS], relayed(letter('one'))), /^250 /);
    assert.equal(copies(all, 'one', REAL), 1);
  });
}
