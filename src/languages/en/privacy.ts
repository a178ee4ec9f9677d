/**
 * The texts of the page 'What we keep, and for how long'; all of them are our own. Each sentence is true of the code: a
 * change of the stored, cached or logged data needs a change here.
 */

export const PRIVACY = {
  title: 'What we keep, and for how long',
  short: 'This page lists everything that we keep. Your mail is not kept.',
  back: 'Back to main screen',
  /** The subject, the stored data about it, and their lifetime. */
  parts: [
    [
      'Your alias',
      'One row: your real address, the alias, whether forwarding is on, and when it was created. Also: when the address was confirmed, until when forwarding is paused, when the alias switches off automatically, what happens to replies that contain your address, and whether only mail from known senders is accepted. Before the confirmation, a hash that shows which browser created it. If you have several aliases, also the label and the site that you note for each, encrypted, whether it is shown first, the number of aliases if one was set for your address, and API keys as hashes, each with its name.',
      'Kept until its owner or the operator of this site deletes the row; if addresses are confirmed, for seven days without a confirmation. An alias that is switched off is kept. If an alias that has carried mail is deleted, only its name is kept, so that no one else gets it.',
    ],
    [
      'Your mail',
      'It passes through memory while its sender waits, and is never written to a disk. Neither its text nor its subject is kept.',
      'Kept until your mailbox has replied, a few minutes at most.',
    ],
    [
      'Deliveries',
      'If a sender may have missed the answer to its message, we keep a keyed hash of the delivery and the answer, so that you do not get the message twice. For each reply that you send through an alias, we keep a keyed hash of its Message-ID, so that the next one can hide it. Neither an address nor a word of the message can be read from them.',
      'Kept for seven days; the hash of a Message-ID for a year.',
    ],
    [
      'What happened to your mail',
      'For the owner of a confirmed alias, unless the operator of this site has switched it off: what did not arrive (when, from which domain, why, and which server said so), and how many messages arrived on each day.',
      'Kept for seven days.',
    ],
    [
      'Who has written to you',
      'For the owner of a confirmed alias, under the same condition: which domains have written (at large providers, which addresses), as keyed hashes that we cannot reverse. If a sender waits or its mail did not arrive, or if you let it in or block it, the name itself, encrypted.',
      'The hashes for 400 days after the last message; the name of a sender whose mail waits or did not arrive, for seven days; what you have let in or blocked, until you remove it.',
    ],
    [
      'Requests',
      'To slow down anyone who tries aliases one by one, we count the requests and connections from a block of network addresses. We count the test mails to a mailbox by a hash of its address, and the people whom an owner has written to first by keyed hashes. By such a hash we also count how many aliases an owner with several of them creates.',
      'Kept for a day at most.',
    ],
    [
      'Sign-ins',
      'If you confirm your address, or sign in elsewhere with this site, we keep the address, the language of your emails, hashes of links and codes, a counter for each session, and passkeys and second factors if you set them up. If you sign in through another provider, its number for you. Our emails are not kept; to limit their number, we count them under a keyed hash of the address. After a change of the address, we keep the earlier one, encrypted, so that the change can be undone.',
      'Kept until you delete everything about you; a session that is not used, for 180 days; the count of emails, until 180 days after the last one; a keyed hash of the address, for a year after you signed out everywhere; an earlier address, for seven days.',
    ],
    [
      'The log',
      'Faults of the service, and each message that did not arrive: which server rejected it and how, with a keyed hash in place of the alias. It contains neither an email address nor anything from a message. The operator of this site can also log the words of the rejecting server, with addresses replaced.',
      'Kept as long as the operator of this site keeps logs.',
    ],
    [
      'Your browser',
      'One cookie, once you have signed in here: a time and a keyed hash of your address, which no script can read. It shows only that you were signed in in this browser, so that no one else can use up the emails by which you sign in. Without a sign-in there is none. The tab itself remembers the address that you typed, so that a reload shows the same again. The browser keeps a random number that shows which aliases were created in it and, once you have confirmed your address there, your session.',
      'The address until you close the tab, the session until you sign out, the cookie for a year or until you sign out here, the number until you clear the data of this site.',
    ],
  ],
  others: {
    title: 'Who else sees it',
    sentences: [
      'The server of your mailbox gets the mail and your real address, as it must. Anyone who writes to the alias sees only the alias. A reply to a reply address is sent from the alias. Its text is searched for your address first; pictures and documents in it are not. A reply that your mailbox sends directly to someone shows your real address.',
      'The operator of this server could read mail in transit and the table of aliases. Backups contain everything that is kept, for as long as the operator of this site keeps them.',
      'The operator of this site tells you what is kept about you, and deletes it if you ask. Write to postmaster at the domain of the aliases.',
      'If this is a try-out server, forwarded mail does not go to your mailbox: the last 200 messages are kept in the memory of this machine until the service stops.',
    ],
    /** For a screen in front of another party's database. @param api its origin */
    elsewhere: (api: string) => `The table of aliases is kept at ${api}, which has its own logs.`,
  },
} as const;
