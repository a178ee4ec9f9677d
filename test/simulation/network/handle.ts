/**
 * The handle below a real socket of node:net, over an end of a simulated connection. It behaves like a stream of libuv: a write that
 * the kernel accepts completely is done at once; the rest of another one is sent and reported when the kernel has room.
 */

import { Socket, type SocketConstructorOpts } from 'node:net';
import type { Process } from '../world/process.ts';
import type { TcpEnd } from './tcp-end.ts';

/** A write or a shutdown, with a callback for its end. */
export type Request = { oncomplete: (status: number) => void };
/** The memory of waiting octets is read once the kernel has room. */
type Waiting = { pieces: Buffer[]; request: Request };
type Chunk = Buffer | string;

/** https://docs.libuv.org/en/v1.x/errors.html */
const EOF = -4095;
const ECONNRESET = -104;
const EPIPE = -32;
const ECANCELED = -125;

type StreamState = Record<'kReadBytesOrError' | 'kBytesWritten' | 'kLastWriteWasAsync', number> & {
  streamBaseState: Int32Array;
};

/** The array in which native streams report reads and writes to node:net. */
const { streamBaseState, kReadBytesOrError, kBytesWritten, kLastWriteWasAsync }: StreamState =
  native('stream_wrap');

export class SimulatedHandle {
  bytesRead = 0;
  bytesWritten = 0;
  reading = false;
  isClosed = false;
  /** False until the program knows that its connection is established: nothing is read before. */
  isOpen = true;
  /** Set by node:net; called for each read. */
  onread: (octets?: ArrayBuffer) => void = () => {};
  readonly #process: Process;
  readonly #end: TcpEnd;
  readonly #peerAddress: string;
  #memory: Buffer | undefined;
  #waiting: Waiting[] = [];
  #shutdown: Request | undefined;
  #hasEnded = false;
  #awaitsRead = false;
  #awaitsWrite = false;

  constructor(process: Process, end: TcpEnd, peerAddress: string) {
    this.#process = process;
    this.#end = end;
    this.#peerAddress = peerAddress;
    end.program = { readable: () => this.#wakeToRead(), writable: () => this.#wakeToWrite() };
    process.atEnd.push(() => this.#end.close());
  }

  useUserBuffer(memory: Buffer): void {
    this.#memory = memory;
  }

  /** TLS begins: it reads in place of the socket. @param read called with the received octets */
  seal(read: (read: Buffer | 'end' | 'reset') => void): void {
    this.#end.link.seal();
    this.#memory = undefined;
    this.onread = (octets) => {
      if (octets) read(Buffer.from(octets));
      else read(streamBaseState[kReadBytesOrError] === EOF ? 'end' : 'reset');
    };
  }

  /** TLS writes. @param request notified of the end of the write, in a later turn at the earliest @returns an error, or 0 */
  writeSealed(request: Request, pieces: Buffer[]): number {
    const failure = this.writev(request, pieces, true);
    // It is not notified of the failure of an empty write.
    const error = pieces.some(({ length }) => length > 0) ? failure : 0;
    const isDone = streamBaseState[kLastWriteWasAsync] === 0;
    // The native part reports it as an immediate.
    if (error === 0 && isDone) this.#process.setImmediate(() => request.oncomplete(0));
    return error;
  }

  readStart(): number {
    this.reading = true;
    this.#wakeToRead();
    return 0;
  }

  /** The program knows that its connection is established. */
  opened(): void {
    this.isOpen = true;
    this.#wakeToRead();
  }

  readStop(): number {
    this.reading = false;
    return 0;
  }

  writeBuffer(request: Request, octets: Buffer): number {
    return this.#write(request, [bufferOver(octets)]);
  }

  writeUtf8String(request: Request, text: string): number {
    return this.#write(request, [Buffer.from(text)]);
  }

  writeLatin1String(request: Request, text: string): number {
    return this.#write(request, [Buffer.from(text, 'latin1')]);
  }

  /** @param chunks buffers, or texts each followed by its encoding */
  writev(request: Request, chunks: Chunk[], allBuffers: boolean): number {
    const pieces: Buffer[] = [];
    for (let i = 0; i < chunks.length; i += allBuffers ? 1 : 2) {
      const chunk = chunks[i] ?? '';
      const encoding = chunks[i + 1];
      const isText = typeof chunk === 'string' && typeof encoding === 'string';
      pieces.push(isText ? textOctets(chunk, encoding) : bufferOver(chunk));
    }
    return this.#write(request, pieces);
  }

  shutdown(request: Request): number {
    this.#shutdown = request;
    if (this.#waiting.length === 0) this.#endNow();
    return 0;
  }

  close(then?: () => void): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#process.alive) this.#end.close();
    this.#process.closing(() => {
      for (const { request } of waiting) request.oncomplete(ECANCELED);
      then?.();
    });
  }

  getpeername(out: { address?: string; family?: string; port?: number }): number {
    Object.assign(out, { address: this.#peerAddress, family: 'IPv4', port: 40_000 });
    return 0;
  }

  getAsyncId(): number {
    return 1;
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  #write(request: Request, pieces: Buffer[]): number {
    const octets = joined(pieces);
    streamBaseState[kBytesWritten] = octets.length;
    streamBaseState[kLastWriteWasAsync] = 0;
    let taken = 0;
    const isSent = this.#process.call('write', () => {
      taken = this.#waiting.length > 0 ? 0 : this.#end.write(octets);
    });
    if (!isSent) return 0;
    if (taken < 0) return this.#end.resetUnread ? ECONNRESET : EPIPE;
    this.bytesWritten += octets.length;
    if (taken === octets.length) return 0;
    streamBaseState[kLastWriteWasAsync] = 1;
    this.#waiting.push({ pieces: behind(pieces, taken), request });
    return 0;
  }

  #wakeToRead(): void {
    if (this.#awaitsRead || this.isClosed || !this.reading || !this.isOpen) return;
    this.#awaitsRead = true;
    this.#process.event(() => {
      this.#awaitsRead = false;
      this.#readAll();
    });
  }

  #readAll(): void {
    if (!this.reading || this.isClosed || this.#hasEnded) return;
    const octets = this.#end.read();
    if (octets === 'nothing') return;
    if (octets === 'end' || octets === 'reset') {
      this.#hasEnded = true;
      streamBaseState[kReadBytesOrError] = octets === 'end' ? EOF : ECONNRESET;
      return this.onread();
    }
    const room = this.#memory?.length ?? 65_536;
    const now = octets.length > room ? octets.subarray(0, room) : octets;
    if (now.length < octets.length) this.#end.unread(octets.subarray(now.length));
    this.bytesRead += now.length;
    streamBaseState[kReadBytesOrError] = now.length;
    if (this.#memory) {
      now.copy(this.#memory);
      this.onread();
    } else this.onread(new Uint8Array(now).buffer);
    // The rest, or the end after it.
    this.#wakeToRead();
  }

  #wakeToWrite(): void {
    if (this.#awaitsWrite || this.isClosed || this.#waiting.length === 0) return;
    this.#awaitsWrite = true;
    this.#process.event(() => {
      this.#awaitsWrite = false;
      this.#writeWaiting();
    });
  }

  #writeWaiting(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    let taken = 0;
    const octets = joined(first.pieces, this.#end.room);
    if (!this.#process.call('write', () => (taken = this.#end.write(octets)))) return;
    if (taken >= 0) {
      first.pieces = behind(first.pieces, taken);
      if (first.pieces.length > 0) return;
    }
    this.#waiting.shift();
    first.request.oncomplete(taken < 0 ? EPIPE : 0);
    if (this.#waiting.length > 0) this.#wakeToWrite();
    else if (this.#shutdown) this.#endNow();
  }

  #endNow(): void {
    const request = this.#shutdown;
    if (this.#process.alive) this.#end.shutdown();
    this.#process.event(() => {
      if (!this.isClosed) request?.oncomplete(0);
    });
  }
}

/** @param room octets at most that the kernel takes: of a large write each piece is copied once */
function joined(pieces: Buffer[], room = Infinity): Buffer {
  const [first, ...more] = pieces;
  if (first && (more.length === 0 || first.length >= room)) return first;
  let left = room;
  const taken = pieces.filter(({ length }) => {
    left -= length;
    return left + length > 0;
  });
  return Buffer.concat(taken);
}

/** The pieces without their first octets, in the memory of their writer. */
function behind(pieces: Buffer[], octets: number): Buffer[] {
  let left = octets;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(left);
    left = Math.max(0, left - piece.length);
    return rest.length > 0 ? [rest] : [];
  });
}

const bufferOver = (chunk: Uint8Array | string): Buffer =>
  typeof chunk === 'string'
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

function textOctets(text: string, encoding: string): Buffer {
  return Buffer.from(text, encoding === 'latin1' || encoding === 'binary' ? 'latin1' : 'utf8');
}

export function socketOver(
  handle: SimulatedHandle,
  options: Omit<SocketConstructorOpts, 'handle'> & { pauseOnCreate?: boolean },
): Socket {
  const given: SocketConstructorOpts = { ...options };
  // The declared type of a handle has the fields of a handle of libuv.
  Object.assign(given, { handle });
  return new Socket(given);
}

/** A native part of this Node; the caller must know its shape. */
export function native(name: string) {
  const binding: unknown = Reflect.get(process, 'binding');
  if (typeof binding !== 'function') throw new Error('this Node has no process.binding');
  return Reflect.apply(binding, process, [name]);
}
