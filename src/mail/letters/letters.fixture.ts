/** Each kind of letter, with a link and a code if it has them. */

import type { LetterContent, LinkLetterKind, NoticeKind } from '#rules/letter.ts';

export const SITE = 'https://veilpost.example.org:8443';
export const LINK = `${SITE}/auth/v1/verify?type=magiclink&token=${'x'.repeat(43)}`;
export const CODE = '042317';

export const CONFIRM = {
  kind: 'confirm',
  alias: 'alias-4827@alias.test',
  link: `${SITE}/#confirm=${'x'.repeat(43)}`,
  code: CODE,
} as const;

const WITH_LINK: LinkLetterKind[] = ['magiclink', 'signup', 'recovery', 'email_change_current'];
const NOTICES: NoticeKind[] = [
  'factor-added',
  'factor-removed',
  'factors-forgotten',
  'passkey-added',
  'passkey-removed',
  'api-key-added',
  'address-changed',
  'address-returned',
  'address-taken-back',
  'factor-guessed',
  'session-by-code',
  'session-misused',
];

/** The letter of an alias is `CONFIRM`. */
export const ACCOUNT_LETTERS: LetterContent[] = [
  ...WITH_LINK.map((kind) => ({ kind, link: LINK, code: CODE })),
  { kind: 'email_change_new', asker: 's***@evil.test', code: CODE },
  { kind: 'reauthentication', code: CODE },
  { kind: 'not_me', link: LINK },
  { kind: 'way_back', link: LINK },
  ...NOTICES.map((kind) => ({ kind })),
];
