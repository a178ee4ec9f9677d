import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';

const DAY = 86_400_000;

for (const jump of [-DAY, DAY]) {
  const where = jump < 0 ? 'back' : 'ahead';

  test(`a date that jumps a day ${where} neither ends nor delays a wait for a verdict`, async (t) => {
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
}
