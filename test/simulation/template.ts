/** The database with which every life begins. */

import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys } from '#mail/keys.ts';
import { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import { issueCertificate } from '#support/certificate.ts';
import {
  farDomain,
  isBornUnconfirmed,
  peerAddress,
  realAddress,
  senderDomain,
} from './models/addresses.ts';
import type { MailPlan, Plan } from './plan.ts';
import { openedStore, rowsIn } from './world/databases.ts';
import { EPOCH } from './world/world.ts';
import { ALIAS_DOMAIN, SECRET } from './node.ts';

const ADDRESSES = new ReplyAddresses({
  keys: deriveKeys([SECRET]).reply,
  bounceDomain: `b.${ALIAS_DOMAIN}`,
  aliasDomains: [ALIAS_DOMAIN],
  now: () => EPOCH,
});

/** Sender and recipients of a message. */
export function envelopeOf(
  mail: MailPlan,
  { aliases, isGuarded }: Plan,
): { from: string; to: (alias: number) => string } {
  const [alias = 0] = mail.recipients;
  const server = aliases[alias] ?? 0;
  const domain = isGuarded ? senderDomain(mail.sender) : 'sender.test';
  if (!mail.isReply) return { from: `s${mail.sender}@${domain}`, to: aliasOf };
  const sealed = ADDRESSES.seal(aliasOf(alias), peerAddress(alias, server), true);
  return { from: realAddress(alias, server), to: () => sealed };
}

export const aliasOf = (number: number) => `alias-${1000 + number}@${ALIAS_DOMAIN}`;

/** A memory file system if there is one, because the cost of a commit does not matter here. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const nameOf = ({ aliases, ownership }: Plan) => [...aliases, ownership ? 'new' : ''].join('-');

export class Databases implements Disposable {
  readonly #folder = mkdtempSync(join(PLACE, 'veilpost-simulation-'));
  readonly #templates = new Map<string, string>();
  /** The certificate of every node, and its key. */
  readonly certificate = {
    cert: join(this.#folder, 'certificate.pem'),
    key: join(this.#folder, 'key.pem'),
  };

  constructor() {
    const { cert, key } = issueCertificate({ names: ['mx.alias.test'], isEdwards: true });
    writeFileSync(this.certificate.cert, cert);
    writeFileSync(this.certificate.key, key);
  }

  /** A new database with the aliases of a plan. */
  async prepare(plan: Plan): Promise<void> {
    const { aliases, ownership } = plan;
    const name = nameOf(plan);
    if (this.#templates.has(name)) return;
    const file = join(this.#folder, `template-${name}.sqlite`);
    const store = openedStore(file, () => 0);
    for (const [i, server] of aliases.entries()) {
      const real_email = `user${i}@${farDomain(server)}`;
      const isUnconfirmed = ownership !== undefined && isBornUnconfirmed(i);
      const birth = { confirmedAt: isUnconfirmed ? null : 1, ticket: null };
      await store.insertAlias({ real_email, alias_email: aliasOf(i) }, birth);
    }
    await store.close();
    this.#templates.set(name, file);
  }

  /** A copy for one life. */
  copy(plan: Plan): string {
    const file = join(this.#folder, 'life.sqlite');
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(this.#templates.get(nameOf(plan)) ?? '', file);
    return file;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The state of an alias on the disk. */
export function aliasState(file: string, address: string): { active: boolean; isPaused: boolean } {
  const [row] = rowsIn(
    file,
    `SELECT active, paused_until FROM aliases LEFT JOIN alias_states ON alias_id = id
     WHERE alias_email = ?`,
    address,
  );
  return { active: row?.active === 1, isPaused: row?.paused_until != null };
}
