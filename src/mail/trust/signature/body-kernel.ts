/**
 * The body's canonicalization, sixteen octets at a time: a WebAssembly function for each form. A regular expression or
 * a loop in JavaScript takes up to fifteen times as long for the worst text.
 */

import { instantiate } from '../../message/webassembly.ts';

/** The forms of RFC 6376 section 3.4, for headers and bodies alike. */
export type Form = 'simple' | 'relaxed';

/** Assembled from body-kernel.wat. */
const MODULE =
  'AGFzbQEAAAABCAFgA39/fwF/AwMCAAAFAwEAAwcdAwZvY3RldHMCAAZzaW1wbGUAAAdyZWxheGVkAAEK7QICfAIBfwJ7AkADQCAAIAFODQEgAiAA/QAAACIE/QsAACAA/QAAASEFIARBCv0P/SMgBUEu/Q/9I/1O/WQiA0UEQCAAQRBqIQAgAkEQaiECDAELIANoIgMgAGohACADIAJqIQIgAEECaiEAIAJBAWohAgwACwsgAiAAIAFrawvtAQICfwJ7AkADQCAAIAFODQEgAiAA/QAAACIF/QsAACAA/QAAASEGIAVBCv0P/SMgBkEu/Q/9I/1OIAZBIP0P/SMgBkEJ/Q/9I/1QIAZBDf0P/SP9UCAFQSD9D/0j/U4gBUEJ/Q/9I/1Q/VD9ZCIDRQRAIABBEGohACACQRBqIQIMAQsgA2giAyAAaiEAIAMgAmohAiAALQAAQQpGBEAgAEECaiEAIAJBAWohAgwBCwNAIABBAWohACAALQAAIgRBIEYgBEEJRnINAAsgBEENRwRAIAJBIDoAACACQQFqIQILDAALCyACIAAgAWtrCw==';

const { memory, functions } = instantiate<Form>(MODULE);

/** The most octets of a body in one call. */
export const KERNEL_OCTETS = 65_536;

const VECTOR = 16;
/** Octets that the kernel reads after the input: they must look like ordinary text. */
const OVERREAD = VECTOR + 1;
const ORDINARY = 0x78;
const INPUT = 0;
const OUTPUT = KERNEL_OCTETS + 2 * VECTOR;

/**
 * Removes the stuffing dots after a line break, and in the relaxed form reduces blanks.
 * @param octets at most KERNEL_OCTETS of the wire form; the last is not a CR, and in the relaxed form not a blank
 * @param first octets that precede the result unchanged; at most VECTOR
 * @returns a view that is valid until the next call
 */
export function canonicalOctets(form: Form, octets: Uint8Array, first: Uint8Array): Uint8Array {
  const limit = INPUT + octets.length;
  memory.set(octets, INPUT);
  memory.fill(ORDINARY, limit, limit + OVERREAD);
  memory.set(first, OUTPUT);
  const end = functions[form](INPUT, limit, OUTPUT + first.length);
  return memory.subarray(OUTPUT, end);
}
