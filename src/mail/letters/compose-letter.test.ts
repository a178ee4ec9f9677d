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

/** The subject of a letter, and its lines. */
function readable(content: LetterContent): string[] {
  const [head = '', ...body] = text(content).split('\r\n\r\n');
  return [/^Subject: (.*)\r$/m.exec(head)?.[1] ?? '', ...body.join('\r\n\r\n').split('\r\n')];
}

test('the letter to a new address says who asked, if anyone is known', () => {
  const content = { kind: 'email_change_new', code: CODE } as const;
  const asked = readable({ ...content, asker: 's***@evil.test' }).slice(1, 3);
  assert.match(asked.join(' '), /for the account of s\*\*\*@evil\.test\.$/);
  assert.match(text({ ...content, asker: null }), /for an account\r\nwithout an address\./);
});

test('after a change the new address can restore the other, and the earlier one itself', () => {
  for (const [kind, subject, happened, works] of [
    ['not_me', 'This address is in use', 'now has this address instead', 'the other address'],
    [
      'way_back',
      'Your address was changed',
      'had this address now has a different',
      'this address',
    ],
  ] as const) {
    const [title, ...lines] = readable({ kind, link: LINK });
    assert.equal(title, `${subject} at veilpost.example.org:8443`);
    const all = lines.join(' ');
    assert.match(all, new RegExp(`${happened}.*It restores ${works}`), kind);
  }
});

test('every letter names its purpose, and a notification has neither link nor code', () => {
  const subjects = new Set<string>();
  for (const content of ACCOUNT_LETTERS) {
    const [subject = '', ...lines] = readable(content);
    subjects.add(subject);
    assert.match(subject, / veilpost\.example\.org:8443$/, content.kind);
    assert.match(
      lines.slice(0, lines.indexOf('')).join(' '),
      /(?:at|to) (?:https:\/\/)?veilpost\.example\.org:8443|operator of/,
    );
    assert.equal(lines.includes(LINK), 'link' in content, content.kind);
    assert.equal(lines.join().includes(CODE), 'code' in content, content.kind);
    const isMoved = ['address-changed', 'address-taken-back'].includes(content.kind);
    assert.equal(lines.join(' ').includes('not you, reply'), isMoved, content.kind);
  }
  assert.equal(subjects.size, ACCOUNT_LETTERS.length, 'no two have the same subject');
});

test('lines have the length of RFC 5322, whatever the names; none begins with a dot', async () => {
  const site = `https://${'long-label-of-a-name.'.repeat(11)}example.org:65535`;
  const alias = `alias-999999999@${'long-label.'.repeat(17)}example.org`;
  const link = `${site}/auth/v1/verify?type=email_change_current&token=${'x'.repeat(43)}`;
  for (const content of [...ACCOUNT_LETTERS, { ...CONFIRM, alias }]) {
    const letter = 'link' in content ? { ...content, link } : content;
    const whole = text(letter, { site, to: `${'j'.repeat(64)}@${'m'.repeat(63)}.test` });
    for (const line of whole.split('\r\n')) {
      const isWord = !line.trimStart().includes(' ') || line.startsWith('To: ');
      assert.ok(line.length <= (isWord ? 998 : 78), line);
      assert.doesNotMatch(line, /^\.|[\r\n]/);
    }
    const { subject = '' } = await PostalMime.parse(whole);
    const named = content.kind === 'confirm' ? alias : site.slice('https://'.length);
    assert.ok(subject.endsWith(` ${named}`), subject);
  }
});

test('an address beyond US-ASCII is written unchanged, its domain in A-labels', () => {
  for (const local of ['jörg', 'joerg']) {
    const letter = text({ kind: 'passkey-added' }, { to: `${local}@münchen.example` });
    assert.match(letter, new RegExp(`^To: <${local}@xn--mnchen-3ya\\.example>\r$`, 'm'));
  }
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
