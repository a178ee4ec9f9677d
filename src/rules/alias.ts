/** The form of an alias: `alias-`, a number, `@`, one of our own domains (product specification, section 3). */

export const ALIAS_PREFIX = 'alias-';

/** Inclusive range of the number in an alias. */
export type NumberRange = { first: number; last: number };

/** All possible names of aliases here. */
export type NameSpace = {
  /** Lower-case domains, A-labels if internationalized. */
  domains: readonly string[];
  numbers: NumberRange;
};

/** The number of names that one domain of the name space holds. */
export function namesPerDomain(numbers: NumberRange): number {
  return numbers.last - numbers.first + 1;
}

/**
 * One candidate for a new alias. A domain is drawn with the weight of the names it has left, so that a full domain
 * is never tried while another has room.
 * @param random uniform in [0, 1), like Math.random
 * @param namesLeft per domain of `space`, in its order; absent: all domains alike
 */
export function drawAlias(
  space: NameSpace,
  random: () => number,
  namesLeft?: readonly number[],
): string {
  const { first } = space.numbers;
  const number = first + Math.floor(random() * namesPerDomain(space.numbers));
  return `${ALIAS_PREFIX}${number}@${drawDomain(space, random, namesLeft)}`;
}

function drawDomain(space: NameSpace, random: () => number, namesLeft?: readonly number[]): string {
  const weights = space.domains.map((_, i) => Math.max(0, namesLeft?.[i] ?? 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let point = random() * (total || space.domains.length);
  for (const [i, domain] of space.domains.entries()) {
    point -= total ? (weights[i] ?? 0) : 1;
    if (point < 0) return domain;
  }
  return space.domains.at(-1) ?? '';
}

/**
 * The numbers of an upgraded owner's aliases: ten digits. A number of `ALIAS_NUMBERS` has nine at most, so it is never
 * one of them. Only the server draws them.
 */
export const LONG_NUMBERS: NumberRange = { first: 1_000_000_000, last: 9_999_999_999 };

/** Whether a number of ten digits names the alias. @param alias in its stored spelling */
export const hasLongName = (alias: string): boolean =>
  alias.indexOf('@') === ALIAS_PREFIX.length + 10;

/**
 * The number of an alias for programs that do not support UUIDs: 31 bits of its id, so that it fits a signed integer of
 * 32 bits. No two aliases of one owner have the same number (src/store/owners/another.ts).
 * @param id UUID @returns 0 to 2147483647
 */
export const aliasNumber = (id: string): number => Number.parseInt(id.slice(0, 8), 16) >>> 1;

/** Like `aliasNamedBy`, for the names that visitors draw: never one of ten digits. */
export function freeNameOf(address: string, space: NameSpace): string | undefined {
  const alias = aliasNamedBy(address, space);
  return alias !== undefined && hasLongName(alias) ? undefined : alias;
}

/**
 * The alias that an address names, in its one stored spelling, or undefined if it cannot be one of ours: a number of
 * the name space, or any of ten digits. Case does not matter, and a `+tag` after the number belongs to the sender (both
 * reach the same alias).
 */
export function aliasNamedBy(address: string, space: NameSpace): string | undefined {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const local = address.slice(0, at).toLowerCase().split('+', 1)[0] ?? '';
  if (at < 1 || !space.domains.includes(domain)) return undefined;
  const digits = local.slice(ALIAS_PREFIX.length);
  if (!local.startsWith(ALIAS_PREFIX) || !/^[1-9]\d{0,9}$/.test(digits)) return undefined;
  const number = Number(digits);
  const { first, last } = space.numbers;
  const isShort = number >= first && number <= last;
  return isShort || number >= LONG_NUMBERS.first ? `${local}@${domain}` : undefined;
}
