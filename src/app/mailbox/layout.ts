/** The frame of every page of the try-out mailbox. All values are escaped by `html`. */

import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The folded V of design, on 32 x 32. */
const MARK =
  'M2 5h9.4L16 12.56V28zM20.6 5H30L28.54 7.4H19.14zM18.17 9H27.57L26.1 11.4H16.9V11.08zM16.9 13H25.13L23.67 15.4H16.9zM16.9 17H22.7L21.23 19.4H16.9zM16.9 21H20.26L18.8 23.4H16.9z';

export function layout(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f5f8f9" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0b1115" media="(prefers-color-scheme: dark)" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/mailbox.css" />
    <script src="/live.js" defer></script>
  </head>
  <body>
    <header>
      <a href="/">
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><path d="${MARK}" fill="currentColor" /></svg>
        Veilpost
      </a>
    </header>
    <p id="news" role="status"></p>
    <main>${content}</main>
  </body>
</html>`;
}

/** `14:03:05`, or with the date before it; as the machine counts time, which is the reader's in a try-out. */
export function moment(ms: number, withDate: boolean): Markup {
  const date = new Date(ms);
  const text = withDate
    ? date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
    : date.toLocaleTimeString('en-GB');
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

/** `812 bytes`, `1.2 kB`, `3.4 MB`. */
export function size(octets: number): string {
  if (octets < 1000) return `${octets} bytes`;
  return octets < 1_000_000
    ? `${(octets / 1000).toFixed(1)} kB`
    : `${(octets / 1_000_000).toFixed(1)} MB`;
}
