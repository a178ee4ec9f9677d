import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '#support/loopback.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const after = (t: TestContext) => (cleanUp: () => Promise<void> | void) => t.after(cleanUp);

/** Whether the port has a listener. */
async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

test('an unusable value ends the start with one sentence and 78; the environment takes precedence over .env', async (t) => {
  const folder = tempFolder(after(t));
  writeFileSync(join(folder, '.env'), 'ALIAS_NUMBERS=few\n');
  const settings = { ALIAS_NUMBERS: 'many' };
  assert.deepEqual(await ServiceProcess.start(after(t), folder, settings).ended(), {
    code: 78,
    out: '',
    err: 'ALIAS_NUMBERS must be a range such as 1000-9999, of numbers from 1 to 999999999, but is "many".\n',
  });
});

test('a misspelt setting is reported with its place; its value is not; SIGINT is a graceful shutdown, too', async (t) => {
  const folder = tempFolder(after(t));
  writeFileSync(join(folder, '.env'), 'OPERATOR_MAIL=secret-one\nCOLOUR=secret-two\n');
  const service = ServiceProcess.start(after(t), folder, {
    ALIAS_DOMAIN: 'secret-three',
  });
  await service.addresses();
  service.signal('SIGINT');
  const { code, out, err } = await service.ended();
  assert.deepEqual({ code, err }, { code: 0, err: '' });
  const warnings = [...out.matchAll(/"level":"warn".*"msg":"([^"]+)"/g)].map(([, text]) => text);
  assert.deepEqual(
    new Set(warnings),
    new Set([
      'ALIAS_DOMAIN is not a setting: is ALIAS_DOMAINS meant?',
      'COLOUR in .env is not a setting',
      'OPERATOR_MAIL in .env is not a setting: is OPERATOR_EMAIL meant?',
      'database not found: created a new, empty one',
    ]),
  );
  assert.doesNotMatch(out, /secret/);
});

test('mail, HTTP and the admin server each listen on their configured address', async (t) => {
  // The system may give the same number to another program, at another address.
  const ports = {
    HTTP_PORT: String(await freePort()),
    MAILBOX_PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
  };
  const HOST = '127.0.0.2,smtp=127.0.0.3,admin=127.0.0.4';
  const { running } = await nodeInProcess(t, { HOST, ...ports });
  t.after(() => running.close());
  const { httpPort, mailboxPort = 0, adminPort, smtpPort } = running;
  const open = async (port: number) => {
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
    const heard = await Promise.all(addresses.map((host) => answers(host, port)));
    return addresses.filter((_, i) => heard[i]);
  };
  assert.deepEqual(await Promise.all([httpPort, mailboxPort, adminPort, smtpPort].map(open)), [
    ['127.0.0.2'],
    ['127.0.0.2'],
    ['127.0.0.4'],
    ['127.0.0.3'],
  ]);
});

test('an uncaught error is logged without addresses, and ends the process with exit code 1', async (t) => {
  const fault = "process.on('SIGWINCH',()=>{throw(new(Error)('for:jane@home.example'))})";
  const service = ServiceProcess.start(after(t), tempFolder(after(t)), {
    NODE_OPTIONS: `--import=data:text/javascript,${fault}`,
  });
  await service.addresses();
  service.signal('SIGWINCH');
  const { code, out } = await service.ended();
  assert.equal(code, 1);
  assert.match(out, /"level":"fatal".*"msg":"exiting after an uncaught error"/);
  assert.doesNotMatch(out, /jane/);
});

test('the printed addresses can be opened: brackets around IPv6, and PUBLIC_URL if it is set, here in .env', async (t) => {
  const ipv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  );
  if (!ipv6) return t.skip('this machine has no ::1');
  const folder = tempFolder(after(t));
  writeFileSync(join(folder, '.env'), 'PUBLIC_URL=https://veil.example\n');
  const service = ServiceProcess.start(after(t), folder, { HOST: '::1' });
  await service.written(/Screen +https:\/\/veil\.example\n/);
  const [, smtp] = await service.written(/Mail server +smtp:\/\/\[::1\]:(\d+)\n/);
  assert.ok(await answers('::1', Number(smtp)));
  await service.written(/Mailbox +http:\/\/\[::1\]:\d+\n/);
  await service.written(/npm run mail -- alias-1234@alias\.localhost\n/);
});

test('with a real next hop the start names the doctor, and not the first mail to the try-out mailbox', async (t) => {
  const settings = { NEXT_HOP: 'smtp://127.0.0.1:1', NEW_DATABASE: 'allow' };
  const service = ServiceProcess.start(after(t), tempFolder(after(t)), settings);
  await service.addresses();
  service.signal('SIGTERM');
  const { out } = await service.ended();
  assert.match(out, /\n {2}Check DNS, ports and certificate: npx veilpost doctor\n/);
  assert.doesNotMatch(out, /npm run mail|Mailbox/);
});

/** The build takes most of it, on a machine with other work. */
const PATIENT = { timeout: 600_000 };

test(
  'npm start builds a missing screen, prints three addresses, and shuts down gracefully',
  PATIENT,
  async (t) => {
    const folder = tempFolder(after(t));
    const service = new ServiceProcess(['npm', 'start'], ROOT, {
      HOME: folder,
      DATABASE_URL: `sqlite:${folder}/veilpost.sqlite`,
    });
    // npm passes the signal on; a killed npm would leave the service running.
    t.after(() => service.signal('SIGTERM'));
    const { http, smtpPort, mailbox } = await service.addresses();
    const html = await (await fetch(http)).text();
    assert.match(html, /Enter your real email/);
    const script = /import\('\.(\/assets\/[^']+\.js)'\)/.exec(html)?.[1] ?? assert.fail(html);
    assert.equal((await fetch(http + script)).status, 200);
    assert.equal(await (await fetch(`${http}/healthz`)).text(), 'ok\n');
    assert.match(await (await fetch(mailbox)).text(), /No mail yet/);
    const client = await SmtpClient.connect(smtpPort);
    assert.match(await client.reply(), /^220 mx\.alias\.localhost /);
    service.signal('SIGTERM');
    assert.match(await client.untilClosed(), /^421 4\.3\.2 /);
    assert.equal((await service.ended()).code, 0);
  },
);
