import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selfSignedCertificate } from '#support/certificate.ts';
import { publish, runDns } from '#support/veilpost-command.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { healthy, NOW, PTR } from './installation.fixture.ts';

const DAY = 86_400_000;

test('if all is well each line says so, and the exit code is 0', async (t) => {
  const { examine } = await healthy(t);
  const { code, out } = await examine();
  assert.equal(code, 0);
  const subjects = [...out.matchAll(/^ok {7}([^:]+): .+$/gm)].map(([, subject]) => subject);
  assert.equal(out.match(/\n/g)?.length, subjects.length, out);
  const expected =
    'database|SMTP_PORT|HTTP_PORT|PUBLIC_URL|DKIM key|MX of alias.test|SPF of alias.test|' +
    'DKIM of veilpost._domainkey.alias.test|DMARC of _dmarc.alias.test|MX of *.b.alias.test|' +
    'A or AAAA of mx.alias.test|PTR of 127.0.0.1|port 25 outwards|port 25 at 127.0.0.1|' +
    'certificate|certificate expiry|time';
  for (const subject of expected.split('|')) {
    assert.ok(subjects.includes(subject), `${subject} in ${subjects.join('; ')}`);
  }
  assert.doesNotMatch(out, /p=[\w+/]{20}/, 'the key is not written out');
  assert.match(out, /^ok +port 25 outwards: mx\.home\.test answers(?:, by TLSv1\.3)?$/m);
});

test('a service that does not listen, and a screen that visitors cannot reach, are reported', async (t) => {
  const { hop, site, says } = await healthy(t);
  site.status = 503;
  site.text = 'no answer from: store\n';
  await says(
    `wrong    PUBLIC_URL: ${site.address}/healthz answers 503: no answer from: store - See Troubleshooting in docs/operations.md.`,
  );
  site.status = 404;
  await says(/^wrong {4}PUBLIC_URL: .* answers 404 - Another program listens/);
  await site.close();
  await hop.close();
  for (const name of ['SMTP_PORT', 'HTTP_PORT']) {
    const silent = `^wrong {4}${name}: the service does not listen on 127\\.0\\.0\\.1:\\d+ - Start it`;
    await says(new RegExp(silent, 'm'));
  }
  await says(/^wrong {4}PUBLIC_URL: .*is not reachable \(ECONNREFUSED\) - Check the web server/m);
});

test('a record that is missing or different in the DNS is reported with the line that fixes it', async (t) => {
  const { names, ills } = await healthy(t);
  const before = { ...names };
  const alias = names['alias.test'];
  const [dkim, dmarc] = ['veilpost._domainkey.alias.test', '_dmarc.alias.test'];
  const host = { [PTR]: { PTR: ['host.provider.test'] } };
  for (const [change, expected] of [
    [
      { 'alias.test': { ...alias, MX: [] } },
      /^wrong {4}MX of alias\.test: missing - .*alias\.test\. IN MX 10 mx\.alias\.test\.$/,
    ],
    [
      { 'alias.test': { ...alias, TXT: ['v=spf1 -all'] } },
      /^wrong {4}SPF of alias\.test: different, found: "v=spf1 -all" - .*a:mx\.alias\.test -all"$/,
    ],
    [{ [dkim]: {} }, /^wrong {4}DKIM of .*: missing - Add .*: npx veilpost dns prints it\.$/],
    [{ [dmarc]: {} }, /^warning {2}DMARC of .*: missing - .*p=reject"$/],
    [{ [dmarc]: { rcode: 2 } }, /^wrong {4}DMARC of .*DNS not responding - Try again/],
    [{ [PTR]: {} }, /^wrong {4}PTR of 127\.0\.0\.1: missing - .* set it to mx\.alias\.test\.$/],
    [host, /^wrong {4}PTR of .*host\.provider\.test, which does not resolve back/],
    [
      { ...host, 'host.provider.test': { A: ['127.0.0.1'] } },
      /^warning {2}PTR of .*host\.provider\.test, and not mx\.alias\.test - /,
    ],
    [{ [PTR]: { rcode: 2 } }, /^warning {2}PTR of .*DNS not responding/],
  ] as const) {
    Object.assign(names, change);
    const { code, told } = await ills();
    assert.match(told, expected);
    assert.doesNotMatch(told, /\n/, 'only one');
    assert.equal(code, told.startsWith('wrong') ? 1 : 0);
    Object.assign(names, before);
  }
});

test('while the next key is prepared the doctor tells to publish its record, and nothing is wrong while the earlier key signs', async (t) => {
  const { names, says, ills, config } = await healthy(t);
  const { out } = await runDns(config, ['--new-key'], () => NOW);
  const next = 'DKIM of veilpost-20261122._domainkey.alias.test: missing';
  const fix = 'Add it to the DNS: npx veilpost dns prints it.';
  const prepared = `warning  ${next}, and veilpost signs until it is there - ${fix}`;
  assert.equal(await says(prepared), 0);
  delete names['veilpost._domainkey.alias.test'];
  assert.equal(await says(`wrong    ${next} - ${fix}`), 1);
  publish({ names }, out.split('\n').find((line) => line.startsWith('veilpost-')) ?? '');
  assert.deepEqual(await ills(), { code: 0, told: '' });
});

test('the doctor reports whether DANE is in use, and why not', async (t) => {
  const { names, says, examine } = await healthy(t);
  assert.match((await examine()).out, /^ok +DANE: in use: DNSSEC is validated on this machine$/m);
  names[''] = { NS: ['a.root.test'] };
  await says(
    'warning  DANE: not in use: the resolver on this machine does not validate DNSSEC - Install unbound on this machine, and set DNS_SERVERS=127.0.0.1.',
  );
});

test('records for TLS to us: a missing one is a warning, a TLSA record that matches none of our keys is wrong', async (t) => {
  const { names, says } = await healthy(t);
  delete names['_mta-sts.alias.test'];
  assert.equal(await says(/^warning {2}MTA-STS of _mta-sts\.alias\.test: missing - Add/), 0);
  names['mx.alias.test'] = { ...names['mx.alias.test'], authentic: true };
  names['_25._tcp.mx.alias.test'] = { TLSA: [`030101${'00'.repeat(32)}`] };
  const foreign = /^wrong {4}TLSA of _25\._tcp\.mx\.alias\.test: different, found: 3 1 1 0{64}/m;
  assert.equal(await says(foreign), 1);
});

test('our policy is fetched as others fetch it: a missing one is a warning, one that excludes us is wrong', async (t) => {
  const { policy, ills, says, examine, names } = await healthy(t);
  assert.match((await examine()).out, /^ok +policy at mta-sts\.b\.alias\.test: served, testing$/m);
  const { text } = policy;
  policy.text = text.replace('86400', '86401');
  await says(/^warning {2}policy at mta-sts\.alias\.test: it is not ours/);
  policy.text = '<html>';
  await says(/the response is not a policy/);
  policy.answer = Object.assign(new Error('name'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  await says(/its certificate is not valid for the name/);
  policy.answer = new Error('refused');
  const { code, told } = await ills();
  assert.deepEqual([code, told.match(/not served over HTTPS/g)?.length], [0, 2]);
  delete names['mta-sts.alias.test'];
  await says(/A or AAAA of mta-sts\.alias\.test: missing/);
  policy.answer = undefined;
  policy.text = text.replace('testing', 'enforce').replace('mx.alias.test', 'other.test');
  const shut = /wrong {4}policy at mta-sts\.b\.alias\.test: it does not name mx\.alias\.test/;
  assert.equal(await says(shut), 1);
});

test('an IPv6 address without a reverse name is reported, unless mail leaves by IPv4 alone', async (t) => {
  const both = await healthy(t);
  both.names['mx.alias.test'] = { ...both.names['mx.alias.test'], AAAA: ['::1'] };
  await both.says(/^wrong {4}PTR of ::1: missing - .*OUTGOING_ADDRESS/m);
  const four = await healthy(t, { OUTGOING_ADDRESS: '127.0.0.1' });
  four.names['mx.alias.test'] = { ...four.names['mx.alias.test'], AAAA: ['::1'] };
  assert.doesNotMatch((await four.ills()).told, /PTR/);
});

test('port 25 that is closed, another server in our place, and a server that rejects us are reported', async (t) => {
  const { hop, says, names } = await healthy(t);
  hop.script = { greeting: '220 other.test ESMTP' };
  await says(
    'wrong    port 25 at 127.0.0.1: another server answers: 220 other.test ESMTP - Stop what listens there (ss -ltnp), or correct the address in the DNS.',
  );
  hop.script = { greeting: '554 mx.alias.test blocked' };
  await says(
    'warning  port 25 outwards: mx.home.test answers, but rejects us with 554 - Check whether our address is on a blocklist, and its PTR record.\n' +
      'warning  port 25 at 127.0.0.1: the service answers 554 - Check its log.',
  );
  const { 'home.test': home, 'mx.home.test': server } = names;
  delete names['home.test'];
  delete names['mx.home.test'];
  hop.script = { greeting: '220 mx.alias.test' };
  await says(/^warning {2}port 25 outwards: not tried - The DNS has no address/);
  await hop.close();
  Object.assign(names, { 'home.test': home, 'mx.home.test': server });
  const closed = 'mx\\.home\\.test is not reachable \\(unreachable\\) - .*open outbound port 25';
  assert.equal(await says(new RegExp(`^wrong {4}port 25 outwards: ${closed}`, 'm')), 1);
  await says(/^wrong {4}port 25 at 127\.0\.0\.1: no answer from .* - Start the service/m);
});

test('a certificate for another name, one that expires soon, an expired one, and none are reported', async (t) => {
  const { world, file, says } = await healthy(t);
  const other = selfSignedCertificate('other.test');
  const own = selfSignedCertificate('mx.alias.test');
  file('cert.pem', other.cert);
  await says(/^wrong {4}certificate: TLS_KEY is not the key of TLS_CERT - /);
  file('key.pem', other.key);
  await says(/^wrong {4}certificate: it is not valid for mx\.alias\.test - Request one/);
  file('cert.pem', own.cert);
  file('key.pem', own.key);
  world.clock = new FakeClock(Date.UTC(2049, 0, 1) - 14.5 * DAY);
  await says(/^warning {2}certificate expiry: 14 days left - Renew it/m);
  world.clock = new FakeClock(Date.UTC(2049, 0, 1) + 2.5 * DAY);
  await says(/^wrong {4}certificate expiry: expired 3 days ago - Renew it/m);
  file('cert.pem', 'nothing');
  await says(/^wrong {4}certificate: cannot read the files/m);
  const bare = await healthy(t, { TLS_CERT: '', TLS_KEY: '' });
  await bare.says(
    'warning  certificate: none: inbound mail is not encrypted - Set TLS_CERT and TLS_KEY (docs/self-hosting.md).',
  );
});

test('the doctor tries the login at a relay, and reports its refusal without the password', async (t) => {
  const settings = { NEXT_HOP: 'smtp://user:geheim@127.0.0.1:PORT' };
  const { hop, ills, says, examine } = await healthy(t, settings, { extensions: ['AUTH PLAIN'] });
  assert.match(
    (await examine()).out,
    /^ok {7}relay 127\.0\.0\.1: it answers and accepts our login, in plaintext$/m,
  );
  for (const [script, expected] of [
    [
      { AUTH: '535 5.7.8 no' },
      /^wrong {4}relay .*: it refuses our login with 535 - Check user and password/,
    ],
    [{ AUTH: '454 4.7.0 later' }, /^warning {2}relay .*: it refuses our login with 454/],
    [{ EHLO: { pieces: ['HTTP/1.1 400\r\n'] } }, /^wrong {4}relay .*does not speak SMTP/],
  ] as const) {
    hop.script = { greeting: '220 mx.alias.test', ...script };
    const { told } = await ills();
    assert.match(told, expected);
    assert.doesNotMatch(told, /geheim/);
  }
  await hop.close();
  await says(/^wrong {4}relay 127\.0\.0\.1: it is not reachable/m);
});

test('in the try-out only this machine and its database are examined', async (t) => {
  const { examine } = await healthy(t, { NEXT_HOP: 'mailbox:' });
  const { code, out } = await examine();
  assert.equal(code, 0);
  assert.doesNotMatch(out, /alias\.test|port|certificate/);
  assert.match(out, /^ok {7}database: /);
});

test('SPF must allow the addresses that mail leaves from', async (t) => {
  const { ills, says } = await healthy(t, { OUTGOING_ADDRESS: '127.0.0.9' });
  await says(/^wrong {4}PTR of 127\.0\.0\.9: missing - .* set it to mx\.alias\.test\.$/m);
  const different = (await ills()).told.match(/^wrong {4}SPF of .*: different, found: /gm);
  assert.equal(different?.length, 4);
});

test('a clock that is not synchronized is reported', async (t) => {
  const { world, says } = await healthy(t);
  world.clockIsKept = async () => false;
  await says(/^wrong {4}time: not synchronized \(NTP\) - /);
  world.clockIsKept = async () => undefined;
  assert.equal(await says(/^warning {2}time: cannot determine/), 0);
});
