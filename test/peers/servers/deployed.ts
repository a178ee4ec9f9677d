import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

type Change = readonly [from: string | RegExp, to: string];

/**
 * A file of deploy/, as a server of a test takes it.
 * @param changes addresses, paths and what else is not the same for a test
 * @throws an AssertionError where one of them changes nothing: the file is another one now, and the test does not know it
 */
export function deployed(name: string, changes: readonly Change[]): string {
  let text = readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
  for (const [from, to] of changes) {
    const before = text;
    text = before.replace(from, to);
    assert.notEqual(text, before, String(from));
  }
  return text;
}
