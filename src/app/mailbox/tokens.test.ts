import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const style = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Names and values of the custom properties in a block. */
const tokens = (block = '') =>
  new Map(
    [...block.matchAll(/(--[\w-]+): (.+);/g)].map(([, name = '', value = '']) => [name, value]),
  );

test('the try-out mailbox wears the colours of the screen, by day and by night', () => {
  const theme = style('../../../web/style/theme.css');
  const [day, night] = [...theme.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => tokens(block));
  const own = tokens(/:root \{([^}]*)\}/.exec(style('assets/mailbox.css'))?.[1]);
  let compared = 0;
  for (const [name, value] of own) {
    const both = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
    if (!both) continue;
    assert.deepEqual([both[1], both[2]], [day?.get(name), night?.get(name)], name);
    compared += 1;
  }
  assert.ok(compared >= 9, `${compared}`);
});
