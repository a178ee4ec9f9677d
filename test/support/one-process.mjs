// `node [OPTION]... test/support/one-process.mjs PATTERN...` runs the tests of all files in one process, like
// `node --test --test-isolation=none` at three quarters of its CPU: that follows each promise to its end, to name the test
// of an error that is not caught. Here such an error fails the run, and its stack is printed.
import asyncHooks from 'node:async_hooks';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { createHook } = asyncHooks;
// The runner finds the suite of a test through the hook, too.
asyncHooks.createHook = ({ init }) =>
  createHook({
    init: (id, type, ...rest) => {
      if (type === 'Test') init?.(id, type, ...rest);
    },
  });
const { before } = await import('node:test');
asyncHooks.createHook = createHook;
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => console.error(error));
}

// No test begins earlier: once none is left the process ends, whatever has not been loaded.
const loaded = Promise.withResolvers();
before(() => loaded.promise, { timeout: Number.POSITIVE_INFINITY });
for (const file of globSync(process.argv.slice(2)).toSorted()) {
  await import(pathToFileURL(resolve(file)).href);
}
loaded.resolve();
