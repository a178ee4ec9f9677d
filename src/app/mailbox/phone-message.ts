/** A code for a phone, as a message in the try-out mailbox: a trial needs neither a phone nor an SMS service. */

import type { PhoneMessage } from '#auth/factors/phone.ts';
import { dateTime } from '#mail/message/received.ts';
import type { ShelvedMail } from './shelf.ts';

/** @param now milliseconds since 1970 */
export function phoneMail(
  { phone, code, channel }: PhoneMessage,
  now: number,
): Omit<ShelvedMail, 'id' | 'received'> {
  const by = channel === 'sms' ? 'SMS' : 'WhatsApp';
  const lines = [
    'From: Veilpost <postmaster@mailbox.localhost>',
    `Subject: ${by} to ${phone}`,
    `Date: ${dateTime(now)}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your code is ${code}. It works for five minutes.`,
    '',
    `Outside the try-out this would go to ${phone} by ${by}.`,
    '',
  ];
  return { sender: '', recipients: [phone], octets: Buffer.from(lines.join('\r\n'), 'latin1') };
}
