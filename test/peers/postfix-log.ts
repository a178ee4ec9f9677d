/**
 * Postfix's own record of its attempts, by Message-ID: the number of times that it had sent a whole message and the
 * connection broke before a reply. Such a message may have arrived, and it must be sent again (RFC 1047).
 */
export function uncertainAttempts(log: string): Map<string, number> {
  const messages = new Map<string, string>();
  const attempts = new Map<string, number>();
  for (const line of log.split('\n')) {
    const [, queued, id] = /: ([0-9A-F]+): message-id=<([^@>]*)/.exec(line) ?? [];
    if (queued !== undefined && id !== undefined) messages.set(queued, id);
    const [, broken] = /: ([0-9A-F]+): to=.*message may be sent more than once/.exec(line) ?? [];
    if (broken === undefined) continue;
    const sent = messages.get(broken) ?? broken;
    attempts.set(sent, (attempts.get(sent) ?? 0) + 1);
  }
  return attempts;
}
