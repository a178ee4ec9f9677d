/**
 * The words of each letter, of the test mail, and of the page behind a switch-off link. Letters include nothing from a
 * caller: no name, no text, and of an address only its mask.
 */

/** The subject and the first sentence of a letter with a link. @param host of the site, with its port, if it has one */
export const ASKED = {
  magiclink: {
    subject: (host: string) => `Sign in to ${host}`,
    asked: (site: string) => `Someone asked to sign in to ${site} with this address.`,
  },
  signup: {
    subject: (host: string) => `Confirm your address for ${host}`,
    asked: (site: string) => `Someone signed up at ${site} with this address.`,
  },
  recovery: {
    subject: (host: string) => `Regain access to ${host}`,
    asked: (site: string) =>
      `Someone who cannot sign in to ${site} asked for help with this address.`,
  },
  email_change_current: {
    subject: (host: string) => `Change your address at ${host}`,
    asked: (site: string) =>
      `Someone who is signed in to ${site} with this address wants to change it. The change takes effect once you agree and the code sent to the new address is entered.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Second factor added at ${host}`,
    happened: (site: string) =>
      `A second factor was added to the account for this address at ${site}.`,
  },
  'factor-removed': {
    subject: (host: string) => `Second factor removed at ${host}`,
    happened: (site: string) =>
      `A second factor was removed from the account for this address at ${site}.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Second factors removed at ${host}`,
    happened: (site: string) =>
      `The operator of ${site} removed all second factors from the account for this address. Signing in no longer asks for them.`,
  },
  'passkey-added': {
    subject: (host: string) => `Passkey added at ${host}`,
    happened: (site: string) => `A passkey was added to the account for this address at ${site}.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Passkey removed at ${host}`,
    happened: (site: string) =>
      `A passkey was removed from the account for this address at ${site}.`,
  },
  'api-key-added': {
    subject: (host: string) => `API key added at ${host}`,
    happened: (site: string) =>
      `An API key was added to the account for this address at ${site}. An app with this key can create aliases for you.`,
  },
  'address-changed': {
    subject: (host: string) => `Address changed at ${host}`,
    happened: (site: string) =>
      `The account at ${site} that had this address now has a different one.`,
  },
  'address-returned': {
    subject: (host: string) => `Address restored at ${host}`,
    happened: (site: string) =>
      `The account at ${site} has this address again, and all its sessions were ended. The person at the other address reported that they did not make the change.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Address change undone at ${host}`,
    happened: (site: string) =>
      `The account at ${site} that had this address has its earlier address again, and all its sessions were ended. The person at the earlier address reported that they did not make the change.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Wrong codes for the second factor at ${host}`,
    happened: (site: string) =>
      `25 wrong codes in a row were entered for the second factor of the account for this address at ${site}. Whoever did this may be able to read your mail. Change the password of your mailbox.`,
  },
  'session-by-code': {
    subject: (host: string) => `Another browser signed in to ${host}`,
    happened: (site: string) =>
      `Another browser signed in to the account for this address at ${site}, with a code shown in a browser that was already signed in.`,
  },
  'session-misused': {
    subject: (host: string) => `A session was ended at ${host}`,
    happened: (site: string) =>
      `A session of the account for this address at ${site} was ended because its key was used in two places. One of them may have stolen it. Sign in again.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Confirm your address for ${alias}`,
  asked: (host: string) =>
    `Someone asked for an alias for this address at ${host}. An alias is an address that forwards to yours.`,
  named: (alias: string) => `The alias is ${alias}.`,
  code: (code: string) => `Enter this code where you asked for the alias: ${code}`,
  ignore: 'If you did not ask for this, ignore this email or say so on that page.',
};

/** To the address that an account has now, in place of another one. */
export const NOT_ME = {
  subject: (host: string) => `This address is in use at ${host}`,
  happened: (site: string) => `An account at ${site} now has this address instead of another one.`,
  open: 'If this was not you, open this page and press the button on it:',
  works: 'It restores the other address. The link works only once, within 7 days.',
};

/** To the earlier address of an account, which has another one now. */
export const WAY_BACK = {
  subject: (host: string) => `Your address was changed at ${host}`,
  works:
    'It restores this address and its aliases to the account, ends all sessions, and removes recently added passkeys and second factors. The link works only once, within 7 days.',
};

/** To the new address of an account. */
export const NEW_ADDRESS = {
  subject: (host: string) => `Confirm your new address for ${host}`,
  /** @param asker the masked address of the account */
  asked: (host: string, asker: string) =>
    `Someone asked at ${host} to use this address for the account of ${asker}.`,
  askedByNobody: (host: string) =>
    `Someone asked at ${host} to use this address for an account without an address.`,
  code: (code: string) => `The code: ${code}`,
  typeIt:
    'Enter this code where you asked for the change. If you did not ask for it, do nothing: without the code, nothing happens.',
  works: 'The code works only once, within 24 hours.',
};

/** Before a change of the password. */
export const PASSWORD = {
  subject: (host: string) => `Code for ${host}`,
  asked: (site: string) =>
    `Someone who is signed in to ${site} with this address wants to change the password.`,
  works: 'The code works only once, within 15 minutes.',
};

export const LETTER = {
  open: 'Or open this page and press the button on it:',
  code: (code: string) => `Enter this code where you were asked for it: ${code}`,
  works: 'The code works for 15 minutes. The link works for 24 hours. Each works only once.',
  ignore: 'If you did not ask for this, ignore this email.',
  notYou: 'If this was not you, sign in and end all sessions.',
  /** The letter asks for a reply to the operator: an intruder who has the address has the sessions too. */
  tellTheOperator:
    'If this was not you, reply to this email. The operator of the site will receive your reply.',
};

/** Above the words of the visitor who sends a test mail. */
export const TEST_MAIL = {
  who: (alias: string) => `A visitor to this site wrote the text below to test the alias ${alias}.`,
  notOurs:
    'The operators of this site did not write it. If the alias is not yours, ignore this email.',
};

/** The page behind a switch-off link. */
export const OFF = {
  isOn: 'Forwarding is on.',
  isOff: 'Forwarding is off.',
  turnOff: 'Turn forwarding off',
  turnOn: 'Turn it back on',
  void: 'This link is no longer valid.',
  nothing: 'Nothing has changed.',
};

/** A page at an address that leads nowhere, and the link home from there and from a void switch-off link. */
export const PLACE = {
  none: 'Page not found.',
  home: 'Back to main screen',
};
