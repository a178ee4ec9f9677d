/** One mail: who, what, and everything that came with it. */

import { html } from 'hono/html';
import { layout, type Markup, moment, size } from './layout.ts';
import type { Reading } from './reading.ts';
import type { ShelvedMail } from './shelf.ts';

export function mailPage(mail: ShelvedMail, reading: Reading): Markup {
  const subject = reading.subject || 'No subject';
  return layout(
    `${subject} - Try-out mailbox`,
    html`<article>
      <section class="envelope">
        <h1>${subject}</h1>
        <dl>
          ${row('From', reading.from)} ${row('To', reading.to)} ${row('Date', reading.date)}
          ${row('Sent by', mail.sender || '<>')} ${row('Delivered to', mail.recipients.join(', '))}
          <dt>Received</dt>
          <dd>${moment(mail.received, true)}, ${size(mail.octets.length)}</dd>
        </dl>
        <p class="actions">
          <a class="button" href="/mail/${mail.id}/download" download>Download .eml</a>
          <a class="button" href="/mail/${mail.id}/source">Source</a>
        </p>
      </section>
      ${reading.cut ? html`<p class="note">This mail is long and shown in part. The download has all of it.</p>` : ''}
      ${reading.text ? text(reading.text) : ''} ${reading.html ? frame(mail) : ''}
      ${reading.text || reading.html ? '' : html`<p class="slip empty">This mail has no text.</p>`}
      ${reading.attachments.length > 0 ? attachments(reading) : ''}
      <section class="slip">
        <details>
          <summary>Header, ${reading.headers.length} lines</summary>
          <pre tabindex="0">${reading.headers.join('\n')}</pre>
        </details>
      </section>
      <p><a class="back" href="/">Back to all mails</a></p>
    </article>`,
  );
}

const row = (name: string, value: string) =>
  value === '' ? '' : html`<dt>${name}</dt><dd class="mono">${value}</dd>`;

const text = (content: string) => html`<section class="slip" aria-labelledby="text">
  <h2 id="text">Text</h2>
  <pre class="letter">${content}</pre>
</section>`;

/** What a stranger wrote as HTML: no script, no form, no navigation, nothing loaded; see also FRAME_POLICY. */
const frame = (mail: ShelvedMail) => html`<section class="slip" aria-labelledby="html">
  <h2 id="html">HTML</h2>
  <iframe sandbox="" src="/mail/${mail.id}/html" title="The mail as HTML" referrerpolicy="no-referrer"></iframe>
</section>`;

const attachments = ({
  attachments: parts,
}: Reading) => html`<section class="slip" aria-labelledby="parts">
  <h2 id="parts">Attachments</h2>
  <ul>
    ${parts.map(({ name, type, octets }) => html`<li>${name || 'Without a name'} <span class="fine">${type}, ${size(octets)}</span></li>`)}
  </ul>
</section>`;
