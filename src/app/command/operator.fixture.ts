/** An operator's commands on a database of a test. */

import assert from 'node:assert/strict';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import { NOW } from '#store/sessions/auth-rows.fixture.ts';
import { SILENT } from '#support/silent-log.ts';
import { Fault } from '../config/fault.ts';
import { runCommand } from './command.ts';

export const SECRET = 'a secret of the operator, long enough';

/** @param isPossible whether the service confirms addresses */
export function operatorOf(url: string, isPossible = true) {
  const run = async (...args: string[]) => {
    const printed: string[] = [];
    await runCommand(args, {
      databaseUrl: () => url,
      domains: () => ['a.test', 'b.test'],
      letters: () => ({ secretKeys: [SECRET], limits: LETTER_LIMITS, now: () => NOW }),
      plan: () => ({ perOwner: 1, isPossible }),
      admin: () => assert.fail('the service is not asked'),
      print: (text) => void printed.push(text),
      log: SILENT,
    });
    return printed.join('');
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
