import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { withoutRandomDigits } from '#support/random-digits.ts';
import {
  ALIAS,
  as,
  Correspondence,
  type CorrespondenceOptions,
  FRIENDS_DOMAIN,
  onTheWire,
  OWNER_DOMAIN,
} from './correspondence.ts';
import { dkimpy } from './dkimpy.ts';
import { afterSuite } from './folder.ts';
import { type Read, read } from './mail-program.ts';

const MAILS = 5;
const TOKEN = /<?(r[a-d][a-z2-7]{15,}@alias\.test)>?/;

/** The owner's name, address, domain, machine and network, time zone, and the fields of the mail program. */
const NEEDLES = /jane|\broe\b|roe-and|daughters|laptop|192\.0\.2\.77|rare mail|\+0545/i;

const WAYS = [
  {
    name: 'whose messages stay as they came, and an owner with DKIM',
    options: { oversigned: false, proof: 'dkim' },
  },
  {
    name: 'whose messages are rewritten, because they sign the absence of Reply-To, and an owner with SPF alone',
    options: { oversigned: true, proof: 'spf' },
  },
] as const;

describe('an owner who answers through the alias', { concurrency: true }, () => {
  for (const { name, options } of WAYS) {
    describe(`a correspondent ${name}`, { concurrency: false }, () => answering(options));
  }
});

function answering(options: CorrespondenceOptions): void {
  const after = afterSuite();
  let way: Correspondence;
  before(async () => {
    way = await Correspondence.start(after, options);
  });

  test(`${MAILS} messages each way make one thread on both sides, and the correspondent never sees the alias’s owner`, async () => {
    const { owner, friend } = way;
    let answered = '';
    for (let i = 0; i < MAILS; i++) {
      const whom = i === 0 ? { to: ALIAS } : { mail: answered };
      const mail = await way.write([friend, owner], whom, `Tea, cup ${i}?`, i);
      answered = await way.write([owner, friend], { mail }, `Yes, cup ${i}.`, i);
    }
    assert.equal(owner.arrived.length, MAILS);
    assert.equal(friend.arrived.length, MAILS);

    const first = (await read(friend.sent))[0]?.id ?? '';
    for (const side of [owner, friend]) {
      const mails = await way.seenBy(side);
      assert.equal(new Set(mails.map(({ id }) => id)).size, 2 * MAILS);
      assert.deepEqual([...new Set(rootsOf(mails))], [first]);
      for (const { defects, subject } of mails) {
        assert.deepEqual(defects, []);
        assert.match(subject, /^(?:Re: )?Tea \u2615 on Sunday\?$/);
      }
    }
    const [asOwner, asFriend] = [await read(owner.arrived), await read(friend.arrived)];
    for (const { from, replyTo } of asOwner) {
      if (options.oversigned) assert.match(from, TOKEN);
      else assert.equal(from, `Bob <bob@${FRIENDS_DOMAIN}>`);
      assert.match(options.oversigned ? from : (replyTo ?? ''), TOKEN);
    }
    // Each answers exactly the mail that the person has sent, if the mailbox may see it.
    const isAnswerTo = (mails: Read[], sent: Read[]) =>
      mails.forEach(({ answered: ids }, i) => assert.deepEqual(ids, [sent[i]?.id]));
    isAnswerTo(asFriend, await read(friend.sent));
    if (options.oversigned) isAnswerTo(asOwner.slice(1), await read(owner.sent));

    await assertHidden(friend.arrived);
    for (const { from } of asFriend) assert.equal(from, `"${ALIAS}" <${ALIAS}>`);
  });

  test('the correspondent’s mail is signed by us, according to mailauth and dkimpy', async () => {
    const { arrived } = way.friend;
    assert.equal(arrived.length, MAILS);
    for (const mail of arrived) {
      const { dkim, dmarc, spf } = await way.judged(mail);
      assert.deepEqual([dkim, dmarc, spf], [['alias.test pass'], 'pass', 'pass']);
    }
    const judged = await dkimpy<{ dkim: boolean }>(
      arrived.map((mail) => ({ text: onTheWire(mail) })),
      way.records,
    );
    for (const { dkim } of judged) assert.equal(dkim, true);
  });

  test('if a correspondent’s server rejects a message, the owner gets a bounce from their own server, with our text', async () => {
    const { owner, friend } = way;
    const gone = as(friend, 'gone');
    const mail = await way.write([gone, owner], { to: ALIAS }, 'Write to me!', 0);
    const bounce = await way.write([owner, owner], { mail }, 'I do.', 0);
    const { from, texts } = (await read([bounce]))[0] ?? assert.fail();
    assert.match(from, new RegExp(`<MAILER-DAEMON@mx\\.${OWNER_DOMAIN}>`, 'i'));
    const told = texts.join('\n').replaceAll(/\s+/g, ' ');
    assert.match(told, /said: 550 5\.1\.1 Message rejected by the destination/);
    // Up to the mail itself, which comes back with it.
    assert.doesNotMatch(told.split('message/rfc822')[0] ?? '', /gone@/);
    assert.equal(friend.server.mailbox(gone.person.address).length, 0);
  });

  test('if the correspondent’s server accepts a message but cannot deliver it, the owner gets our report, and that server does not see the owner', async () => {
    const { owner, friend } = way;
    const moved = as(friend, 'moved');
    const mail = await way.write([moved, owner], { to: ALIAS }, 'Write to me!', 0);
    const report = await way.write([owner, owner], { mail }, 'I do.', 0);
    const { from, texts } = (await read([report]))[0] ?? assert.fail();
    assert.match(from, /MAILER-DAEMON@alias\.test|postmaster@alias\.test/i);
    const told = texts.join('\n').replaceAll(/\s+/g, ' ');
    assert.match(told, new RegExp(ALIAS));
    assert.match(told, /nobody@friends\.test|moved@friends\.test/);
    assert.doesNotMatch(withoutRandomDigits(friend.server.log()), NEEDLES);
  });

  test('an answer to all goes from the alias to all recipients, who see each other and not the owner', async () => {
    const { owner, friend } = way;
    const carol = as(friend, 'carol');
    const toBoth = { to: ALIAS, cc: `Carol <${carol.person.address}>` };
    const mail = await way.write([friend, owner], toBoth, 'Tea for three?', 0);
    assert.doesNotMatch(mail, /carol@/);
    await way.arrives(carol);
    const [toBob, toCarol] = [
      await way.write([owner, friend], { mail, all: true }, 'With cake.', 1),
      await way.arrives(carol),
    ];
    for (const got of [toBob, toCarol]) {
      assert.match(got, new RegExp(`^To: (?:"Bob" )?<bob@${FRIENDS_DOMAIN}>$`, 'm'));
      assert.match(got, new RegExp(`^Cc: Carol <carol@${FRIENDS_DOMAIN}>$`, 'm'));
    }
    await assertHidden([toBob, toCarol]);
    // The alias was in To: the owner has a copy of their own answer.
    await way.arrives(owner);
  });

  if (options.proof === 'dkim') {
    test('a vacation note is sent from the alias, with an empty return path', async () => {
      const { owner, friend } = way;
      const mail = await way.write([friend, owner], { to: ALIAS }, 'Are you there?', 0);
      const { person } = owner;
      const fields = [...(person.fields ?? []), ['Auto-Submitted', 'auto-replied (jane)']] as const;
      const away = { ...owner, person: { ...person, sender: '<>', fields } };
      const note = await way.write([away, friend], { mail }, 'Back on Monday.', 0);
      assert.match(note, /^Return-Path: <>\n/);
      assert.match(note, /^Auto-Submitted: auto-replied$/m);
      await assertHidden([note]);
    });
  }

  test('in a message that reveals the address it is replaced with the alias', async () => {
    const { owner, friend } = way;
    const mail = await way.write([friend, owner], { to: ALIAS }, 'Where are you?', 0);
    const told = `Write to ${owner.person.address}.`;
    const got = await way.write([owner, friend], { mail }, told, 1);
    assert.match(got, new RegExp(`Write to ${ALIAS}`));
    await assertHidden([got]);
  });
}

/** Raw and decoded, by Python's `email` and by postal-mime. */
async function assertHidden(mails: string[]): Promise<void> {
  const decoded = await read(mails);
  for (const [i, raw] of mails.entries()) {
    const { html = '', text = '', attachments, headers } = await PostalMime.parse(onTheWire(raw));
    const shown = attachments.map(({ filename, contentId, content }) => [
      `${filename} ${contentId}`,
      typeof content === 'string' ? content : new TextDecoder('latin1').decode(content),
    ]);
    const all = [
      raw,
      ...(decoded[i]?.texts ?? assert.fail()),
      html,
      text,
      JSON.stringify(headers),
      ...shown.flat(),
    ];
    for (const one of all) assert.doesNotMatch(withoutRandomDigits(one), NEEDLES);
  }
}

type Mail = { id: string; answered: readonly string[]; references: readonly string[] };

/**
 * Threads in mail programs: Zawinski's algorithm, RFC 5256 section 3 (THREAD=REFERENCES), without subjects.
 * @returns for each message the uppermost id above it, or its own; an id that several name joins them, mail or not
 */
function rootsOf(mails: readonly Mail[]): string[] {
  const parents = new Map<string, string>();
  const topOf = (id: string): string => {
    const parent = parents.get(id);
    return parent === undefined ? id : topOf(parent);
  };
  const isAbove = (id: string, below: string | undefined): boolean =>
    below !== undefined && (below === id || isAbove(id, parents.get(below)));
  const hang = (child: string, parent: string) => {
    if (!isAbove(child, parent)) parents.set(child, parent);
  };
  for (const { id, answered, references } of mails) {
    const chain = references.length > 0 ? references : answered.slice(0, 1);
    for (const [i, below] of chain.entries()) {
      const above = chain[i - 1];
      if (above !== undefined && !parents.has(below)) hang(below, above);
    }
    const last = chain.at(-1);
    if (last !== undefined) hang(id, last);
  }
  return mails.map(({ id }) => topOf(id));
}
