/**
 * One end of a TCP connection, as its kernel sees it: buffers of both directions, segments in transit, FIN and reset. A close with
 * octets unread is a reset (RFC 1122 section 4.2.2.13), and so is the answer to octets for an end that was closed.
 */

/** The program at an end. Each is called when there is something new. */
export type Program = {
  connected?: () => void;
  refused?: () => void;
  /** Octets, the end of the other side, or a reset can be read. */
  readable: () => void;
  /** The kernel has room for octets again, or the connection was reset. */
  writable: () => void;
  /** The other side has sent octets, which are in transit. */
  coming?: () => void;
};

/** The path between the two ends. */
export type Way = {
  readonly client: TcpEnd;
  readonly server: TcpEnd;
  readonly buffer: number;
  readonly isCut: boolean;
  segment: (octets: number, sent: number) => number;
  carry: (from: TcpEnd, arrive: () => void) => void;
  cutWithin: (from: TcpEnd, octets: number) => number | undefined;
  cut: (from: TcpEnd) => void;
  cutSilently: () => void;
  trace: (at: TcpEnd, octets: Buffer | string) => void;
  seal: () => void;
};

/** `abrupt`: under TLS without a close_notify, as the system closes the sockets of a program. */
export type Closing = 'orderly' | 'abrupt' | 'reset';

export type Read = Buffer | 'nothing' | 'end' | 'reset';

export class TcpEnd {
  readonly name: string;
  program: Program | undefined;
  readonly link: Way;
  #received: Buffer[] = [];
  #receivedOctets = 0;
  /** Octets that the program has written and that were not sent yet. */
  #unsent: Buffer[] = [];
  #unsentOctets = 0;
  #underWay = 0;
  #peerEnded = false;
  /** The other side has reset; `#resetRead`: the program knows. */
  #reset = false;
  #resetRead = false;
  #ended = false;
  #endSent = false;
  #closed = false;
  #isRead = true;
  /** Octets that were sent, for cuts by their number; that the program has written; and that it has read. */
  sent = 0;
  written = 0;
  taken = 0;

  constructor(name: string, link: Way) {
    this.name = name;
    this.link = link;
  }

  get #peer(): TcpEnd {
    const { client, server } = this.link;
    return this === client ? server : client;
  }

  /** @returns the number of octets that the kernel accepts; less than all: `writable` follows; -1: the connection was reset */
  write(octets: Buffer): number {
    if (this.#closed || this.#reset) return -1;
    // The kernel copies them: their writer may use the memory again.
    const taken = Buffer.from(octets.subarray(0, this.room));
    if (taken.length > 0) {
      this.written += taken.length;
      this.#unsent.push(taken);
      this.#unsentOctets += taken.length;
      this.#pump();
    }
    return taken.length;
  }

  /** Octets that the kernel accepts now. */
  get room(): number {
    return Math.max(0, this.link.buffer - this.#unsentOctets - this.#underWay);
  }

  get isCut(): boolean {
    return this.link.isCut;
  }

  /** Nothing arrives any more, and both sides see an end that neither has sent. */
  cutByEnds(): void {
    this.link.cutSilently();
    this.#endArrived();
    this.#peer.#endArrived();
  }

  /** The octets that the program at the other end has read. */
  get readByPeer(): number {
    return this.#peer.taken;
  }

  /** Whether octets of the other side are in transit, or unread. */
  get isAnswered(): boolean {
    return this.#peer.written > this.taken;
  }

  /** Whether the other end has no program any more. */
  get isPeerGone(): boolean {
    return this.#peer.#closed || this.#peer.#reset;
  }

  /** Whether a reset has come to the other end. */
  get isPeerReset(): boolean {
    return this.#peer.#reset;
  }

  /** Whether an unread reset is the reason of -1. */
  get resetUnread(): boolean {
    return this.#reset && !this.#resetRead;
  }

  /** Sends FIN after all octets. */
  shutdown(): void {
    this.#ended = true;
    this.#pump();
  }

  /** The program has closed the connection, or died: the kernel sends the rest. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.program = undefined;
    if (this.#receivedOctets > 0 && !this.#reset) this.#sendReset();
    else this.shutdown();
    this.#drain();
  }

  abort(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.program = undefined;
    this.#sendReset();
  }

  /** The program reads nothing any more: octets stay in the kernel. */
  stopReading(): void {
    this.#isRead = false;
  }

  read(): Read {
    if (!this.#isRead) return 'nothing';
    if (this.#received.length > 0) {
      const octets = this.#drain();
      this.taken += octets.length;
      this.#peer.#pump();
      return octets;
    }
    if (!this.#reset) return this.#peerEnded ? 'end' : 'nothing';
    this.#resetRead = true;
    return 'reset';
  }

  /** Puts back octets that the program did not consume. */
  unread(octets: Buffer): void {
    this.#received.unshift(octets);
    this.#receivedOctets += octets.length;
    this.taken -= octets.length;
  }

  /** A reset arrives, from the other side or from the network. */
  resetArrived(): void {
    if (this.#closed || this.#reset) return;
    this.#reset = true;
    this.#discard();
    this.link.trace(this, 'reset');
    this.program?.readable();
    this.program?.writable();
  }

  #drain(): Buffer {
    const [first = Buffer.alloc(0), ...others] = this.#received.splice(0);
    this.#receivedOctets = 0;
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }

  #discard(): void {
    this.#unsent = [];
    this.#unsentOctets = 0;
  }

  #sendReset(): void {
    this.#discard();
    this.link.carry(this, () => this.#peer.resetArrived());
  }

  /** Sends as much as fits into the other side's buffer. */
  #pump(): void {
    const peer = this.#peer;
    if (this.#reset) return;
    while (this.#unsentOctets > 0) {
      const window = this.link.buffer - peer.#receivedOctets - this.#underWay;
      if (window <= 0) return;
      const segment = this.#take(
        Math.min(window, this.link.segment(this.#unsentOctets, this.sent)),
      );
      this.sent += segment.length;
      const cut = this.link.cutWithin(this, segment.length);
      const carried = cut === undefined ? segment : segment.subarray(0, cut);
      this.#underWay += segment.length;
      peer.program?.coming?.();
      this.link.carry(this, () => {
        this.#underWay -= segment.length;
        if (carried.length > 0) peer.#arrived(carried);
        if (cut !== undefined) return this.link.cut(this);
        this.program?.writable();
        this.#pump();
      });
    }
    if (this.#ended && !this.#endSent) {
      this.#endSent = true;
      this.link.carry(this, () => peer.#endArrived());
    }
  }

  #take(octets: number): Buffer {
    const [first] = this.#unsent;
    if (first === undefined) return Buffer.alloc(0);
    this.#unsentOctets -= Math.min(octets, first.length);
    if (first.length > octets) {
      this.#unsent[0] = first.subarray(octets);
      return first.subarray(0, octets);
    }
    this.#unsent.shift();
    return first;
  }

  #arrived(octets: Buffer): void {
    if (this.#reset) return;
    if (this.#closed) return this.#sendReset();
    this.link.trace(this, octets);
    this.#received.push(octets);
    this.#receivedOctets += octets.length;
    this.program?.readable();
  }

  #endArrived(): void {
    if (this.#closed || this.#reset) return;
    this.#peerEnded = true;
    this.link.trace(this, 'end');
    this.program?.readable();
  }
}
