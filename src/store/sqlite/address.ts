import { DatabaseUnusable } from '../errors.ts';

/**
 * The file that `sqlite:./a`, `sqlite:/a` or `sqlite:///a` names.
 * @throws DatabaseUnusable
 */
export function sqlitePath(databaseUrl: string): string {
  const path = databaseUrl.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '') throw new DatabaseUnusable('The database address sqlite: does not name a file.');
  return path;
}
