/**
 * The owner of an alias, and whether the alias forwards. A confirmed row belongs to the session with its real address,
 * in either mode. An unconfirmed row belongs, in `open`, to everyone who enters the address, and forwards; in
 * `confirmed` it belongs to the browser that made it, and forwards nothing. All times are milliseconds since 1970.
 *
 * A row becomes confirmed in one of three ways: a letter's link or code that names this alias; a session of its address
 * that begins or is refreshed in the browser that made it; its owner's 'Keep it'. A row made under a session of its
 * address is confirmed from the start. A session alone confirms nothing that someone else made. Such a row never keeps
 * the owner from an alias: it is listed apart, and is replaced by the owner's own.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type OwnershipMode = 'open' | 'confirmed';

/** An installation's ownership settings. */
export type Ownership =
  | { mode: 'open'; since: undefined }
  | {
      mode: 'confirmed';
      /** The time at which it began. */
      since: number;
    };

/** The state of an alias, beside its row: whose it is, and its owner's settings. */
export type AliasState = {
  /** When the owner confirmed the real address; null: not yet. */
  confirmedAt: number | null;
  /**
   * SHA-256 of the ticket of the browser that made the row, hexadecimal; null: none, or void because the row is
   * confirmed.
   */
  ticket: string | null;
  /** Until then senders are deferred; null: no pause. */
  pausedUntil: number | null;
  /** From then on the alias is off, until its owner switches it on again; null: it does not expire. */
  endsAt: number | null;
  /** Links to switch forwarding off carry this number: those with an earlier one are void. 0 to 65535. */
  linkEpoch: number;
  /** If a reply of the owner shows the real address: either the alias replaces it, or the reply is returned. */
  replyBody: 'replace' | 'refuse';
  /** Mail is accepted from known senders only. */
  knownOnly: boolean;
  /** The owner has blocked senders. */
  hasBlocked: boolean;
};

/** The visitor: by session, by ticket, or unknown. */
export type AliasRequester = {
  /** The address of the user's row, for a session that is not anonymous; canonical. */
  email?: string | undefined;
  /** SHA-256 of the browser's ticket, hexadecimal. */
  ticket?: string | undefined;
};

/** The columns of an alias that the rule uses. */
type Row = { real_email: string; created_at: string };

/**
 * Whether the visitor, who has entered the alias's real address or its id, may see and switch it. The store's
 * `setActive` has the same rule in SQL.
 */
export function isTheirs(
  ownership: Ownership,
  alias: Row,
  state: AliasState,
  asker: AliasRequester,
): boolean {
  const isOfTheirAddress = asker.email === alias.real_email;
  if (state.confirmedAt !== null) return isOfTheirAddress;
  if (ownership.mode === 'open') return true;
  if (state.ticket !== null && state.ticket === asker.ticket) return true;
  return isOfTheirAddress && !makesWay(ownership, alias, state);
}

/**
 * Whether the owner's own alias replaces this row: it is unconfirmed, and has carried no mail. A row from before
 * `confirmed` began may be in use, so it stays until its owner keeps or deletes it.
 */
function makesWay(
  ownership: Ownership,
  { created_at }: Pick<Row, 'created_at'>,
  { confirmedAt }: Pick<AliasState, 'confirmedAt'>,
): boolean {
  return confirmedAt === null && Date.parse(created_at) >= carriedBefore(ownership);
}

/** Whether the visitor owns a confirmed alias: pause, history, links, download and deletion are for owners alone. */
export function isOwner(
  alias: Pick<Row, 'real_email'>,
  state: AliasState,
  asker: AliasRequester,
): boolean {
  return state.confirmedAt !== null && asker.email === alias.real_email;
}

/** How long older rows still forward after `confirmed` began. */
export const GRACE_MS = 14 * DAY_MS;
/** How long after the grace period their senders are deferred; then they are rejected. */
export const LATER_MS = 14 * DAY_MS;

/** Whether the alias has expired. @param now milliseconds since 1970 */
export const hasEnded = ({ endsAt }: Pick<AliasState, 'endsAt'>, now: number): boolean =>
  endsAt !== null && now >= endsAt;

/**
 * The mail server's decision about a recipient:
 * - `forward`
 * - `grace`: forward; the row is older than the change of mode, and the first message to it sends the letter that asks
 *   for a confirmation
 * - `later`: 450, for unconfirmed and paused alike
 * - `off`, `ended` and `gone`: 550, as the owner has switched the alias off, its time is over, or the row stayed
 *   unconfirmed for four weeks
 */
export type ReceiveVerdict = 'forward' | 'grace' | 'later' | 'off' | 'ended' | 'gone';

/** @param now milliseconds since 1970 */
export function receiveVerdict(
  ownership: Ownership,
  alias: { active: boolean; created_at: string },
  state: AliasState,
  now: number,
): ReceiveVerdict {
  // Before `off`: an hourly pass records the expiry as a switch.
  if (hasEnded(state, now)) return 'ended';
  if (!alias.active) return 'off';
  if (state.pausedUntil !== null && now < state.pausedUntil) return 'later';
  if (ownership.mode === 'open' || state.confirmedAt !== null) return 'forward';
  if (Date.parse(alias.created_at) >= ownership.since) return 'later';
  const age = now - ownership.since;
  if (age < GRACE_MS) return 'grace';
  return age < GRACE_MS + LATER_MS ? 'later' : 'gone';
}

/**
 * Rows made before this time may have carried mail without being confirmed: their names are never used again. If
 * `confirmed` holds, later rows carry no mail until they are confirmed.
 */
export function carriedBefore({ mode, since }: Ownership): number {
  return mode === 'open' ? Number.MAX_SAFE_INTEGER : since;
}

/** An unconfirmed row that was made in `confirmed` is deleted after this time. */
export const UNCONFIRMED_MS = 7 * DAY_MS;
/** The same while such rows are more than `CROWD` of a domain's names. */
export const UNCONFIRMED_IN_A_CROWD_MS = DAY_MS;
export const CROWD = 1 / 4;

/** The longest pause: many senders give up after two to five days. @public */
export const LONGEST_PAUSE_MS = 48 * HOUR_MS;

/** The time of an alias is at least a minute, and at most a leap year. @public */
export const LEAST_END_MS = 60_000;
export const LONGEST_END_MS = 366 * DAY_MS;
