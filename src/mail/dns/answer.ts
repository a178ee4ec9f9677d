/** Questions to the DNS and their answers, as those who ask see them. */

/** The data of one record, by the type that is asked for. Names are lower case, without their final dot; the root is ''. */
export type RecordData = {
  /** IPv4 address in dotted decimals. */
  A: string;
  /** IPv6 address as RFC 5952 writes it. */
  AAAA: string;
  MX: { exchange: string; priority: number };
  NS: string;
  PTR: string;
  /** The strings of the record joined without a blank; each character is one octet (latin1). */
  TXT: string;
};

export type RecordType = keyof RecordData;

/** Why there is no answer. All of them may pass. */
export type Trouble =
  /** No server answered in time, or none could be reached. */
  | 'timeout'
  /** A server said SERVFAIL, REFUSED or the like. */
  | 'failure'
  /** The answer breaks the format, or is too large. */
  | 'malformed'
  /** The message has used up its time or its questions. */
  | 'budget'
  /** Too many questions wait already. */
  | 'busy';

export type Answer<Data> =
  /** At least one record, in the order of the server. */
  | { kind: 'records'; records: readonly Data[]; ttl: number; secure: boolean }
  /** The name exists without records of this type. */
  | { kind: 'no-data'; ttl: number; secure: boolean }
  /** NXDOMAIN. A text that cannot be a name of the DNS gets this as well, without a query. */
  | { kind: 'no-name'; ttl: number; secure: boolean }
  | { kind: 'trouble'; reason: Trouble };

/** What is known already comes at once: most mail brings no question that is new, and each promise and timer costs it CPU. */
export type Asked<Data> = Answer<Data> | Promise<Answer<Data>>;

/**
 * Asks the DNS; never rejects. As long as the cache holds an answer everybody gets the same object, so what is parsed out of it
 * can be kept beside it (`parsedOnce`). `ttl`: seconds in the cache, counted from when the answer came; `secure`: the AD bit, false
 * unless the server is on loopback.
 * @param name in A-labels, upper or lower case, with or without a final dot
 */
export type Resolve = <Type extends RecordType>(
  name: string,
  type: Type,
) => Asked<RecordData[Type]>;
