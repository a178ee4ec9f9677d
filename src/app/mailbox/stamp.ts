/** The stamp of the screen on the pages of the try-out mailbox, with a postmark of the message's day. */

import { html } from 'hono/html';
import { ENGRAVED, MARK, VALUE } from '#rules/stamp/drawing.ts';
import { POSTMARK_WAVES, postmarkDate } from '#rules/stamp/postmark.ts';
import type { Markup } from './markup.ts';

/** @param received time at which the message was received, in milliseconds since 1970; none: no postmark */
export const stamp = (
  received?: number,
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
