/** Messages given as lines, read as reports. */

import type { WireMessage } from '../message/message.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import { readReport } from './remote-report.ts';

export const FAILED: DeliveryStatus = { action: 'failed', status: '5.0.0' };

export function messageOf(...lines: string[]): WireMessage {
  const octets = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
  return { chunks: [octets], octets: octets.length, eightBit: false };
}

export const read = (...lines: string[]): DeliveryStatus | undefined =>
  readReport(messageOf(...lines));
