/**
 * The number of an alias for programs that know no UUID: 31 bits of its id, so that it fits an integer of 32 bits with a sign. No
 * two aliases of one owner have the same one (src/store/owners/another.ts).
 * @param id UUID @returns 0 to 2147483647
 */
export const aliasNumber = (id: string): number => Number.parseInt(id.slice(0, 8), 16) >>> 1;
