/** The ways to switch the alias off, and to leave with one's data. Each call throws if it fails. */

import { call, changeSetting, readSetting, rows } from '../manage/call.ts';
import type { Facts, Run } from '../manage/outcome.ts';
import type { ManageParts } from '../manage/script.ts';

const DAY_MS = 86_400_000;

export async function readEnd(parts: ManageParts, id: string): Promise<Facts> {
  const endsAt = await readSetting(parts, id, 'ends_at');
  return endsAt === null || typeof endsAt === 'string' ? { endsAt } : {};
}

/** Switches the alias off by itself after so many days; null: never. */
export const endAfter: Run<{ days: number | null }> = async (parts, { id }, { days }) => {
  const endsAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
  await changeSetting(parts, id, { ends_at: endsAt });
  return { facts: { endsAt } };
};

/** The earlier links that switch the alias off end. */
export const renewLink: Run<unknown> = async (parts, { id }) => {
  await call(parts, 'POST', 'functions/v1/new-switch-off-link', { alias_id: id });
};

/** As a file, by the browser's own means. */
export const download: Run<unknown> = async (parts) => {
  const json = await call(parts, 'GET', 'functions/v1/my-data');
  const file = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = 'veilpost.json';
  link.click();
  URL.revokeObjectURL(file);
};

export const deleteAlias: Run<unknown> = async (parts, { id }) => {
  await rows(parts, 'DELETE', `rest/v1/aliases?id=eq.${id}`);
  parts.leave('aliasDeleted', id);
};

export const deleteAll: Run<unknown> = async (parts) => {
  await call(parts, 'DELETE', 'auth/v1/user');
  parts.sessions.drop();
  parts.leave('allDeleted');
};
