import type { DeliveryReceipt } from '#rules/page.ts';
import { RECEIPT } from '../texts.ts';

const NO_BREAK = '\u00a0';

/** `Delivered to mx.example.com over TLS 1.3 in 640 ms`: facts only. */
export function receiptLine({ host, tls, ms }: DeliveryReceipt): string {
  const secured =
    tls === null
      ? RECEIPT.unencrypted
      : `${RECEIPT.over} ${tls.replace(/^TLSv/, `TLS${NO_BREAK}`)}`;
  return `${RECEIPT.deliveredTo} ${host} ${secured} ${RECEIPT.in} ${duration(ms)}`;
}

/** Two digits that matter; seconds from one second up. */
function duration(ms: number): string {
  const rounded = Number(ms.toPrecision(2));
  return rounded < 1000 ? `${rounded}${NO_BREAK}ms` : `${rounded / 1000}${NO_BREAK}s`;
}
