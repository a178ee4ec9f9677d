// For `node --import`, which passes it on to each test file. A start without the cache strips the types of some 200 files
// and compiles them: half a second of CPU for each test file, command and service. Tests pass NODE_COMPILE_CACHE on.
//
// None of our files, and of those in packages, is a symbolic link: not looking for links saves a sixth of the start of each process.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/node', import.meta.url),
);
process.env.NODE_PRESERVE_SYMLINKS ??= '1';
enableCompileCache(process.env.NODE_COMPILE_CACHE);
