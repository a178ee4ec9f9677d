import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { publish, runDns } from '#support/veilpost-command.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { ALIAS, hand, letter } from '#support/forwarding.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { resolverOf } from '#support/dns-server.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { surroundings } from '#support/service-surroundings.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { verified } from '#support/signing.ts';

const MINUTE = 60_000;
const DATABASES = {
  'the embedded database': async (t: TestContext) =>
    `sqlite:${tempFolder((cleanUp) => t.after(cleanUp))}/veilpost.sqlite`,
  PostgreSQL: () => postgresDatabase('our_key'),
};

/** Two nodes on one database that start at the same moment, with a fake next hop. */
async function twoNodes(t: TestContext, database: string) {
  const { dns, hop, environment } = await surroundings(t, database);
  const clock = new FakeClock();
  const nodes = await Promise.all([1, 2].map(() => nodeInProcess(t, environment, clock)));
  t.after(() => Promise.all(nodes.map(({ running }) => running.close())));
  const [first] = nodes;
  if (first === undefined) throw new Error('there are two');
  /** Resolves once the log of each node has this many lines with the text. */
  const told = async (text: string, times: number) => {
    const lines = (logged: string[]) => logged.filter((line) => line.includes(text)).length;
    while (nodes.some(({ logged }) => lines(logged) < times)) await new Promise(setImmediate);
    assert.deepEqual(
      nodes.map(({ logged }) => lines(logged)),
      [times, times],
    );
  };
  /** A message through each node, as the next hop received it. */
  const mails = async (text: string) => {
    const taken: string[] = [];
    for (const { running } of nodes) {
      const client = await SmtpClient.greeted(running.smtpPort);
      assert.match(await hand(client, [ALIAS], letter(`${text} ${taken.length}`)), /^250 /);
      client.destroy();
      taken.push(hop.messages.at(-1)?.octets.toString('latin1') ?? '');
    }
    return taken;
  };
  return { config: first.config, dns, clock, told, mails };
}

for (const [name, database] of Object.entries(DATABASES)) {
  test(`on ${name} two nodes have one key, and sign while the DNS has it`, async (t) => {
    const { config, dns, clock, told, mails } = await twoNodes(t, await database(t));
    await told('mail is not signed', 1);
    for (const mail of await mails('before')) assert.doesNotMatch(mail, /ARC-Seal|DKIM-Signature/i);

    const { code, out } = await runDns(config);
    assert.equal(code, 1);
    publish(dns, `${out}mx.alias.test. IN A 192.0.2.10\n`);
    clock.advance(10 * MINUTE);
    await told('DKIM key found', 1);
    assert.equal((await runDns(config)).code, 0);
    const { resolve } = resolverOf(t, [dns]);
    for (const mail of await mails('signed')) {
      assert.match(mail, /^ARC-Seal:[^]*?d=alias\.test;\s+s=veilpost;/);
      assert.equal((await verified(mail, resolve)).arc.result, 'pass');
    }

    delete dns.names['veilpost._domainkey.alias.test'];
    clock.advance(10 * MINUTE);
    await told('mail is not signed', 2);
    clock.advance(10 * MINUTE);
    for (const mail of await mails('withdrawn')) assert.doesNotMatch(mail, /ARC-Seal/);
    await told('mail is not signed', 2);
  });
}
