/** The body of an insert, checked against the rules before the store sees it. */

import { domainOf } from '#rules/address.ts';
import { freeNameOf } from '#rules/alias.ts';
import { MESSAGES } from '#rules/messages.ts';
import { isOwnDomain, type OwnNames } from '#rules/own-domain.ts';
import { isObject } from '../body.ts';
import { CallRefused, checkViolated } from '../errors.ts';
import { type RealAddress, readRealAddress } from '#domains/real-address.ts';

export type WantedAlias = { alias_email: string; owner: RealAddress };

/**
 * @param body one row, or an array of one row, as the stock client sends either
 * @throws CallRefused with the reason
 */
export function readNewAlias(body: unknown, ours: OwnNames): WantedAlias {
  const row = Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (!isObject(row)) throw new CallRefused(400, 'PGRST102', 'One row is inserted at a time.');
  for (const column of Object.keys(row)) refuseColumn(column);
  if (row.active !== undefined && row.active !== true) {
    throw checkViolated('A new alias is active.');
  }
  const owner = readRealAddress(text(row, 'real_email'));
  const alias_email = text(row, 'alias_email');
  if (!owner) throw checkViolated(MESSAGES.invalidEmail);
  if (isOwnDomain(domainOf(owner.canonical), ours)) {
    throw checkViolated('An address of this service cannot be a real address.');
  }
  // The alias in its one stored spelling: no tag, no upper case.
  if (freeNameOf(alias_email, ours.space) !== alias_email) {
    throw checkViolated('The alias is not of the form that this service gives.');
  }
  return { alias_email, owner };
}

const WRITABLE = new Set(['real_email', 'alias_email', 'active']);
const READ_ONLY = new Set(['id', 'created_at']);

function refuseColumn(column: string): void {
  if (WRITABLE.has(column)) return;
  throw READ_ONLY.has(column)
    ? new CallRefused(403, '42501', `The column ${column} is not the caller's to set.`)
    : new CallRefused(400, 'PGRST204', 'The row has a column that the table has not.');
}

function text(row: Record<string, unknown>, column: 'real_email' | 'alias_email'): string {
  const value = row[column] ?? null;
  if (value === null) {
    throw new CallRefused(400, '23502', `null value in column "${column}" of relation "aliases"`);
  }
  if (typeof value !== 'string') throw new CallRefused(400, '22P02', `${column} must be a string.`);
  return value;
}
