import { LOCALE, RECEIPT } from '#languages/en/alias.ts';
import type { Receipt } from '../../client/send-test-mail.ts';

const NO_BREAK = '\u00a0';

/** `Delivered to mx.example.com over TLS 1.3, verified, in 640 ms`: facts only. */
export function receiptLine(receipt: Receipt): string {
  const { host, tls, proof } = receipt;
  return RECEIPT.delivered(
    host,
    tls?.replace(/^TLSv/, `TLS${NO_BREAK}`) ?? null,
    proof === 'dane' || proof === 'pkix',
    tookTime(receipt),
  );
}

/** Two significant digits; seconds from one second up: `25 ms`. */
export function tookTime({ ms }: Receipt): string {
  const rounded = Number(ms.toPrecision(2));
  return rounded < 1000
    ? `${rounded}${NO_BREAK}ms`
    : `${(rounded / 1000).toLocaleString(LOCALE)}${NO_BREAK}s`;
}
