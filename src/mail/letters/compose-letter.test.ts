import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { LANGUAGES } from '#languages/languages.ts';
import type { Letter, LetterContent } from '#rules/letter.ts';
import { composeLetter } from './compose-letter.ts';
import { CODE, CONFIRM, LINK, ACCOUNT_LETTERS, SITE } from './letters.fixture.ts';

function text(
  content: LetterContent,
  change: Partial<Pick<Letter, 'to' | 'site' | 'language'>> = {},
): string {
  const letter = { to: 'jane@mailbox.test', site: SITE, ...content, ...change };
  const head = {
    domain: 'alias.test',
    id: 'one.two',
    hostname: 'mx.alias.test',
    now: Date.UTC(2026, 10, 22, 12),
  };
  const message = composeLetter(letter, head);
  const octets = Buffer.concat(message.chunks);
  assert.equal(message.octets, octets.length);
  assert.equal(
    message.eightBit,
    octets.some((octet) => octet > 127),
  );
  return octets.toString('utf8');
}

test('the sign-in letter, octet by octet', () => {
  assert.equal(
    text({ kind: 'magiclink', link: LINK, code: CODE }),
    [
      'From: Veilpost <postmaster@alias.test>',
      'To: <jane@mailbox.test>',
      'Subject: Sign in to veilpost.example.org:8443',
      'Date: Sun, 22 Nov 2026 12:00:00 +0000',
      'Message-ID: <one.two@mx.alias.test>',
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=us-ascii',
      'Content-Transfer-Encoding: 7bit',
      '',
      'Someone asked to sign in to https://veilpost.example.org:8443 with this',
      'address.',
      '',
      'Enter this code where you were asked for it: 042317',
      '',
      'Or open this page and press the button on it:',
      LINK,
      '',
      'The code works for 15 minutes. The link works for 24 hours. Each works only',
      'once.',
      'If you did not ask for this, ignore this email.',
      '',
    ].join('\r\n'),
  );
});

test('the first letter explains an alias and where it was requested, and has the code before the link, octet by octet', () => {
  const [head = '', ...body] = text(CONFIRM).split('\r\n\r\n');
  assert.match(head, /^Subject: Confirm your address for alias-4827@alias\.test\r$/m);
  assert.equal(
    body.join('\r\n\r\n'),
    [
      'Someone asked for an alias for this address at veilpost.example.org:8443. An',
      'alias is an address that forwards to yours.',
      'The alias is alias-4827@alias.test.',
      '',
      'Enter this code where you asked for the alias: 042317',
      '',
      'Or open this page and press the button on it:',
      `https://veilpost.example.org:8443/#confirm=${'x'.repeat(43)}`,
      '',
      'The code works for 15 minutes. The link works for 24 hours. Each works only',
      'once.',
      'If you did not ask for this, ignore this email or say so on that page.',
      '',
    ].join('\r\n'),
  );
});

test('the letter to a new address has a code, who asked, and no link, octet by octet', () => {
  const [head = '', ...body] = text({
    kind: 'email_change_new',
    asker: 's***@evil.test',
    code: CODE,
  }).split('\r\n\r\n');
  assert.match(head, /^Subject: Confirm your new address for veilpost\.example\.org:8443\r$/m);
  assert.equal(
    body.join('\r\n\r\n'),
    [
      'Someone asked at veilpost.example.org:8443 to use this address for the account',
      'of s***@evil.test.',
      '',
      'The code: 042317',
      '',
      'Enter this code where you asked for the change. If you did not ask for it, do',
      'nothing: without the code, nothing happens.',
      '',
      'The code works only once, within 24 hours.',
      '',
    ].join('\r\n'),
  );
  assert.match(
    text({ kind: 'email_change_new', asker: null, code: CODE }),
    /for an account\r\nwithout an address\./,
  );
});

test('the notification to the new address of a change has the way back, octet by octet', () => {
  const [head = '', ...body] = text({ kind: 'not_me', link: LINK }).split('\r\n\r\n');
  assert.match(head, /^Subject: This address is in use at veilpost\.example\.org:8443\r$/m);
  assert.equal(
    body.join('\r\n\r\n'),
    [
      'An account at https://veilpost.example.org:8443 now has this address instead',
      'of another one.',
      '',
      'If this was not you, open this page and press the button on it:',
      LINK,
      '',
      'It restores the other address. The link works only once, within 7 days.',
      '',
    ].join('\r\n'),
  );
});

test('a letter names an alias of the longest domain within the lines of RFC 5322', async () => {
  const alias = `alias-999999999@${'long-label.'.repeat(17)}example.org`;
  const whole = text({ ...CONFIRM, alias });
  assert.ok(whole.split('\r\n').every((line) => line.length <= 998));
  assert.equal((await PostalMime.parse(whole)).subject, `Confirm your address for ${alias}`);
});

test('every letter names its purpose, and a notification has neither link nor code', () => {
  const subjects = new Set<string>();
  for (const content of ACCOUNT_LETTERS) {
    const [head = '', body = ''] = text(content).split('\r\n\r\n', 2).concat('');
    const whole = text(content);
    const subject = /^Subject: (.*)$/m.exec(head)?.[1] ?? '';
    subjects.add(subject);
    assert.match(subject, / veilpost\.example\.org:8443$/, content.kind);
    assert.match(
      body.replaceAll('\r\n', ' '),
      /(?:at|to) (?:https:\/\/)?veilpost\.example\.org:8443|operator of/,
    );
    assert.equal(whole.includes(`\r\n${LINK}\r\n`), 'link' in content, content.kind);
    assert.equal(whole.includes(CODE), 'code' in content, content.kind);
    const isMoved = ['address-changed', 'address-taken-back'].includes(content.kind);
    assert.equal(/not\s+you,\s+reply/.test(whole), isMoved, content.kind);
  }
  assert.equal(subjects.size, ACCOUNT_LETTERS.length, 'no two have the same subject');
});

test('lines have the length of RFC 5322, whatever the names; none begins with a dot', async () => {
  const site = `https://${'long-label-of-a-name.'.repeat(11)}example.org:65535`;
  const link = `${site}/auth/v1/verify?type=email_change_current&token=${'x'.repeat(43)}`;
  for (const content of ACCOUNT_LETTERS) {
    const letter = 'link' in content ? { ...content, link } : content;
    const whole = text(letter, { site, to: `${'j'.repeat(64)}@${'m'.repeat(63)}.test` });
    for (const line of whole.split('\r\n')) {
      assert.ok(line.length <= 998, line);
      assert.ok(
        line.length <= 78 || !line.trimStart().includes(' ') || line.startsWith('To: '),
        line,
      );
      assert.doesNotMatch(line, /^\./);
      assert.doesNotMatch(line, /[\r\n]/);
    }
    const { subject = '' } = await PostalMime.parse(whole);
    assert.ok(subject.endsWith(` ${site.slice('https://'.length)}`), subject);
  }
});

test('an address beyond US-ASCII is written unchanged, its domain in A-labels', () => {
  const content = { kind: 'passkey-added' } as const;
  const letter = text(content, { to: 'jörg@münchen.example' });
  assert.match(letter, /^To: <jörg@xn--mnchen-3ya\.example>\r$/m);
  assert.match(text(content, { to: 'joerg@münchen.example' }), /^To: <joerg@xn--/m);
});

test('a link outside printable US-ASCII, or an address with control characters, is rejected', () => {
  for (const link of [`${LINK}\r\nBcc: x@y.test`, `${LINK}\n.`, `${LINK}ü`]) {
    assert.throws(() => text({ kind: 'magiclink', link, code: CODE }), /printable US-ASCII/);
  }
  const to = 'jane\r\nBcc: x@y.test, a@mailbox.test';
  assert.throws(() => text({ kind: 'passkey-added' }, { to }), /no control characters/);
});

for (const language of Object.keys(LANGUAGES)) {
  test(`${language}: each letter is read by another parser as it was written, and link and code stay whole`, async () => {
    for (const content of [...ACCOUNT_LETTERS, { ...CONFIRM, link: LINK }]) {
      const mail = text(content, { language });
      for (const line of mail.split('\r\n')) assert.ok(line.length <= 78, line);
      const parsed = await PostalMime.parse(mail);
      assert.doesNotMatch(`${parsed.subject}${parsed.text}`, /\ufffd|undefined/);
      assert.equal(parsed.headers.find(({ key }) => key === 'content-language')?.value, language);
      const lines = parsed.text?.trimEnd().split(/\r?\n/) ?? [];
      // The letter with only a code must have no link, and programs make a link of a full URL.
      const scheme = content.kind === 'email_change_new' ? '' : 'https://';
      assert.equal(lines.at(-1), `In English: ${scheme}veilpost.example.org:8443`);
      if ('link' in content) assert.ok(lines.includes(LINK), parsed.text);
      if ('code' in content) assert.match(parsed.text ?? '', /\b042317\b/);
      for (const line of lines.filter((one) => one !== LINK))
        assert.ok(columnsOf(line) <= 78, line);
      const english = await PostalMime.parse(text(content));
      assert.notEqual(parsed.subject, english.subject);
      assert.notEqual(lines[0], english.text?.split('\n')[0]);
    }
  });
}

/** As a terminal of fixed width shows it. */
const columnsOf = (line: string) =>
  line.length + line.replaceAll(/[^\u3000-\u9fff\uff00-\uff60]/g, '').length;

test('a letter in a language that we do not have is in English', async () => {
  const parsed = await PostalMime.parse(
    text({ kind: 'magiclink', link: LINK, code: CODE }, { language: '../de' }),
  );
  assert.match(parsed.subject ?? '', /^Sign in to/);
});
