/** Detects that a file has changed, even if it cannot be read. */

import { statSync } from 'node:fs';
import { errorCode } from '../config/fault.ts';

/**
 * A text that changes with the file: with its content, with its permissions, and with the reason why it cannot be read.
 * It never throws: whoever reads the file then reports the reason.
 */
export function fileVersion(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch (error) {
    return errorCode(error);
  }
}
