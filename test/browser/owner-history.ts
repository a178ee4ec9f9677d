/** What happened to an owner's mail, for the states of the owner's side. */

export const HISTORY = {
  events: [
    {
      at: Date.parse('2026-11-21T08:03:00Z'),
      kind: 'refused',
      domain: 'shop.example',
      reason: 'too_large',
      code: 552,
      host: 'mx.example.com',
    },
    {
      at: Date.parse('2026-11-20T21:47:00Z'),
      kind: 'paused',
      domain: 'news.example',
      reason: 'paused',
      code: null,
      host: null,
    },
  ],
  days: [
    { day: Date.parse('2026-11-21'), delivered: 4 },
    { day: Date.parse('2026-11-20'), delivered: 11 },
    { day: Date.parse('2026-11-19'), delivered: 2 },
  ],
  last: [{ at: Date.parse('2026-11-21T08:40:00Z'), domain: 'bank.example' }],
};

/** A newcomer that waits, someone who is blocked, and a message that has arrived. */
export const KNOWN_AND_NEW = {
  events: [
    {
      at: Date.parse('2026-11-21T08:31:00Z'),
      kind: 'held',
      domain: 'bounces.mailer.example',
      reason: 'new_sender',
      code: null,
      host: null,
      author: 'new-shop-with-a-long-name.example',
      sender: 'newnewnewnewnewnewnewn',
    },
    {
      at: Date.parse('2026-11-21T07:12:00Z'),
      kind: 'held',
      domain: 'somewhere.example',
      reason: 'unproven',
      code: null,
      host: null,
    },
  ],
  days: [{ day: Date.parse('2026-11-21'), delivered: 4 }],
  last: [
    {
      at: Date.parse('2026-11-21T08:40:00Z'),
      domain: 'bank.example',
      author: 'bank.example',
      sender: 'bankbankbankbankbankba',
    },
  ],
};
