/** `npx veilpost`, as an operator runs it in a folder. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { run } from '#app/command/command.ts';
import { createLog } from '#app/observe/log.ts';
import { CHILD_ENVIRONMENT } from './service-process.ts';

export const VEILPOST = fileURLToPath(new URL('../../scripts/veilpost.mjs', import.meta.url));

/** @param environment its settings */
export function veilpost(cwd: string, args: string[], environment: Record<string, string>) {
  const ended = spawnSync(process.execPath, [VEILPOST, ...args], {
    cwd,
    env: { ...CHILD_ENVIRONMENT, ...environment },
    encoding: 'utf8',
  });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

/** The same within this process, which meanwhile has another folder and other settings. */
export async function veilpostHere(
  cwd: string,
  args: string[],
  environment: Record<string, string>,
) {
  const [before, settings] = [process.cwd(), process.env];
  let [out, err] = ['', ''];
  const complain = (text: string) => void (err += text);
  process.chdir(cwd);
  process.env = { ...CHILD_ENVIRONMENT, ...environment };
  try {
    const log = createLog({ write: complain }, false);
    const code = await run(args, { print: (text) => void (out += text), complain, log });
    return { code, out, err };
  } finally {
    process.env = settings;
    process.chdir(before);
  }
}
