import type { Receipt } from '../../client/send-test-mail.ts';
import { RECEIPT } from '../../alias-texts.ts';

const NO_BREAK = '\u00a0';

/** `Delivered to mx.example.com over TLS 1.3, verified, in 640 ms`: facts only. */
export function receiptLine(receipt: Receipt): string {
  const { host, tls, proof } = receipt;
  const verified = proof === 'dane' || proof === 'pkix' ? RECEIPT.verified : '';
  const secured =
    tls === null
      ? RECEIPT.unencrypted
      : `${RECEIPT.over} ${tls.replace(/^TLSv/, `TLS${NO_BREAK}`)}${verified}`;
  return `${RECEIPT.deliveredTo} ${host} ${secured} ${tookTime(receipt)}`;
}

/** The end of the line, where the try-out mailbox replaces the host: `in 25 ms`. */
export const tookTime = ({ ms }: Receipt) => `${RECEIPT.in} ${duration(ms)}`;

/** Two significant digits; seconds from one second up. */
function duration(ms: number): string {
  const rounded = Number(ms.toPrecision(2));
  return rounded < 1000 ? `${rounded}${NO_BREAK}ms` : `${rounded / 1000}${NO_BREAK}s`;
}
