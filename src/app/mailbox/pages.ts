/** The pages of the try-out mailbox: the list, newest mail first, and one message with everything that came with it. */

import { html } from 'hono/html';
import { layout, type Markup, moment, size } from './layout.ts';
import type { ReadMessage, Summary } from './reading.ts';
import type { ShelvedMail } from './shelf.ts';

/** @param ownSite the site that a plain-text message may link to */
export function mailPage(mail: ShelvedMail, reading: ReadMessage, ownSite: string): Markup {
  const subject = reading.subject || 'No subject';
  return layout({
    title: `${subject} - Try-out mailbox`,
    style: 'mail.css',
    back: html`<a class="back" href="/">${CHEVRON} <span>Back to all messages</span></a>`,
    heading: subject,
    received: mail.received,
    envelope: html`<dl>
      ${row('From', reading.from)} ${row('To', reading.to)} ${row('Date', written(reading.date))}
    </dl>`,
    content: html`<div class="slip">
      ${reading.cut ? html`<p class="part note">This message is too long to show in full. Download it to see all of it.</p>` : ''}
      ${reading.html ? frame(mail, reading) : ''} ${reading.text ? text(reading, ownSite) : ''}
      ${reading.text || reading.html ? '' : html`<p class="part">This message has no text.</p>`}
      ${reading.attachments.length > 0 ? attachments(reading) : ''} ${header(mail, reading)}
      <p class="part actions">
        <a class="button" href="/mail/${mail.id}/download" download>Download .eml</a>
        <a class="button" href="/mail/${mail.id}/source">Source</a>
      </p>
    </div>`,
  });
}

const CHEVRON = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="m12.5 4-6 6 6 6" /></svg>`;

const row = (name: string, value: string | Markup) =>
  value === ''
    ? ''
    : html`<dt>${name}</dt>${name === 'Date' ? html`<dd>${value}</dd>` : html`<dd class="mono" translate="no">${value}</dd>`}`;

/** The date that the author's program wrote; unchanged if it cannot be parsed. */
function written(date: string): string | Markup {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? date : moment(ms);
}

/** A message with both is shown as its author designed it; the plain text is folded below. */
const text = ({ text: content, html: designed }: ReadMessage, ownSite: string) =>
  designed
    ? html`<details class="part">
        <summary>Text</summary>
        <pre class="letter" tabindex="0">${content}</pre>
      </details>`
    : html`<pre class="part letter">${withOwnLinks(content, ownSite)}</pre>`;

/** Up to this many characters of HTML a message gets a low frame: only the frame itself can measure its content. */
const SHORT = 2000;

/** A stranger's HTML: no script, no form, no navigation, nothing loaded; see also FRAME_POLICY. */
const frame = (mail: ShelvedMail, { html: designed }: ReadMessage) => html`<div class="part">
  <p class="note">Pictures from elsewhere are not loaded.</p>
  <iframe sandbox="" class="${designed.length < SHORT ? 'short' : ''}" src="/mail/${mail.id}/html" title="The message as HTML" referrerpolicy="no-referrer"></iframe>
</div>`;

const attachments = ({
  attachments: parts,
}: ReadMessage) => html`<section class="part" aria-labelledby="parts">
  <h2 id="parts">Attachments</h2>
  <ul>
    ${parts.map(({ name, type, octets }) => html`<li>${name || 'Unnamed'} <span class="fine">${type}, ${size(octets)}</span></li>`)}
  </ul>
</section>`;

const header = (mail: ShelvedMail, { headers }: ReadMessage) => html`<details class="part">
  <summary>Header, ${headers.length} lines</summary>
  <dl>
    ${row('Sent by', mail.sender || '<>')} ${row('Delivered to', mail.recipients.join(', '))}
    <dt>Received</dt>
    <dd>${moment(mail.received)}, ${size(mail.octets.length)}</dd>
  </dl>
  <pre tabindex="0">${headers.join('\n')}</pre>
</details>`;

/** RFC 3986: characters of a path, a query and a fragment, and those that end a sentence rather than an address. */
const REST = String.raw`/[\w\-.~!$&'()*+,;=:@%/?#]*`;
const END_OF_SENTENCE = /[.,;:!?')]+$/;

/**
 * The text, escaped, with real links to pages of our own site, as the letter that signs someone in is in this mailbox
 * too; every other address stays text. Links work in all messages, not only in our letters: a forged one looks the same,
 * and our pages do not act on a click that leads to them.
 * @param site scheme, host and port, without a slash at its end
 */
function withOwnLinks(content: string, site: string): Markup {
  // The character before the address must not be part of another address.
  const address = new RegExp(`(?<![\\w\\-.~%/@:?=&])${escaped(site)}${REST}`, 'g');
  const parts: (string | Markup)[] = [];
  let end = 0;
  for (const { 0: found, index } of content.matchAll(address)) {
    const href = found.replace(END_OF_SENTENCE, '');
    // A new tab without access to this one, and without a Referer.
    const link = html`<a href="${href}" target="_blank" rel="noopener noreferrer">${href}</a>`;
    parts.push(content.slice(end, index), link);
    end = index + href.length;
  }
  return html`${[...parts, content.slice(end)]}`;
}

const escaped = (site: string) => site.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

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
