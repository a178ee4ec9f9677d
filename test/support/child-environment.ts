/**
 * The variables of the developer's environment that child processes of a test get: the path to programs, and
 * the variables of compile-cache.mjs.
 */
export const CHILD_ENVIRONMENT: Record<string, string> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_PRESERVE_SYMLINKS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
