/**
 * The query string of a table call: the shapes of the four calls and nothing else, so there is no query language to
 * attack.
 */

import { unknownQuery } from '../errors.ts';

export type Query = {
  /** Values by name. */
  get: (name: string) => string | undefined;
  /** The value of the filter `<column>=eq.<value>`. @throws CallRefused for any other filter */
  equals: (column: string) => string;
};

/**
 * Reads the query.
 * @param shape the only allowed value of each parameter, or undefined if it carries a value
 * @param optional parameters of the shape that may be missing
 * @throws CallRefused if a parameter is unknown, repeated or missing
 */
export function readQuery(
  params: URLSearchParams,
  shape: Record<string, string | undefined>,
  optional: readonly string[] = [],
): Query {
  const values = new Map<string, string>();
  for (const [name, value] of params) {
    if (!Object.hasOwn(shape, name) || values.has(name)) throw unknownQuery();
    if (shape[name] !== undefined && shape[name] !== value) throw unknownQuery();
    values.set(name, value);
  }
  for (const name of Object.keys(shape)) {
    if (!values.has(name) && !optional.includes(name)) throw unknownQuery();
  }
  return {
    get: (name) => values.get(name),
    equals: (column) => {
      const value = values.get(column);
      if (!value?.startsWith('eq.')) throw unknownQuery();
      return value.slice('eq.'.length);
    },
  };
}
