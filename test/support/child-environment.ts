/**
 * What the processes that a test starts have of the developer's own environment: the path to programs, and
 * what compile-cache.mjs says.
 */
export const CHILD_ENVIRONMENT: Record<string, string> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_PRESERVE_SYMLINKS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
