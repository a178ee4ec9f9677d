import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program to its end. @throws if it is missing or ends with an error; its output is on standard error */
export async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
}
