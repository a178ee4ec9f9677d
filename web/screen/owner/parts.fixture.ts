/** Parts of the page for the tests of the owner's calls. */

import assert from 'node:assert/strict';
import type { PageConfig } from '#rules/page.ts';
import type { SessionFunctions } from '../../client/session.ts';

export const notNeeded = () => assert.fail('not needed');

export const CONFIG: PageConfig = {
  url: 'https://veilpost.test',
  key: 'key',
  domains: ['veilpost.test'],
  numbers: [1000, 9999],
  ownership: 'confirmed',
  testMail: 'live',
  madeIn: { name: 'here', href: '/' },
};

/** A browser that keeps no session, but for what a test says. */
export const sessionsWith = (own: Partial<SessionFunctions>): SessionFunctions => ({
  key: 'key',
  margin: 0,
  storages: () => [],
  put: notNeeded,
  kept: () => undefined,
  keep: notNeeded,
  drop: notNeeded,
  ...own,
});
