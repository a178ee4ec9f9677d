import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { HeaderBlock } from '../message/header-block.ts';
import { replyHeader } from './header.ts';
import { ALIAS, blockOf, heading, messageIds } from './heading.fixture.ts';
import { ledgerTable } from './ledger-table.fixture.ts';
import { SentIds } from './sent-ids.ts';
import { foreignIds, readThread, type Thread } from './thread.ts';

const JANE = 'jane@owner.test';

/** A mail program: it answers the last mail that it has, and knows the ids of all. */
class Mailbox {
  readonly known = new Set<string>();
  #last: Thread | undefined;

  take(thread: Thread): void {
    this.known.add(thread.own ?? assert.fail('a mail without an id'));
    this.#last = thread;
  }

  /** RFC 5322 section 3.6.4. */
  answer(id: string): string[] {
    this.known.add(id);
    const { own, references } = this.#last ?? { own: undefined, references: [] };
    if (own === undefined) return [`Message-ID: <${id}>`];
    const all = [...references, own].map((one) => `<${one}>`);
    return [`Message-ID: <${id}>`, `In-Reply-To: <${own}>`, `References: ${all.join('\r\n ')}`];
  }
}

/** A mail on its way to the owner. */
function wayIn(lines: readonly string[], isRewritten: boolean): Thread {
  const opened = lines.map((line) => (isRewritten ? messageIds.openIn(line, ALIAS) : line));
  return readThread(blockOf(opened));
}

for (const isRewritten of [false, true]) {
  test(`G05 five mails each way are one thread on both sides, ${isRewritten ? 'REWRITE' : 'KEEP'}`, async () => {
    const keys = [createSecretKey(Buffer.alloc(32, 1))];
    const onFault = (error: unknown) => assert.fail(String(error));
    const sentIds = new SentIds({ store: ledgerTable(), keys, date: () => 0, onFault });
    const [bob, jane] = [new Mailbox(), new Mailbox()];
    for (let round = 1; round <= 5; round++) {
      const toJane = wayIn(bob.answer(`${round}.bob@example.com`), isRewritten);
      const named = [...toJane.references, ...toJane.answered];
      if (round > 1) assert.ok(named.some((id) => jane.known.has(id)));
      if (isRewritten) assert.ok(named.every((id) => jane.known.has(id)));
      jane.take(toJane);

      // Her provider is a large one: its name in an id shows nobody, so the search finds nothing.
      const answer = blockOf([
        'To: rbob@alias.test',
        ...jane.answer(`constant.${round}@mail.provider.test`),
      ]);
      const thread = readThread(answer);
      const sent = await sentIds.among(foreignIds(thread, messageIds, ALIAS), JANE);
      const made = replyHeader(answer, { ...heading, sent });
      assert.ok(made.kind === 'header');
      await sentIds.remember(thread.own ?? '', JANE);
      assert.ok(made.fields.every(({ raw }) => !/provider|constant/.test(raw)));
      const toBob = readThread(new HeaderBlock(made.fields));
      assert.equal(toBob.references.length, round * 2 - 1);
      for (const id of [...toBob.references, ...toBob.answered]) assert.ok(bob.known.has(id), id);
      bob.take(toBob);
    }
  });
}
