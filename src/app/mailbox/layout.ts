/** The frame of every page of the try-out mailbox. All values are escaped by `html`. */

import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { ENGRAVED, MARK, VALUE } from '#rules/stamp/drawing.ts';
import { POSTMARK_WAVES, postmarkDate } from '#rules/stamp/postmark.ts';

/** The result of Hono's template tag `html`: HTML whose values are escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export type PageParts = {
  title: string;
  /** The stylesheet of its content. */
  style: 'list.css' | 'mail.css';
  /** Above the envelope: the link back. */
  back?: Markup;
  heading: string;
  /** The time at which the message of the page was received, in milliseconds since 1970: for the postmark. */
  received?: number;
  /** On the envelope, below the heading. */
  envelope: Markup;
  /** Below the envelope. */
  content: Markup;
};

export function layout(page: PageParts): Markup {
  const { title, style, back, heading, received, envelope, content } = page;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f2f6f8" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0b1115" media="(prefers-color-scheme: dark)" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/envelope.css" />
    <link rel="stylesheet" href="/mailbox.css" />
    <link rel="stylesheet" href="/${style}" />
    <script src="/live.js" defer></script>
  </head>
  <body>
    <header>
      ${back ?? ''}
      <p id="news" role="status"></p>
    </header>
    <main>
      <section class="envelope">
        <div class="head">
          <a class="name" href="/" translate="no">Veilpost</a>
          ${stamp(received)}
          <h1 class="${received === undefined ? '' : 'subject-line'}">${heading}</h1>
        </div>
        ${envelope}
      </section>
      ${content}
    </main>
  </body>
</html>`;
}

/** `21 Nov 2026, 14:03`, in the machine's time zone, which is the reader's in a try-out. @param ms since 1970 */
export function moment(ms: number): Markup {
  const date = new Date(ms);
  const text = date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

/** `812 bytes`, `1.2 kB`, `3.4 MB`. */
export function size(octets: number): string {
  if (octets < 1000) return `${octets} bytes`;
  return octets < 1_000_000
    ? `${(octets / 1000).toFixed(1)} kB`
    : `${(octets / 1_000_000).toFixed(1)} MB`;
}

/** The stamp of the screen, with a postmark of the day of `received`, if there is one. */
const stamp = (
  received: number | undefined,
): Markup => html`<svg class="stamp" viewBox="64 0 66 90" aria-hidden="true">
  <path class="stamp-paper" d="M66 7h64v76H66z" />
  <path class="perforation" d="M66 7h64v76H66z" />
  <path class="frame" d="M73.5 14.5h49v61h-49z" />
  <path class="printed" transform="translate(78.8 20) scale(1.2)" d="${MARK}" />
  <path class="engraved" d="${ENGRAVED}" />
  <path class="printed" d="${VALUE}" />
  ${received === undefined ? '' : postmark(received)}
</svg>`;

function postmark(received: number): Markup {
  const [day, year] = postmarkDate(new Date(received).toISOString()).split('\n');
  return html`<g class="postmark">
    <g transform="rotate(-8 30 54)">
      <circle cx="30" cy="54" r="25" />
      <circle cx="30" cy="54" r="16.5" />
      <path id="arc" stroke="none" d="M11 54a19 19 0 0 1 38 0" />
      <text class="ring-text"><textPath href="#arc" startOffset="50%">VEILPOST</textPath></text>
      <text x="30" y="52.5">${day}</text>
      <text x="30" y="62.5">${year}</text>
    </g>
    <path stroke-width="1.2" d="${POSTMARK_WAVES}" />
  </g>`;
}
