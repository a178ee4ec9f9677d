/** An operator's commands on a database of a test. */

import assert from 'node:assert/strict';
import { NOW } from '#store/sessions/auth-rows.fixture.ts';
import { Fault } from '../config/fault.ts';
import { configOf } from '../config/reading.fixture.ts';
import { createLog } from '../observe/log.ts';
import { runCommand } from './command.ts';

export const SECRET = 'a-secret-of-the-operator-long-enough';

/** @param isPossible whether the service confirms addresses */
export function operatorOf(url: string, isPossible = true) {
  const config = configOf({
    DATABASE_URL: url,
    ALIAS_DOMAINS: 'a.test,b.test',
    SECRET_KEY: SECRET,
    NEXT_HOP: 'smtp://127.0.0.1',
    OWNERSHIP: isPossible ? 'confirmed' : 'open',
  });
  const log = createLog({ write: () => {} }, false);
  const run = async (...args: string[]) => {
    let printed = '';
    const print = (text: string) => void (printed += text);
    await runCommand(args, { config: () => config, print, now: () => NOW, log });
    return printed;
  };
  /** @param line with blanks between its words */
  const refused = async (code: number, sentence: RegExp, line: string) => {
    await assert.rejects(run(...line.split(' ')), (error) => {
      assert.ok(error instanceof Fault, String(error));
      assert.match(error.message, sentence);
      assert.equal(error.exitCode, code, line);
      return true;
    });
  };
  return { run, refused };
}
