/** DNS questions and their answers. */

/** The data of one record, by its type. Names are lower case, without their final dot; the root is ''. */
export type RecordData = {
  /** IPv4 address in dotted decimals. */
  A: string;
  /** IPv6 address as RFC 5952 writes it. */
  AAAA: string;
  /** The name that an alias leads to; asked for itself, an alias is not followed. */
  CNAME: string;
  MX: { exchange: string; priority: number };
  NS: string;
  PTR: string;
  /** RFC 6698 section 2.1: the three numbers, and the octets behind them. */
  TLSA: { usage: number; selector: number; matching: number; data: Buffer };
  /** The strings of the record joined without a blank; each character is one octet (latin1). */
  TXT: string;
};

export type RecordType = keyof RecordData;

/** The reasons for a missing answer. All of them may pass. */
export type DnsTrouble =
  /** No server answered in time, or none could be reached. */
  | 'timeout'
  /** A server answered SERVFAIL, REFUSED or the like. */
  | 'failure'
  /** The answer breaks the format, or is too large. */
  | 'malformed'
  /** The message has used up its time or its queries. */
  | 'budget'
  /** Too many queries are already waiting. */
  | 'busy';

type Told = {
  ttl: number;
  secure: boolean;
  /** The name that aliases led to; absent: the name was no alias. */
  canonical?: string;
};

export type Answer<Data> =
  /** At least one record, in the order of the server. */
  | (Told & { kind: 'records'; records: readonly Data[] })
  /** The name exists without records of this type. */
  | (Told & { kind: 'no-data' })
  /** NXDOMAIN, also without a query for a text that cannot be a DNS name. */
  | (Told & { kind: 'no-name' })
  | { kind: 'trouble'; reason: DnsTrouble };

/** A cached answer comes without a promise: most mail brings no new question, and each promise and timer costs CPU. */
export type AnswerOrPromise<Data> = Answer<Data> | Promise<Answer<Data>>;

/** The message for which a question is asked: its sender chooses the names. One object for each message. */
export type QuerySource = {
  /** The address block of the client, whose questions have a share of their own. */
  block: string;
};

/**
 * Asks the DNS; never rejects. While the cache holds an answer every caller gets the same object, so parsed data can be
 * kept beside it (`parsedOnce`). `ttl`: seconds in the cache, counted from the arrival of the answer; `secure`: the AD
 * bit, false unless the server is on loopback.
 * @param name in A-labels, upper or lower case, with or without a final dot
 * @param asker undefined for a question of our own
 */
export type Resolve = <Type extends RecordType>(
  name: string,
  type: Type,
  asker?: QuerySource,
) => AnswerOrPromise<RecordData[Type]>;
