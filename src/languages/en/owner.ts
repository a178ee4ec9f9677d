/** Every text of the owner's side. All of it is our own: the specification has no owner. */

export const OWNER = {
  oneStep: 'One step left: confirm your address',
  /** Around the address. */
  weSent: [
    'We sent an email to ',
    '. Open the link in it to start forwarding. Until then, senders are asked to try again later.',
  ],
  code: 'Code from the email',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  again: 'Send the email again',
  sentAgain: 'The email was sent again.',
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
  offer: 'Add a passkey: no email needed next time',
  /** Around the address. */
  onItsWay: [
    'If ',
    ' has an alias, an email is on its way. Open its link in this browser or enter the code here.',
  ],
  linkSent: [
    'An email is on its way to ',
    '. Open its link in this browser or enter the code here.',
  ],
  done: 'Done. Mail to your alias is now forwarded.',
  otherBrowser: 'To manage the alias in another browser too, enter this code there:',
  elsewhere:
    'Your address was confirmed in another browser. To manage the alias here too, enter the code shown there.',
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
  text: 'Press the button to start forwarding to the address that received this email, and to manage its alias in this browser.',
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
  notMine: 'The alias was deleted. You will not get any more email from us.',
  /** The reader has declined a letter that named no unconfirmed alias. */
  declined: 'Done. The link in the email no longer works.',
  aliasDeleted: 'Your alias was deleted. No one will ever get its name again.',
  allDeleted: 'Everything about you was deleted.',
  halfWay:
    'The change was approved from your current address. Now enter the code from the other email where you asked for the change.',
  moved: 'Your address was changed. Please sign in with the new one.',
} as const;

export const REFUSAL = {
  notKept:
    'Your address is confirmed. This browser does not keep you signed in, so you cannot manage the alias here.',
  notOffered: 'Nothing is forwarded to you unless you say yes. You can ignore the email.',
  noPasskey: 'No passkey was used. You can get an email instead.',
  wrongCode: 'This code is wrong or has expired.',
  wait: (seconds: number) => `Please wait ${seconds} seconds.`,
  usedUp: 'An email was already sent to this address today. Please check the spam folder too.',
  refused: (domain: string) =>
    `The mail server of ${domain} does not accept mail for this address. Please check the spelling.`,
  failed: 'The email could not be sent. Please try again in a moment.',
} as const;

/** Of aliases that someone created for the owner's address. */
export const UNASKED = {
  /** Around the alias. */
  made: ['Someone created ', ' for your address.'],
  keep: 'Keep it',
  discard: 'Delete it',
  /** Around the alias. */
  gone: ['', ' was deleted.'],
  failed: 'That did not work. Please try again in a moment.',
} as const;
