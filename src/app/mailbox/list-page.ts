/** The list: newest mail first. */

import { html } from 'hono/html';
import { layout, type Markup, moment, size } from './layout.ts';
import type { Summary } from './reading.ts';
import type { ShelvedMail } from './shelf.ts';

/** @param aliasDomain where mail must be sent to arrive here */
export function listPage(mails: [ShelvedMail, Summary][], aliasDomain: string): Markup {
  return layout(
    'Try-out mailbox',
    html`<h1>Try-out mailbox</h1>
      <p class="note">
        Instead of a real mailbox, forwarded mail ends here, in memory: the last 200 mails, gone when the service ends.
      </p>
      <div id="mails" data-count="${mails.length}">${mails.length === 0 ? empty(aliasDomain) : list(mails)}</div>`,
  );
}

const empty = (aliasDomain: string) =>
  html`<p class="slip empty">No mail yet. Mail to an alias at <b class="mono">${aliasDomain}</b> arrives here.</p>`;

const list = (mails: [ShelvedMail, Summary][]) => html`<ol class="slip list">
  ${mails.map(
    ([mail, { subject, from }]) => html`<li>
      <a href="/mail/${mail.id}">
        <span class="subject">${subject || 'No subject'}</span>
        <span class="from">${from || mail.sender || 'No sender'}</span>
        <span class="to">for <span class="mono">${mail.recipients.join(', ')}</span></span>
        <span class="fine">${moment(mail.received, false)}, ${size(mail.octets.length)}</span>
      </a>
    </li>`,
  )}
</ol>`;
