/** The replies of the session itself; all others come from the policy. Codes: RFC 5321 section 4.2, RFC 3463. */

import { type Reply, reply } from '../reply.ts';
import type { MessageFault } from './collector.ts';

export const greeting = (hostname: string) => reply(220, '', `${hostname} ESMTP`);

/** RFC 5321 section 4.1.1.1; without DSN (failures are always reported in the session) and without AUTH. */
export function ehlo(hostname: string, maxOctets: number, startTls: boolean): Reply {
  const lines = [
    hostname,
    'PIPELINING',
    `SIZE ${maxOctets}`,
    '8BITMIME',
    'SMTPUTF8',
    'CHUNKING',
    'ENHANCEDSTATUSCODES',
    'PRDR',
    ...(startTls ? ['STARTTLS'] : []),
  ];
  return reply(250, '', lines.join('\n'));
}

export const OK = reply(250, '2.0.0', 'OK');
export const BYE = reply(221, '2.0.0', 'Bye');
export const GO_AHEAD = reply(354, '', 'End data with <CR><LF>.<CR><LF>');
/** PRDR (draft-hall-prdr-00): a reply for each recipient follows, and then one for the message. */
export const VERDICTS_FOLLOW = reply(353, '', 'A reply for each recipient follows');
export const READY_FOR_TLS = reply(220, '2.0.0', 'Ready to start TLS');
export const HELP = reply(
  214,
  '2.0.0',
  'EHLO HELO MAIL RCPT DATA BDAT RSET NOOP VRFY STARTTLS QUIT',
);
/** RFC 5321 section 3.5.3: neither confirms nor denies that the mailbox exists. */
export const CANNOT_VERIFY = reply(252, '2.5.2', 'Cannot VRFY user, but will accept message');

export const TALKED_FIRST = reply(554, '5.5.1', 'Protocol error: data before greeting');
export const TOO_MANY_CONNECTIONS = reply(421, '4.7.0', 'Too many connections; try again later');
export const OVERLOADED = reply(421, '4.3.2', 'Server too busy; try again later');
export const EVICTED = reply(421, '4.3.2', 'Idle connection closed: server too busy');
export const SHUTTING_DOWN = reply(421, '4.3.2', 'Service shutting down');
export const TIMED_OUT = reply(421, '4.4.2', 'Timeout exceeded');
export const TOO_SLOW = reply(421, '4.4.2', 'Timeout exceeded: data rate too low');
export const TOO_MANY_ERRORS = reply(421, '4.7.0', 'Too many errors');
export const SESSION_FAULT = reply(421, '4.3.0', 'Temporary local problem; try again later');
export const POLICY_FAULT = reply(451, '4.3.0', 'Temporary local problem; try again later');

export const UNKNOWN_COMMAND = reply(500, '5.5.2', 'Command not recognized');
export const NOT_HTTP = reply(554, '5.5.1', 'Protocol error: HTTP request on SMTP port');
export const LINE_TOO_LONG = reply(500, '5.5.2', 'Command line too long');
export const BARE_OCTET = reply(500, '5.5.2', 'Bare CR, LF or NUL in command');
export const NO_ARGUMENT = reply(501, '5.5.4', 'Syntax error: no parameters allowed');
export const BAD_HELLO = reply(501, '5.5.4', 'Syntax: EHLO or HELO hostname');
export const BAD_MAIL = reply(501, '5.5.4', 'Syntax: MAIL FROM:<address>');
export const BAD_RCPT = reply(501, '5.5.4', 'Syntax: RCPT TO:<address>');
export const BAD_CHUNK = reply(501, '5.5.4', 'Syntax: BDAT count [LAST]');
export const NOT_IMPLEMENTED = reply(502, '5.5.1', 'Command not implemented');
export const OUT_OF_ORDER = reply(503, '5.5.1', 'Bad sequence of commands');
export const NO_VALID_RECIPIENTS = reply(554, '5.5.1', 'No valid recipients');
export const BAD_SENDER = reply(553, '5.1.7', 'Bad sender address syntax');
export const BAD_RECIPIENT = reply(553, '5.1.3', 'Bad recipient address syntax');
/** RFC 6531 section 3.5. */
export const UTF8_NOT_DECLARED = reply(
  553,
  '5.6.7',
  'Must declare SMTPUTF8 to send Unicode address',
);
export const RCPT_PARAMETER = reply(555, '5.5.4', 'Unsupported RCPT TO parameter');
export const TOO_MANY_RECIPIENTS = reply(452, '4.5.3', 'Too many recipients');
export const NO_ROOM = reply(452, '4.3.1', 'Insufficient system storage; try again later');
export const PLAINTEXT_AFTER_STARTTLS = reply(
  554,
  '5.5.1',
  'Protocol error: plaintext data after STARTTLS',
);

/** RFC 3030 section 2: each chunk has a reply. */
export const chunkTaken = (octets: number) => reply(250, '2.0.0', `OK: ${octets} bytes`);

export const FAULTS: Record<MessageFault, Reply> = {
  'bare-octet': reply(550, '5.6.11', 'Bare CR, LF or NUL in message'),
  'too-large': reply(552, '5.3.4', 'Message size exceeds fixed limit'),
  'header-too-large': reply(550, '5.6.0', 'Message header too large'),
  'no-room': NO_ROOM,
};
