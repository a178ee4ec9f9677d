/** `npx veilpost`, as an operator runs it in a folder. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CHILD_ENVIRONMENT } from './child-environment.ts';

export const VEILPOST = fileURLToPath(new URL('../../scripts/veilpost.mjs', import.meta.url));

/** @param environment its settings */
export function veilpost(cwd: string, args: string[], environment: Record<string, string>) {
  const run = spawnSync(process.execPath, [VEILPOST, ...args], {
    cwd,
    env: { ...CHILD_ENVIRONMENT, ...environment },
    encoding: 'utf8',
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}
