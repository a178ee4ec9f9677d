import { domainOf } from './address.ts';

/** An address that its holder recognizes, but no one can write to: `s***@example.com`. @param email canonical */
export function maskedAddress(email: string): string {
  const [first = ''] = email;
  return `${/[\da-z]/.test(first) ? first : ''}***@${domainOf(email)}`;
}
