/** The reasons for failed messages: the operator finds them by the sender's id; the sender sees whose verdict it was. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CLOSE, type Script } from '#support/fake-next-hop.ts';
import { ALIAS, type Forwarding, forwarding, hand, letter } from '#support/forwarding.ts';
import { ALIAS as SERVED, servedInProcess } from '#support/service-in-process.ts';

/** The log's lines at `warn`, without fields that are asserted elsewhere. */
function warnings({ log }: Forwarding): { event: string; fields: Record<string, unknown> }[] {
  return log.lines
    .filter((line) => line.startsWith('warn mail '))
    .map((line) => {
      const [, event = '', json = ''] = /^warn (.*?) (\{.*)$/.exec(line) ?? [];
      return { event, fields: JSON.parse(json) };
    });
}

test('the 250 has the id in Received, one for all recipients of a message', async (t) => {
  let drawn = 0;
  const all = await forwarding(t, { random: () => (drawn++ % 1000) / 1000 });
  await all.alias('alias-1001@alias.test', 'joe@mailbox.test');
  const sender = await all.client();
  const heard = await hand(sender, [ALIAS, 'alias-1001@alias.test'], letter('one'));
  const [, id = ''] = /^250 2\.0\.0 Delivered ([0-9a-v]{10})$/.exec(heard) ?? [];
  assert.equal(all.hop.messages.length, 2);
  for (const { octets } of all.hop.messages) {
    assert.match(
      octets.toString(),
      new RegExp(`^Received: [^\\r]*\\r\\n\\t[^\\r]* id ${id}\\r\\n`),
    );
  }
  const other = await hand(sender, [ALIAS], letter('two'));
  assert.match(other, /^250 2\.0\.0 Delivered [0-9a-v]{10}$/);
  assert.notEqual(other, heard);
  assert.deepEqual(warnings(all), []);
});

test('the line of a message whose servers cannot be trusted says what is wrong with them', async (t) => {
  const reply = { code: 451, enhanced: '4.7.5', text: 'no' };
  const deferred = { kind: 'deferred', reply, stage: 'starttls', untrusted: 'expired' } as const;
  const all = await forwarding(t, {
    through: (usual) => Object.assign(usual, { deliver: async () => deferred }),
  });
  assert.match(await hand(await all.client(), [ALIAS], letter('one')), /^451 4\.7\.5 /);
  const [line, ...more] = warnings(all);
  assert.deepEqual(
    [line?.event, line?.fields['untrusted'], more],
    ['mail deferred', 'expired', []],
  );
});

suite('each failed message is one line', () => {
  const rows: [
    stage: string,
    event: string,
    said: string,
    script: Script,
    extensions?: string[],
  ][] = [
    ['greeting', 'mail deferred', '421 4.3.2', { greeting: '421 4.3.2 jane.doe@mailbox.test no' }],
    ['ehlo', 'mail deferred', '451 4.3.0', { EHLO: '451 4.3.0 no' }],
    ['mail', 'mail rejected', '550 5.7.606', { MAIL: '550 5.7.606 banned' }],
    ['rcpt', 'mail rejected', '550 5.1.1', { RCPT: '550 5.1.1 jane.doe is unknown' }],
    ['data', 'mail deferred', '452 4.3.1', { DATA: '452 4.3.1 no room' }],
    [
      'dot',
      'mail rejected',
      '571 5.7.509',
      { dot: '571 5.7.509 <jane.doe@mailbox.test> p=reject' },
    ],
    ['dot', 'mail in doubt', '451 4.4.2', { dot: CLOSE }],
    ['mail', 'mail rejected', '552 5.3.4', {}, ['SIZE 10']],
  ];
  for (const [stage, event, said, script, extensions = ['PIPELINING']] of rows) {
    test(`${said} at ${stage}`, async (t) => {
      const all = await forwarding(t, { hop: { script, extensions } });
      const heard = await hand(await all.client(), [ALIAS], letter('one'));
      const [line, ...more] = warnings(all);
      assert.deepEqual(more, []);
      const { id, alias, ms, ...fields } = line?.fields ?? {};
      const [code = '', enhanced] = said.split(' ');
      assert.equal(line?.event, event);
      assert.deepEqual(fields, {
        server: '127.0.0.1',
        tls: null,
        stage,
        code: Number(code),
        enhanced,
      });
      assert.ok(heard.endsWith(` (${String(id)})`), heard);
      assert.match(String(alias), /^[a-z2-7]{10}$/);
      assert.equal(ms, 0);
      const above = all.log.lines.filter((one) => !one.startsWith('debug')).join('\n');
      assert.doesNotMatch(
        above.replaceAll('next hop: greeting rejected', ''),
        /jane|mailbox\.test|4827/,
      );
    });
  }

  test('with TLS it names the version', async (t) => {
    const hop = { extensions: ['STARTTLS'], script: { RCPT: '550 5.1.1 no' } };
    const all = await forwarding(t, { hop });
    await hand(await all.client(), [ALIAS], letter('one'));
    assert.equal(warnings(all)[0]?.fields['tls'], 'TLSv1.3');
  });

  test('one alias has one hash, another has another', async (t) => {
    const all = await forwarding(t, { hop: { script: { RCPT: '550 5.1.1 no' } } });
    await all.alias('alias-1001@alias.test', 'joe@mailbox.test');
    for (const alias of [ALIAS, ALIAS, 'alias-1001@alias.test']) {
      await hand(await all.client(), [alias], letter('one'));
    }
    const [first, second, third] = warnings(all).map(({ fields }) => fields['alias']);
    assert.equal(first, second);
    assert.notEqual(first, third);
  });

  test('with LOG_MAIL=words it contains the words of the remote side, without addresses', async (t) => {
    const dot =
      '550 5.7.1 <jane.doe@mailbox.test>: jane.doe and alias-4827 are blocked, see policy';
    const all = await forwarding(t, { hop: { script: { dot } }, logMail: 'words' });
    const heard = await hand(await all.client(), [ALIAS], letter('one'));
    assert.equal(
      warnings(all)[0]?.fields['said'],
      '550 5.7.1 <<address>>: <address> and <address> are blocked, see policy',
    );
    assert.doesNotMatch(heard, /policy|jane/);
  });
});

test('with LOG_MAIL=all a message that arrived is one line, by which it is found again, and so it is not by default', async (t) => {
  const all = await forwarding(t, { logMail: 'all' });
  const heard = await hand(await all.client(), [ALIAS], letter('one'));
  const [line, ...more] = all.log.lines.filter((one) => one.startsWith('info'));
  assert.deepEqual(more, []);
  assert.match(line ?? '', /^info mail delivered /);
  const fields: Record<string, unknown> = JSON.parse(line?.slice(line.indexOf('{')) ?? '');
  const { id, alias, ...rest } = fields;
  assert.deepEqual(rest, { server: '127.0.0.1', ms: 0 });
  assert.match(all.hop.messages[0]?.octets.toString() ?? '', new RegExp(` id ${String(id)}\\b`));
  assert.match(heard, /^250 /);
  all.hop.script = { RCPT: '550 5.1.1 no' };
  await hand(await all.client(), [ALIAS], letter('two'));
  assert.equal(warnings(all)[0]?.fields['alias'], alias, 'the same as where it fails');
  const usual = await forwarding(t);
  assert.match(await hand(await usual.client(), [ALIAS], letter('one')), /^250 /);
  assert.deepEqual(
    usual.log.lines.filter((one) => !one.startsWith('debug')),
    [],
  );
});

test('LOG_MAIL=all of the service logs the next hop’s words, too', async (t) => {
  const { hop, logged, client } = await servedInProcess(t, { LOG_MAIL: 'all' });
  hop.script = { dot: '550 5.7.1 jane is on a list' };
  assert.match(await hand(await client(), [SERVED], letter('one')), /^550 5\.7\.1 /);
  assert.match(logged.join(''), /"said":"550 5\.7\.1 <address> is on a list"/);
});

suite('our own verdict names its true reason, and not the mailbox', () => {
  for (const [extensions, octets, expected] of [
    [['SIZE 10'], letter('one'), '552 5.3.4 Message size exceeds the limit of'],
    [[], letter('\xe9'), '554 5.6.3 8BITMIME is required, but was not offered by'],
  ] as const) {
    test(expected, async (t) => {
      const all = await forwarding(t, { hop: { extensions } });
      const heard = await hand(await all.client(), [ALIAS], octets);
      assert.ok(heard.startsWith(`${expected} the destination mail server`), heard);
    });
  }

  test('a fault', async (t) => {
    const all = await forwarding(t, {
      through: (usual) => Object.assign(usual, { deliver: () => Promise.reject(new Error('x')) }),
    });
    const heard = await hand(await all.client(), [ALIAS], letter('one'));
    assert.match(heard, /^451 4\.3\.0 Temporary local problem; try again later/);
  });

  test('a missing server', async (t) => {
    const all = await forwarding(t);
    await all.hop.close();
    const heard = await hand(await all.client(), [ALIAS], letter('one'));
    assert.match(heard, /^451 4\.4\.1 Cannot connect to the destination mail server/);
    assert.equal(warnings(all)[0]?.fields['stage'], 'connect');
  });
});
