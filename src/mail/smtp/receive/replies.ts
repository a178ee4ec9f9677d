/** The replies of the session itself; all others come from the policy. Codes: RFC 5321 section 4.2, RFC 3463. */

import { type Reply, reply } from '../reply.ts';
import type { MessageFault } from './collector.ts';

export const greeting = (hostname: string) => reply(220, '', `${hostname} ESMTP`);

/** RFC 5321 section 4.1.1.1; no DSN (a failure is always told in the session) and no AUTH. */
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
export const GO_AHEAD = reply(354, '', 'End the message with CRLF.CRLF');
/** PRDR (draft-hall-prdr-00): a reply for each recipient follows, and then one for the message. */
export const VERDICTS_FOLLOW = reply(353, '', 'A reply for each recipient follows');
export const READY_FOR_TLS = reply(220, '2.0.0', 'Ready to start TLS');
export const HELP = reply(
  214,
  '2.0.0',
  'EHLO HELO MAIL RCPT DATA BDAT RSET NOOP VRFY STARTTLS QUIT',
);
/** RFC 5321 section 3.5.3: the form that neither confirms nor denies. */
export const CANNOT_VERIFY = reply(252, '2.5.2', 'Send the mail, and see');

export const TALKED_FIRST = reply(554, '5.5.1', 'The client talked before the greeting');
export const TOO_MANY_CONNECTIONS = reply(421, '4.7.0', 'Too many connections; try again later');
export const OVERLOADED = reply(421, '4.3.2', 'The server is at its limit; try again later');
export const EVICTED = reply(
  421,
  '4.3.2',
  'Idle while others wait for a connection; connect again when needed',
);
export const SHUTTING_DOWN = reply(421, '4.3.2', 'The server is going down; try again in a moment');
export const TIMED_OUT = reply(421, '4.4.2', 'Timed out');
export const TOO_SLOW = reply(421, '4.4.2', 'The message comes in too slowly');
export const TOO_MANY_ERRORS = reply(421, '4.7.0', 'Too many errors');
export const SESSION_FAULT = reply(421, '4.3.0', 'A local error; try again later');
export const POLICY_FAULT = reply(451, '4.3.0', 'A local error; try again later');

export const UNKNOWN_COMMAND = reply(500, '5.5.2', 'This command is not known');
export const NOT_HTTP = reply(554, '5.5.1', 'This is a mail server');
export const LINE_TOO_LONG = reply(500, '5.5.2', 'The command line is too long');
export const BARE_OCTET = reply(500, '5.5.2', 'A control character stands alone in a command');
export const NO_ARGUMENT = reply(501, '5.5.4', 'This command takes no argument');
export const BAD_HELLO = reply(501, '5.5.4', 'Syntax: EHLO or HELO with a name');
export const BAD_MAIL = reply(501, '5.5.4', 'MAIL FROM:<address> is what is understood');
export const BAD_RCPT = reply(501, '5.5.4', 'RCPT TO:<address> is what is understood');
export const BAD_CHUNK = reply(501, '5.5.4', 'BDAT wants a number of octets');
export const NOT_IMPLEMENTED = reply(502, '5.5.1', 'This command is not offered here');
export const OUT_OF_ORDER = reply(503, '5.5.1', 'This command is out of order');
export const NO_VALID_RECIPIENTS = reply(554, '5.5.1', 'No valid recipients');
export const BAD_SENDER = reply(553, '5.1.7', 'This is no valid reverse-path');
export const BAD_RECIPIENT = reply(553, '5.1.3', 'This is no valid forward-path');
/** RFC 6531 section 3.5. */
export const UTF8_NOT_DECLARED = reply(553, '5.6.7', 'UTF-8 in a path needs SMTPUTF8');
export const RCPT_PARAMETER = reply(555, '5.5.4', 'RCPT takes no parameters here');
export const TOO_MANY_RECIPIENTS = reply(452, '4.5.3', 'Too many recipients; send the rest apart');
export const NO_ROOM = reply(452, '4.3.1', 'No room for this message now; try again later');
export const PLAINTEXT_AFTER_STARTTLS = reply(554, '5.5.1', 'Nothing may follow STARTTLS in clear');

/** RFC 3030 section 2: each chunk has a reply. */
export const chunkTaken = (octets: number) => reply(250, '2.0.0', `${octets} octets taken`);

export const FAULTS: Record<MessageFault, Reply> = {
  'bare-octet': reply(550, '5.6.11', 'CR, LF or NUL stands alone in the message'),
  'too-large': reply(552, '5.3.4', 'The message is too large'),
  'header-too-large': reply(550, '5.6.0', 'The header of the message is too large'),
  'no-room': NO_ROOM,
};
