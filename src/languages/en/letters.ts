/**
 * The words of each letter, of the test mail, and of the page behind a switch-off link. Letters include nothing from a
 * caller: no name, no text, and of an address only its mask.
 */

/** The subject and the first sentence of a letter with a link. @param host of the site, with its port where it has one */
export const ASKED = {
  magiclink: {
    subject: (host: string) => `Sign in to ${host}`,
    asked: (site: string) => `Somebody asked to sign in at ${site} with this address.`,
  },
  signup: {
    subject: (host: string) => `Confirm your address for ${host}`,
    asked: (site: string) => `Somebody signed up at ${site} with this address.`,
  },
  recovery: {
    subject: (host: string) => `Get back into ${host}`,
    asked: (site: string) =>
      `Somebody who cannot sign in at ${site} asked for help with this address.`,
  },
  email_change_current: {
    subject: (host: string) => `Change your address at ${host}`,
    asked: (site: string) =>
      `Somebody who is signed in at ${site} with this address wants to use another one. It counts once this is agreed to, and the code in the mail to the other address is typed.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Second factor added at ${host}`,
    happened: (site: string) =>
      `A second factor was added to the account at ${site} that has this address.`,
  },
  'factor-removed': {
    subject: (host: string) => `Second factor removed at ${host}`,
    happened: (site: string) =>
      `A second factor was removed from the account at ${site} that has this address.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Second factors removed at ${host}`,
    happened: (site: string) =>
      `The operator of ${site} removed all second factors from the account that has this address. From now on it is signed in to without them.`,
  },
  'passkey-added': {
    subject: (host: string) => `Passkey added at ${host}`,
    happened: (site: string) =>
      `A passkey was added to the account at ${site} that has this address.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Passkey removed at ${host}`,
    happened: (site: string) =>
      `A passkey was removed from the account at ${site} that has this address.`,
  },
  'api-key-added': {
    subject: (host: string) => `API key added at ${host}`,
    happened: (site: string) =>
      `An API key was added to the account at ${site} that has this address. A program with this key can make aliases for you.`,
  },
  'address-changed': {
    subject: (host: string) => `Address changed at ${host}`,
    happened: (site: string) => `The account at ${site} that had this address has another one now.`,
  },
  'address-returned': {
    subject: (host: string) => `Address given back at ${host}`,
    happened: (site: string) =>
      `The account at ${site} has this address again, and all its sessions have ended: the reader of the other address says that the change was not theirs.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Address taken back at ${host}`,
    happened: (site: string) =>
      `The account at ${site} that had this address has its earlier one again, and all its sessions have ended: the reader of the earlier address says that the change was not theirs.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Wrong codes for the second factor at ${host}`,
    happened: (site: string) =>
      `25 wrong codes in a row were typed for the second factor of the account at ${site} that has this address. Whoever does this may be able to read your mail: change the password of your mailbox.`,
  },
  'session-by-code': {
    subject: (host: string) => `Another browser signed in at ${host}`,
    happened: (site: string) =>
      `Another browser signed in to the account at ${site} that has this address, with a code that a signed-in browser showed.`,
  },
  'session-misused': {
    subject: (host: string) => `A session was ended at ${host}`,
    happened: (site: string) =>
      `A session of the account at ${site} that has this address was ended: its key was used in two places, so one of them may have stolen it. Sign in again.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Confirm your address for ${alias}`,
  asked: (host: string) =>
    `Somebody asked for an alias for this address at ${host}. An alias is an address that forwards to yours.`,
  named: (alias: string) => `The alias is ${alias}.`,
  code: (code: string) => `Type this code where you asked for the alias: ${code}`,
  ignore: 'If you did not ask for this, ignore this mail, or say so on the same page.',
};

/** To the address that an account has now, in place of another one. */
export const NOT_ME = {
  subject: (host: string) => `This address is in use at ${host}`,
  happened: (site: string) =>
    `An account at ${site} has this address now, in place of another one.`,
  open: 'If this was not you, open this page and press the button on it:',
  works: 'It gives the other address back. The link works for 7 days, and only once.',
};

/** To the earlier address of an account, which has another one now. */
export const WAY_BACK = {
  subject: (host: string) => `Your address was changed at ${host}`,
  works:
    'It gives the account this address and its aliases back, ends all sessions, and removes passkeys and second factors that were added lately. The link works for 7 days, and only once.',
};

/** To the new address of an account. */
export const NEW_ADDRESS = {
  subject: (host: string) => `Confirm your new address for ${host}`,
  /** @param asker the masked address of the account */
  asked: (host: string, asker: string) =>
    `Somebody asked at ${host} to use this address for the account of ${asker}.`,
  askedByNobody: (host: string) =>
    `Somebody asked at ${host} to use this address for the account without an address.`,
  code: (code: string) => `The code: ${code}`,
  typeIt:
    'Type this code where you asked for the change. If you did not ask, do nothing: without the code nothing happens.',
  works: 'The code works for 24 hours, and only once.',
};

/** Before a change of the password. */
export const PASSWORD = {
  subject: (host: string) => `Code for ${host}`,
  asked: (site: string) =>
    `Somebody who is signed in at ${site} with this address wants to change the password.`,
  code: (code: string) => `Type this code where you were asked for it: ${code}`,
  works: 'The code works for 15 minutes, and only once.',
};

export const LETTER = {
  open: 'Or open this page and press the button on it:',
  code: (code: string) => `Type this code where you were asked for it: ${code}`,
  works: 'The code works for 15 minutes. The link works for 24 hours. Each works only once.',
  ignore: 'If you did not ask for this, ignore this mail.',
  notYou: 'If this was not you, sign in and end all sessions.',
  /** The letter asks for an answer to the operator: an intruder who has the address has the sessions too. */
  tellTheOperator: 'If this was not you, answer this mail: the operator of the site gets it.',
};

/** Above the words of the visitor who sends a test mail. */
export const TEST_MAIL = {
  who: (alias: string) => `A visitor of this site wrote the text below to test the alias ${alias}.`,
  notOurs: 'It is not from those who run the site. If the alias is not yours, ignore this mail.',
};

/** The page behind a switch-off link. */
export const OFF = {
  isOn: 'Forwarding is on.',
  isOff: 'Forwarding is off.',
  turnOff: 'Turn forwarding off',
  turnOn: 'Turn it on again',
  void: 'This link is no longer valid.',
  nothing: 'Nothing has changed.',
};

/** A page at an address that leads nowhere, and the link home from there and from a void switch-off link. */
export const PLACE = {
  none: 'There is no page at this address.',
  home: 'Back to main screen',
};
