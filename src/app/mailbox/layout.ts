/** The frame of every page of the try-out mailbox. All values are escaped by `html`. */

import { html } from 'hono/html';
import type { Markup } from './markup.ts';
import { stamp } from './stamp.ts';

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
