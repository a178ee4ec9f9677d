/** A message whose signatures are verified as the server does it: header first, then the body in pieces. */

import type { Resolve } from '#mail/dns/answer.ts';
import { stuffDots } from '#mail/message/dot-stuffing.ts';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { ArcCheck, type ArcResult } from '#mail/trust/arc/validate.ts';
import { DkimCheck, type DkimResult } from '#mail/trust/dkim/verify.ts';
import { BodyDigests } from '#mail/trust/signature/body-digests.ts';

/** The two halves of a message, in the collector's form: in wire form, the empty line at the end of the first. */
export function halves(content: string): { header: Buffer; body: Buffer } {
  const wire = stuffDots(Buffer.from(content, 'latin1'), true);
  const empty = wire.subarray(0, 2).toString() === '\r\n' ? 0 : wire.indexOf('\r\n\r\n') + 2;
  const end = empty === 1 ? wire.length : empty + 2;
  return { header: wire.subarray(0, end), body: wire.subarray(end) };
}

export type Verified = { dkim: DkimResult[]; arc: ArcResult; block: HeaderBlock };

/**
 * @param content with CRLF, without stuffing dots, each character one octet
 * @param options.now milliseconds since 1970
 */
export async function verified(
  content: string,
  resolve: Resolve,
  options: { now?: number; author?: string; cut?: (octets: Buffer) => Buffer[] } = {},
): Promise<Verified> {
  const { header, body } = halves(content);
  const block = HeaderBlock.read(header);
  const digests = new BodyDigests();
  const prefers = (domain: string) => domain === options.author;
  const dkim = DkimCheck.begin(block, digests, { resolve, prefers });
  const arc = ArcCheck.begin(block, digests, resolve);
  for (const piece of options.cut?.(body) ?? [body]) digests.push(piece);
  digests.end();
  return { dkim: await dkim.end(options.now ?? 0), arc: await arc.end(), block };
}
