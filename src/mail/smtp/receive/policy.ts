/**
 * The interface between the protocol and the server's decisions about messages. The session speaks SMTP and knows nothing about
 * aliases; the policy decides and knows nothing about commands. An error in a policy is logged. A decision that fails becomes
 * 451 4.3.0; any other error ends the session with 421 4.3.0.
 */

import type { WireMessage } from '../../message/message.ts';
import type { Reply } from '../reply.ts';

/** What the session has learned about the client. */
export type ConnectedClient = {
  /** Remote IP address. */
  readonly address: string;
  /** The argument of EHLO or HELO, with `?` for characters that a header field must not contain; empty before EHLO. */
  helo: string;
  /** Whether the client sent EHLO instead of HELO. */
  esmtp: boolean;
  /** Present once STARTTLS has succeeded: protocol and cipher, for example `TLSv1.3`. */
  tls: { protocol: string; cipher: string } | null;
};

/** A mailbox of the envelope, RFC 5321 section 4.1.2; local part as written, domain in lower case and A-labels (RFC 5890). */
export type EnvelopeMailbox = {
  /** `local@domain`, as the client wrote it, without a source route. */
  readonly address: string;
  readonly local: string;
  readonly domain: string;
};

/** Parameters of MAIL FROM that the session has checked. */
export type MailParameters = {
  /** SIZE (RFC 1870) in octets; 0 if it was not declared. */
  readonly size: number;
  /** SMTPUTF8 (RFC 6531). */
  readonly utf8: boolean;
  /** BODY=8BITMIME (RFC 6152). */
  readonly eightBit: boolean;
  /** PRDR (draft-hall-prdr-00): the client accepts a reply for each recipient. */
  readonly perRecipient: boolean;
};

/** The reply to the final dot. If PRDR was declared, one reply for each accepted RCPT precedes it, in order. */
export type Verdict = Reply & { readonly each?: readonly Reply[] };

/** The decisions of one connection. Each answer is sent to the client unchanged. */
export interface Policy {
  /** MAIL FROM; null for the null reverse-path `<>`. */
  mail(sender: EnvelopeMailbox | null, parameters: MailParameters): Reply | Promise<Reply>;
  /** RCPT TO. A 2yz reply makes it a recipient of the transaction. `postmaster` without a domain has the domain ''. */
  recipient(mailbox: EnvelopeMailbox): Reply | Promise<Reply>;
  /** DATA, or the first BDAT: receives the message piece by piece. At least one recipient was accepted. */
  message(): Intake;
  /** The transaction ended or was aborted (RSET, EHLO, final dot answered). */
  reset(): void;
  /**
   * The client has read the reply to its final dot, as its next command, or the way it closes, shows.
   * @param isCertain false if a third party may have closed the connection instead
   */
  acknowledged(isCertain: boolean): void;
  /** The client has closed its side before all of its commands were answered: it waits for the replies, or has left. */
  halfClosed(): void;
  /** The connection has ended, for any reason. */
  closed(): void;
}

/**
 * Receives one message piece by piece, so that hashing is done before the final dot. The octets of `header` and `body`
 * are lent until the call returns.
 */
export interface Intake {
  /** Whether it keeps a copy of the header until the verdict: the copy needs memory as well. */
  readonly keepsHeader?: boolean;
  /** The header block, complete with its empty line, in wire form. Called once, before the first body piece. */
  header(octets: Buffer): void;
  /** A piece of the body in wire form, as it arrived. */
  body(octets: Buffer): void;
  /**
   * The final dot: the whole message is in memory. The octets are lent until the verdict; copy them to keep
   * them.
   */
  end(message: WireMessage): Promise<Verdict>;
}

/** One policy for one connection. A Reply instead rejects the connection at the greeting (RFC 5321 section 3.1: 554, or 421). */
export type PolicyFactory = (client: ConnectedClient) => Policy | Reply;
