/** What happened to an owner's mail, for the states of the owner's side. */

const at = (iso: string) => Date.parse(iso);
const none = { code: null, host: null };

const REFUSED = { kind: 'refused', reason: 'too_large', code: 552, host: 'mx.example.com' };

export const HISTORY = {
  events: [
    { at: at('2026-11-21T08:03:00Z'), domain: 'shop.example', ...REFUSED },
    {
      at: at('2026-11-20T21:47:00Z'),
      domain: 'news.example',
      kind: 'paused',
      reason: 'paused',
      ...none,
    },
  ],
  days: [
    { day: at('2026-11-21'), delivered: 4 },
    { day: at('2026-11-20'), delivered: 11 },
    { day: at('2026-11-19'), delivered: 2 },
  ],
  last: [{ at: at('2026-11-21T08:40:00Z'), domain: 'bank.example' }],
};

const NEWCOMER = { author: 'new-shop-with-a-long-name.example', sender: 'newnewnewnewnewnewnewn' };
const BANK = { domain: 'bank.example', author: 'bank.example', sender: 'bankbankbankbankbankba' };

/** A newcomer that waits, someone who is blocked, and a message that has arrived. */
export const KNOWN_AND_NEW = {
  events: [
    {
      at: at('2026-11-21T08:31:00Z'),
      kind: 'held',
      domain: 'bounces.mailer.example',
      reason: 'new_sender',
      ...none,
      ...NEWCOMER,
    },
    {
      at: at('2026-11-21T07:12:00Z'),
      kind: 'held',
      domain: 'somewhere.example',
      reason: 'unproven',
      ...none,
    },
  ],
  days: [{ day: at('2026-11-21'), delivered: 4 }],
  last: [{ at: at('2026-11-21T08:40:00Z'), ...BANK }],
};
