/** The words of each letter. They include nothing from a caller: no name, no text, and of an address only its mask. */

import type { Letter, LinkLetterKind, NoticeKind } from '#rules/letter.ts';

/** A subject, and paragraphs of lines. */
export type Words = { subject: string; paragraphs: string[][] };

/** The subject and the first sentence of a letter with a link. @param host of the site, with its port where it has one */
const ASKED: Record<LinkLetterKind, { subject: (host: string) => string; asked: string }> = {
  magiclink: {
    subject: (host) => `Sign in to ${host}`,
    asked: 'Somebody asked to sign in at SITE with this address.',
  },
  signup: {
    subject: (host) => `Confirm your address for ${host}`,
    asked: 'Somebody signed up at SITE with this address.',
  },
  recovery: {
    subject: (host) => `Get back into ${host}`,
    asked: 'Somebody who cannot sign in at SITE asked for help with this address.',
  },
  email_change_current: {
    subject: (host) => `Change your address at ${host}`,
    asked:
      'Somebody who is signed in at SITE with this address wants to use another one. It counts once this is agreed to, and the code in the mail to the other address is typed.',
  },
};

const NOTICES: Record<NoticeKind, { subject: (host: string) => string; happened: string }> = {
  'factor-added': {
    subject: (host) => `Second factor added at ${host}`,
    happened: 'A second factor was added to the account at SITE that has this address.',
  },
  'factor-removed': {
    subject: (host) => `Second factor removed at ${host}`,
    happened: 'A second factor was removed from the account at SITE that has this address.',
  },
  'factors-forgotten': {
    subject: (host) => `Second factors removed at ${host}`,
    happened:
      'The operator of SITE removed all second factors from the account that has this address. From now on it is signed in to without them.',
  },
  'passkey-added': {
    subject: (host) => `Passkey added at ${host}`,
    happened: 'A passkey was added to the account at SITE that has this address.',
  },
  'passkey-removed': {
    subject: (host) => `Passkey removed at ${host}`,
    happened: 'A passkey was removed from the account at SITE that has this address.',
  },
  'address-changed': {
    subject: (host) => `Address changed at ${host}`,
    happened: 'The account at SITE that had this address has another one now.',
  },
  'address-returned': {
    subject: (host) => `Address given back at ${host}`,
    happened:
      'The account at SITE has this address again, and all its sessions have ended: the reader of the other address says that the change was not theirs.',
  },
  'session-misused': {
    subject: (host) => `A session was ended at ${host}`,
    happened:
      'A session of the account at SITE that has this address was ended: its key was used in two places, so one of them may have stolen it. Sign in again.',
  },
};

const WORKS_FOR = 'The link works for 24 hours, the code for 15 minutes, and each only once.';
const IGNORE = ['If you did not ask for this, ignore this mail.'];
const NOT_YOU = ['If this was not you, sign in and end all sessions.'];
/** The letter asks for an answer to the operator: an intruder who has the address has the sessions too. */
const TELL_THE_OPERATOR = [
  'If this was not you, answer this mail: the operator of the site gets it.',
];

/** @param site in place of the word SITE */
export function wordsOf(letter: Letter): Words {
  const { site } = letter;
  const host = site.slice(site.indexOf('//') + 2);
  const about = (text: string) => [text.replace('SITE', () => site)];
  if (letter.kind === 'confirm') {
    const { alias, link, code } = letter;
    return {
      subject: `Confirm your address for ${alias}`,
      paragraphs: [
        [`Somebody asked for the alias ${alias}, which is to forward mail to you.`],
        ['Is that right? Then open this page and press the button on it:', link],
        [`Or type this code where you asked for the alias: ${code}`],
        [WORKS_FOR, 'If you did not ask for this, ignore this mail, or say so on the same page.'],
      ],
    };
  }
  if (letter.kind === 'not_me') {
    return {
      subject: `This address is in use at ${host}`,
      paragraphs: [
        about('An account at SITE has this address now, in place of another one.'),
        ['If this was not you, open this page and press the button on it:', letter.link],
        ['It gives the other address back. The link works for 7 days, and only once.'],
      ],
    };
  }
  if ('link' in letter) {
    const { subject, asked } = ASKED[letter.kind];
    return {
      subject: subject(host),
      paragraphs: [
        about(asked),
        ['Open this page and press the button on it:', letter.link],
        [`Or type this code where you were asked for it: ${letter.code}`],
        [WORKS_FOR, ...IGNORE],
      ],
    };
  }
  if (letter.kind === 'email_change_new') {
    const account = letter.asker === null ? 'without an address' : `of ${letter.asker}`;
    return {
      subject: `Confirm your new address for ${host}`,
      paragraphs: [
        // The site's name alone: programs make a link of its whole address, and here is nothing to press.
        [`Somebody asked at ${host} to use this address for the account ${account}.`],
        [`The code: ${letter.code}`],
        [
          'Type this code where you asked for the change. If you did not ask, do nothing: without the code nothing happens.',
        ],
        ['The code works for 24 hours, and only once.'],
      ],
    };
  }
  if (letter.kind === 'reauthentication') {
    return {
      subject: `Code for ${host}`,
      paragraphs: [
        about('Somebody who is signed in at SITE with this address wants to change the password.'),
        [`Type this code where you were asked for it: ${letter.code}`],
        ['The code works for 15 minutes, and only once.', ...IGNORE],
      ],
    };
  }
  const { subject, happened } = NOTICES[letter.kind];
  const advice = letter.kind === 'address-changed' ? TELL_THE_OPERATOR : NOT_YOU;
  return { subject: subject(host), paragraphs: [about(happened), advice] };
}
