/**
 * What the processes that a test starts have of the developer's own environment: the path to programs, and the
 * cache of compiled files.
 */
export const CHILD_ENVIRONMENT: Record<string, string> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
