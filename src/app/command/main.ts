// npx veilpost, on the Node that scripts/veilpost.mjs has found.
import { errorCode, EXIT_FAILURE } from '../config/fault.ts';
import { createLog } from '../observe/log.ts';
import { run } from './command.ts';

let isWritable = true;
process.stdout.on('error', (error) => {
  // A reader that has gone (EPIPE) has read enough; the work continues.
  if (!isWritable || errorCode(error) === 'EPIPE') return;
  isWritable = false;
  process.stderr.write(`Cannot write the output (${errorCode(error)}).\n`);
  process.exitCode = EXIT_FAILURE;
});

const code = await run(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  log: createLog(process.stderr, process.stderr.isTTY),
});
if (code !== 0) process.exitCode = code;
