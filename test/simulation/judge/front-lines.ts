/** The lines that the service puts before a message (V04). */

const OURS = /^(?:Received|Delivered-To|Veilpost-Loop|Authentication-Results|X-Spam): /;

/** A prepended line that is not ours, if there is one. @param head whole lines */
export function foreignLine(head: string): string | undefined {
  if (head !== '' && !head.endsWith('\r\n')) return JSON.stringify(head.slice(-40));
  // Folded lines belong to the field before them (RFC 5322 section 2.2.3).
  return head
    .replaceAll(/\r\n(?=[ \t])/g, ' ')
    .split('\r\n')
    .slice(0, -1)
    .find((line) => !OURS.test(line));
}
