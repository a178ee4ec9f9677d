/**
 * WebAssembly modules: they operate on sixteen octets at a time, which JavaScript cannot. A module's source is its
 * text form (`*.wat`). Next to it is the module as one line of base64, so that nothing is assembled at run time.
 */

/** The part that these modules need; missing in Node's types. */
declare const WebAssembly: {
  Module: new (octets: Uint8Array) => object;
  Instance: new (
    module: object,
  ) => {
    exports: Record<string, (...parameters: number[]) => number> & {
      octets: { buffer: ArrayBuffer };
    };
  };
};

export type Instance<Name extends string> = {
  /** Its memory from octet 0, which is all that it can access. It never grows. */
  memory: Uint8Array;
  /** On 32-bit numbers. */
  functions: Record<Name, (...parameters: number[]) => number>;
};

/** @param base64 a module that exports its memory as `octets`, and functions by these names */
export function instantiate<Name extends string>(base64: string): Instance<Name> {
  const octets = Buffer.from(base64, 'base64');
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(octets));
  return { memory: new Uint8Array(exports.octets.buffer), functions: exports };
}
