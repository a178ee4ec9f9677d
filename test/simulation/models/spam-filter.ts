/** The spam filter (Rspamd) at the level of requests: its verdict on each message is in the plan; it may be silent, slow, or return nonsense. */

import type { Surroundings } from '#app/surroundings.ts';
import type { KeptRequest } from '#network/kept-client.ts';
import { RemoteServerSilent } from '#network/http-client.ts';
import type { Chance } from '../chance.ts';
import type { Setting } from '../schedule.ts';
import type { Process } from '../world/process.ts';
import { SECOND } from '../world/world.ts';
import { contentNumber } from './mails.ts';

type Options = Pick<Setting, 'judge' | 'schedule' | 'plan'> & {
  process: Process;
  /** Address of the node. */
  node: string;
  chance: Chance;
};

/** The longest time of a slow answer; the engine waits 8 s. */
const SLOW = 12 * SECOND;

/** @returns the requests of a process */
export function spamFilter(options: Options): Surroundings['openRequests'] {
  let open = 0;
  const answer = (asked: KeptRequest) => {
    open += 1;
    return answerOf(asked, options, open).finally(() => {
      open -= 1;
    });
  };
  return () => Promise.resolve({ answer, close: () => {} });
}

/** @param open queries of the process */
function answerOf(asked: KeptRequest, options: Options, open: number): Promise<Buffer> {
  const { judge, schedule, plan, process, node, chance } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { body = Buffer.alloc(0), headers, signal } = asked;
  const octets =
    typeof body === 'function'
      ? Buffer.concat([...body()].map((piece) => Buffer.from(piece)))
      : body;
  const id = String(headers['Queue-Id']);
  const recipients = [headers.Rcpt ?? []].flat();
  judge.holds(() => judge.guards.asked({ id, octets, recipients, node, open }));
  signal.addEventListener('abort', () => reject(new RemoteServerSilent('no answer in time')), {
    once: true,
  });
  const how = schedule.now('filter', () => true)?.how;
  if (how) judge.tookEffect(`filter: ${how}`);
  if (how === 'silent') return promise;
  if (how === 'fault') reject(new RemoteServerSilent('status 500'));
  const mail = plan.mails.find(({ content }) => content === contentNumber(octets));
  // A deferred message passes in the end.
  const isOver = mail?.word === 'soft reject' && schedule.isHealed;
  const action = mail?.word === undefined || isOver ? 'no action' : mail.word;
  const us = how === 'slow' ? chance.random() * SLOW : chance.about(20_000);
  process.world.in(us, () =>
    process.event(() => {
      if (signal.aborted || how === 'fault') return;
      if (how !== 'nonsense') judge.guards.answered(id, action);
      resolve(Buffer.from(JSON.stringify({ action: how === 'nonsense' ? 'dance' : action })));
    }),
  );
  return promise;
}
