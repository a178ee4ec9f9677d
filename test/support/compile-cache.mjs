// For `node --import`, which hands it on to each test file. A start without the cache strips the types of some 200 files
// and compiles them: half a second of CPU for each test file, command and service. Tests hand NODE_COMPILE_CACHE on.
//
// No file of ours or of a package is a symbolic link: not to look for any saves a sixth of the start of each process that follows.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/node', import.meta.url),
);
process.env.NODE_PRESERVE_SYMLINKS ??= '1';
enableCompileCache(process.env.NODE_COMPILE_CACHE);
