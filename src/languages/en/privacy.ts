/**
 * The texts of the page 'What we keep, and for how long'; all of them are our own. Each sentence is true of the code: a
 * change of the stored, cached or logged data needs a change here.
 */

export const PRIVACY = {
  title: 'What we keep, and for how long',
  short: 'All that we keep is listed here. Your mail is not kept.',
  back: 'Back to main screen',
  /** The subject, the stored data about it, and their lifetime. */
  parts: [
    [
      'Your alias',
      'One row: your real address, the alias, whether forwarding is on, and when it was made. Beside it: when the address was confirmed, until when forwarding is paused, when the alias switches off by itself, what becomes of answers of yours that show your address, whether mail of known senders alone is taken, and before the confirmation a hash that shows which browser made it. If you have several aliases, also the label and the site that you note for each, encrypted, whether it is shown first, a number of aliases that was set for your address, and API keys as hashes, each with its name.',
      'Kept until its owner or whoever runs this site deletes the row; where addresses are confirmed, seven days without a confirmation. An alias that is switched off is kept. Of one that is deleted after it carried mail the name alone stays, so that nobody else gets it.',
    ],
    [
      'Your mail',
      'It passes through memory while its sender waits, and is never written to a disk. Nothing of it stays here: no text and no subject.',
      'Kept until your mailbox has answered, some minutes at most.',
    ],
    [
      'Deliveries',
      'Where a sender may not have heard that its mail arrived, we keep a keyed hash of the delivery and the answer, so that you do not get the mail twice. Of each reply that you send through an alias we keep a keyed hash of its Message-ID, so that the next one can hide it. Neither an address nor a word of the mail can be read from them.',
      'Kept for seven days; the hash of a Message-ID for a year.',
    ],
    [
      'What happened to your mail',
      'For the owner of a confirmed alias, where whoever runs this site has not switched it off: what did not arrive (when, from which domain, why, and which server said so), and how many mails arrived on each day.',
      'Kept for seven days.',
    ],
    [
      'Who has written to you',
      'For the owner of a confirmed alias, under the same condition: which domains have written (at large providers which addresses), as keyed hashes that we cannot read backwards. Where a sender waits, or its mail did not arrive, and where you let one in or block it, the name itself, encrypted.',
      'The hashes for 400 days after the last mail; what waits for seven days; what you have let in or blocked until you undo it.',
    ],
    [
      'Requests',
      'We count how many requests and connections come from a block of network addresses, to slow down whoever tries aliases one by one, and by a hash of its address how many test mails a mailbox has got; by keyed hashes, how many people an owner has written to first. By such a hash we also count how many aliases an owner with several of them makes.',
      'Kept for a day at most.',
    ],
    [
      'Sign-ins',
      'Where you confirm your address, or sign in elsewhere with this site, we keep the address, the language of your letters, hashes of links and codes, a counter for each session, and passkeys and second factors if you set them up. Where you sign in by another provider, its number for you. Of our letters nothing is kept; to send few of them we count them under a keyed hash of the address. After a change of the address we keep the earlier one, encrypted, so that the change can be taken back.',
      'Kept until you delete everything about you; a session that is not used for 180 days; the count of letters for 180 quiet days; a keyed hash of the address for a year after you signed out everywhere; an earlier address for seven days.',
    ],
    [
      'The log',
      'Faults of the service, and each mail that did not arrive: which server refused it and how, with a keyed hash in place of the alias. No mail address is written to it, and nothing that was written in the mail. Whoever runs this site can have the words of the refusing server logged too, with addresses replaced.',
      'Kept as long as whoever runs this site keeps logs.',
    ],
    [
      'Your browser',
      'One cookie, once you have signed in here: a time and a keyed hash of your address, which no script reads. It shows only that you were signed in in this browser, so that nobody else can use up the mails by which you sign in. Without a sign-in there is none. The tab itself remembers the address that you typed, so that a reload shows the same again. The browser keeps a random number that shows which aliases were made in it, and your session once you have confirmed your address there.',
      'The address until you close the tab, the session until you sign out, the cookie for a year or until you sign out here, the number until you clear the data of this site.',
    ],
  ],
  others: {
    title: 'Who else sees it',
    sentences: [
      'The server of your mailbox gets the mail and your real address, as it must. Whoever writes to the alias sees the alias alone. An answer to a reply address goes out from the alias. Its texts are searched for your address first; pictures and documents in it are not. An answer that your mailbox sends straight to somebody shows your real address.',
      'Whoever runs this server could read mail on its way and the table of aliases. Copies that are made against loss hold all that is kept, for as long as whoever runs this site keeps them.',
      'Whoever runs this site tells you what is kept of you and deletes it when you ask, by mail to postmaster at the domain of the aliases.',
      'Where this is a try-out, forwarded mail does not go to your mailbox: the last 200 mails lie in the memory of this machine until the service ends.',
    ],
    /** For a screen in front of another party's database. @param api its origin */
    elsewhere: (api: string) =>
      `The table of aliases is kept at ${api}, which has logs of its own.`,
  },
} as const;
