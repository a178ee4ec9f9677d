// npm run mail -- ALIAS: sends one small mail to an alias through the running service, and prints the dialogue.

import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const SENDER = 'first.mail@sender.example';

const USAGE = `Usage: npm run mail -- ALIAS

Sends one small mail to an alias through the service that runs here, and prints the dialogue.
`;

const [alias = ''] = process.argv.slice(2);
if (alias === '--help' || alias === '-h') {
  process.stdout.write(USAGE);
  process.exit();
}
if (!/^[^\s<>@]+@[^\s<>@]+$/.test(alias))
  fail('Which alias? For example: npm run mail -- alias-1234@alias.localhost');
try {
  process.loadEnvFile();
} catch {
  // Without a .env the defaults apply.
}
const port = Number(process.env.SMTP_PORT || 2525);
const hosts = (process.env.HOST ?? '').split(',').map((part) => part.trim());
const own = hosts.find((part) => part.startsWith('smtp='))?.slice('smtp='.length);
const listening = own ?? hosts.find((part) => !part.includes('=')) ?? '';
const host = ['', '0.0.0.0', '::'].includes(listening) ? 'localhost' : listening;

const socket = connect({ port, host });
await once(socket, 'connect').catch(() =>
  fail(`Nothing answers at ${host}:${port}: is the service running (npm start)?`),
);
const replies = createInterface(socket)[Symbol.asyncIterator]();

await hear();
await say('EHLO sender.example');
await say(`MAIL FROM:<${SENDER}>`);
await say(`RCPT TO:<${alias}>`);
await say('DATA');
await say(message());
await say('QUIT');
socket.end();

function message(): string {
  return [
    `From: First Mail <${SENDER}>`,
    `To: <${alias}>`,
    'Subject: A first mail',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${Date.now()}@sender.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This mail was sent to ${alias}.`,
    'It was forwarded to the real mailbox of that alias.',
    '.',
  ].join('\r\n');
}

/** Sends lines and reads the reply. */
async function say(lines: string): Promise<void> {
  for (const line of lines.split('\r\n')) console.log(`> ${line}`);
  socket.write(`${lines}\r\n`);
  await hear();
}

/** Prints a whole reply (RFC 5321 section 4.2.1), and exits after a refusal. */
async function hear(): Promise<void> {
  for (;;) {
    const { value: line, done } = await replies.next();
    if (done) fail('The mail server has closed the connection.');
    console.log(`< ${line}`);
    if (/^[45]\d\d /.test(line)) fail('The mail was not taken; the reply above says why.');
    if (/^\d{3}(?: |$)/.test(line)) return;
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
