/** Makes and reads return paths of one alias. */

import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { ReturnPaths } from './return-paths.ts';

export const DAY = 86_400_000;
export const ALIAS = 'alias-4827@alias.test';
export const today = Date.UTC(2026, 10, 21, 12);

export function paths(change: { now?: number; keys?: string[]; domains?: string[] } = {}) {
  return new ReturnPaths({
    domain: 'b.alias.test',
    keys: (change.keys ?? ['one']).map((key) => createSecretKey(key, 'utf8')),
    aliasDomains: change.domains ?? ['other.test', 'alias.test'],
    now: () => change.now ?? today,
  });
}

export function rewritten(sender: string, alias = ALIAS): string {
  const address = paths().rewrite(sender, alias);
  assert.ok(address.lastIndexOf('@') <= 64, `local part of ${address}`);
  assert.ok(address.length <= 254, address);
  assert.ok(
    address
      .split('@')[1]
      ?.split('.')
      .every((label) => label.length <= 63),
  );
  return address;
}

export function unwind(address: string, by = paths()) {
  const at = address.lastIndexOf('@');
  return by.unwind(address.slice(0, at), address.slice(at + 1).toLowerCase());
}
