import { execFileSync } from 'node:child_process';

/** Runs a program to its end. @throws where it is absent or ends with an error; what it says is on standard error */
export function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
