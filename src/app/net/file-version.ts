/** Notices that a file has changed, whatever the reason for which it cannot be looked at. */

import { statSync } from 'node:fs';
import { errorCode } from '../config/fault.ts';

/**
 * A text that changes with the file: with its content, with a change of its rights alone, and with the reason for which it
 * cannot be looked at. It never throws: whoever reads the file then says the reason.
 */
export function fileVersion(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch (error) {
    return errorCode(error);
  }
}
