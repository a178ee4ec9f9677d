import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

type Change = readonly [from: string | RegExp, to: string];

/**
 * A file of deploy/, adapted to a test's server.
 * @param changes addresses, paths and other parts that differ in a test
 * @throws an AssertionError if one of them changes nothing, because the file has changed and the test has not
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
