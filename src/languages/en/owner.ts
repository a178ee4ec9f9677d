/** Every text of the owner's side. All of it is our own: the specification has no owner. */

export const OWNER = {
  oneStep: 'One step left: confirm your address',
  /** Around the address. */
  weSent: [
    'We sent a mail to ',
    '. Press the button in it and mail to your alias will be forwarded. Until then senders are told to try again later.',
  ],
  code: 'Code from the mail',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  again: 'Send the mail again',
  sentAgain: 'The mail was sent again.',
  sending: 'Sending...',
  yours: 'You manage this alias in this browser.',
  /** A time follows. */
  paused: 'Paused until',
  endPause: 'End the pause',
  notEnded: 'The pause could not be ended. Please try again in a moment.',
  /** Around the address. */
  manages: ['You manage ', ' in this browser'],
  show: 'Show my alias',
  manage: 'Manage this alias',
  hidden: 'This address already has an alias. Only its owner can see it here.',
  signedOut: 'You were signed out. Nothing was changed.',
  sendLink: 'Send me a link',
  passkey: 'Use a passkey',
  offer: 'Add a passkey to need no mail next time',
  /** Around the address. */
  onItsWay: [
    'If ',
    ' has an alias, a mail is on its way. Open its link in this browser or type the code here.',
  ],
  linkSent: ['A mail is on its way to ', '. Open its link in this browser or type the code here.'],
  done: 'Done. Mail to your alias is forwarded now.',
  otherBrowser: 'To manage the alias in another browser too, type this code there:',
  elsewhere:
    'Your address was confirmed in another browser. To manage the alias here too, type the code shown there.',
  elsewhereCode: 'Code from the other browser',
  toCode: 'Go to the code field',
  /** Above the list of an owner's aliases. @param most the number that the owner may have */
  aliases: 'Your aliases',
  aliasesCount: (has: number, most: number) => `${has} of ${most}`,
  aliasMake: 'New alias',
  aliasMaking: 'Creating...',
  /** The specification's toast; another script has its own copy. */
  aliasMade: 'Your alias has been generated!',
} as const;

export const LINK = {
  title: 'Is this address yours?',
  text: 'Press the button to start forwarding to the address that this mail was sent to, and to manage its alias in this browser.',
  alias: 'Alias',
  to: 'Forwards to',
  yes: 'Yes, this is my address',
  no: 'I did not ask for this',
  noDelete: 'I did not ask: delete the alias',
  brief: 'Do not keep me signed in here',
  expired: 'This link has expired or was already used.',
  again: 'Send a new link',
  email: 'Your email',
  cancel: 'Cancel',
} as const;

export const FAREWELL = {
  notMine: 'The alias was deleted and you will get no more mail from us.',
  aliasDeleted: 'Your alias was deleted. Its name is never given to anybody again.',
  allDeleted: 'Everything about you was deleted.',
  halfWay:
    'Your present address has agreed. Now type the code from the other mail where you asked for the change.',
  moved: 'Your address was changed. Please sign in with the new one.',
} as const;

export const REFUSAL = {
  notKept:
    'Your address is confirmed. This browser refuses to keep you signed in, so that the alias cannot be managed here.',
  notOffered: 'Nothing is forwarded to you without your Yes. You can ignore the mail.',
  noPasskey: 'No passkey was taken. A mail does it too.',
  wrongCode: 'This code is wrong or has expired.',
  wait: (seconds: number) => `Please wait ${seconds} seconds.`,
  usedUp: 'A mail was sent to this address today. Please look in the spam folder too.',
  refused: (domain: string) =>
    `The mail server of ${domain} does not accept mail for this address. Please check the spelling.`,
  failed: 'The mail could not be sent. Please try again in a moment.',
} as const;

/** Of what someone has made for the owner's address. */
export const UNASKED = {
  /** Around the alias. */
  made: ['Somebody made ', ' for your address.'],
  keep: 'Keep it',
  discard: 'Delete it',
  /** Around the alias. */
  gone: ['', ' was deleted.'],
  failed: 'That did not work. Please try again in a moment.',
} as const;
