import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const inThread = promisify(brotliCompress);

/**
 * Writes a `.br` file next to each text file of a language, at the highest level. Each file is compressed once for all requests, and once
 * if several languages share its content.
 */
export function createCompressor(): (folder: string) => Promise<void> {
  const made = new Map<string, Promise<Buffer>>();
  const compressed = (plain: Buffer) => {
    const hash = createHash('sha256').update(plain).digest('hex');
    const octets =
      made.get(hash) ??
      inThread(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      });
    made.set(hash, octets);
    return octets;
  };
  return async (folder) => {
    const files = globSync('{,assets/,privacy/}*.{html,js,svg}', { cwd: folder });
    await Promise.all(
      files.map(async (name) => {
        const file = join(folder, name);
        writeFileSync(`${file}.br`, await compressed(readFileSync(file)));
      }),
    );
  };
}
