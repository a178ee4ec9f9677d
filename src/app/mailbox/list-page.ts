/** The list: newest mail first. */

import { html } from 'hono/html';
import { layout, type Markup, moment, size } from './layout.ts';
import type { Summary } from './reading.ts';
import type { ShelvedMail } from './shelf.ts';

/** @param aliasDomain the domain whose mail arrives here */
export function listPage(mails: [ShelvedMail, Summary][], aliasDomain: string): Markup {
  return layout({
    title: 'Try-out mailbox',
    style: 'list.css',
    heading: 'Try-out mailbox',
    envelope: html`<p class="note">
      Forwarded mail arrives here instead of in a real mailbox. The last 200 messages are kept in memory until the service stops.
    </p>`,
    content: html`<div id="mails" class="slip" data-count="${mails.length}">${mails.length === 0 ? empty(aliasDomain) : list(mails)}</div>`,
  });
}

const empty = (aliasDomain: string) =>
  html`<p class="part">No mail yet. Mail to an alias at <b class="mono" translate="no">${aliasDomain}</b> arrives here.</p>`;

const list = (mails: [ShelvedMail, Summary][]) => html`<ol class="list">
  ${mails.map(
    ([mail, { subject, from }]) => html`<li>
      <a href="/mail/${mail.id}">
        <span class="subject">${subject || 'No subject'}</span>
        <span class="fine when">${moment(mail.received)}</span>
        <span class="fine from" translate="no">${from || mail.sender || 'No sender'}</span>
        <span class="fine size">${size(mail.octets.length)}</span>
        <span class="fine to">for <span class="mono" translate="no">${mail.recipients.join(', ')}</span></span>
      </a>
    </li>`,
  )}
</ol>`;
