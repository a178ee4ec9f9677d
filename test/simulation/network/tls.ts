/**
 * The real TLS of node:tls over handles of the simulation. Its native part requires a native stream below; Node has one whose octets
 * go to and come from functions, and here these belong to the handle.
 */

import { TLSSocket } from 'node:tls';
import { native, type Request, SimulatedHandle } from './handle.ts';

type Stream = {
  isClosing: () => boolean;
  onreadstart: () => number;
  onreadstop: () => number;
  onwrite: (request: unknown, pieces: Buffer[]) => number;
  onshutdown: (request: unknown) => number;
  finishWrite: (request: unknown, status: number) => void;
  finishShutdown: (request: unknown, status: number) => void;
  readBuffer: (octets: Buffer) => void;
  emitEOF: () => void;
};

/** @returns the native handle of a TLS socket; its `_parent` is the one below */
type WrapHandle = (this: TLSSocket, socket: unknown, handle: unknown, writes: boolean) => object;

const { JSStream }: { JSStream: new () => Stream } = native('js_stream');

/** @returns takes it back */
export function simulatedTls(): () => void {
  const original: WrapHandle = Reflect.get(TLSSocket.prototype, '_wrapHandle');
  const wrapHandle: WrapHandle = function (socket, handle, writes) {
    if (!(handle instanceof SimulatedHandle)) return original.call(this, socket, handle, writes);
    const wrapped = original.call(this, socket, streamOver(handle, this), writes);
    Reflect.set(wrapped, '_parent', handle);
    return wrapped;
  };
  Object.assign(TLSSocket.prototype, { _wrapHandle: wrapHandle });
  return () => Object.assign(TLSSocket.prototype, { _wrapHandle: original });
}

function streamOver(handle: SimulatedHandle, secured: TLSSocket): Stream {
  const stream = new JSStream();
  const told = (tell: (status: number) => void): Request => ({ oncomplete: tell });
  handle.seal((read) => {
    if (read === 'end') stream.emitEOF();
    else if (read === 'reset') secured.destroy(new Error('read ECONNRESET'));
    else stream.readBuffer(read);
  });
  return Object.assign(stream, {
    isClosing: () => handle.isClosed,
    onreadstart: () => handle.readStart(),
    onreadstop: () => handle.readStop(),
    onwrite: (request: unknown, pieces: Buffer[]) =>
      handle.writeSealed(
        told((status) => stream.finishWrite(request, status)),
        pieces,
      ),
    onshutdown: (request: unknown) =>
      handle.shutdown(told((status) => stream.finishShutdown(request, status))),
  });
}
