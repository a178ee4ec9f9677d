import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeNextHop, SILENCE } from '#support/fake-next-hop.ts';
import { ServiceProcess, SERVICE_MAIN, smallScreen } from '#support/service-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

const after = (t: TestContext) => (cleanUp: () => Promise<void> | void) => t.after(cleanUp);

type Start = (folder: string, environment: Record<string, string>) => ServiceProcess;

/** The service, with a message to the operator on its way to a next hop: received and not answered. */
async function mailInFlight(
  t: TestContext,
  { start, settings }: { start?: Start; settings?: Record<string, string> } = {},
) {
  const hop = await FakeNextHop.start({ script: { dot: SILENCE } });
  t.after(() => hop.close());
  const environment = {
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OPERATOR_EMAIL: 'operator@home.test',
    ...settings,
  };
  const folder = tempFolder(after(t));
  const service =
    start?.(folder, environment) ?? ServiceProcess.start(after(t), folder, environment);
  const [, port] = await service.written(/Mail server +smtp:\/\/\S+:(\d+)\r?\n/);
  const smtpPort = Number(port);
  const client = await SmtpClient.greeted(smtpPort);
  t.after(() => client.destroy());
  await client.sayAll('MAIL FROM:<ann@sender.test>', 'RCPT TO:<abuse@alias.localhost>', 'DATA');
  client.send('From: <ann@sender.test>\r\nSubject: x\r\n\r\nx\r\n.\r\n');
  await hop.until(() => hop.count('dot') === 1);
  return { hop, service, client, smtpPort };
}

test('SIGHUP reloads the certificate at once; it does not interrupt mail in flight, nor do SIGUSR1 and SIGUSR2, and SIGTERM waits for its verdict', async (t) => {
  const folder = tempFolder(after(t));
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const renew = (name: string) => {
    const { cert, key } = selfSignedCertificate(name);
    writeFileSync(TLS_CERT, cert);
    writeFileSync(TLS_KEY, key);
  };
  renew('first.test');
  const { hop, service, client, smtpPort } = await mailInFlight(t, {
    settings: { TLS_CERT, TLS_KEY },
  });
  const shown = async () => {
    const other = await SmtpClient.greeted(smtpPort);
    t.after(() => other.destroy());
    await other.say('STARTTLS');
    return (await other.secure()).getPeerCertificate().subject.CN;
  };
  assert.equal(await shown(), 'first.test');
  renew('second.test');
  service.signal('SIGHUP');
  await service.written(/"msg":"certificate reloaded"/);
  assert.equal(await shown(), 'second.test');
  writeFileSync(TLS_KEY, 'half a file');
  service.signal('SIGHUP');
  await service.written(/"msg":"cannot load the new certificate; keeping the current one"/);
  assert.equal(await shown(), 'second.test');

  const told = (signal: NodeJS.Signals) => {
    service.signal(signal);
    return service.written(new RegExp(`"signal":"${signal}"`));
  };
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) await told(signal);
  const other = await SmtpClient.greeted(smtpPort);
  await told('SIGTERM');
  assert.match(await other.untilClosed(), /^421 /);
  const late = await SmtpClient.connect(smtpPort).catch(() => undefined);
  if (late) assert.doesNotMatch(await late.untilClosed(), /^220/, 'new clients are rejected');
  hop.say('250 2.0.0 taken');
  assert.match(await client.reply(), /^250 /);
  client.destroy();
  const { code, err } = await service.ended();
  assert.deepEqual({ code, err }, { code: 0, err: '' }, 'no debugger listens');
});

test('a closed terminal shuts the service down gracefully: a message in flight gets its verdict', async (t) => {
  // script(1) runs it under its own terminal, which ends with it.
  const terminal: Start = (folder, environment) => {
    const command = `exec '${process.execPath}' '${SERVICE_MAIN}' '${smallScreen(after(t))}'`;
    const service = new ServiceProcess(
      ['script', '-qfc', command, '/dev/null'],
      folder,
      environment,
    );
    t.after(() => service.kill());
    return service;
  };
  const { hop, service, client } = await mailInFlight(t, { start: terminal });
  await service.kill();
  hop.say('250 2.0.0 taken');
  assert.match(await client.reply(), /^250 /);
  assert.match(await client.untilClosed(), /^421 4\.3\.2 /);
});
