/** The commands of a client, and the order in which a server accepts those of a mail transaction (RFC 5321 section 4.1.4). */

export const verbOf = (line: string): string => (line.split(' ', 1)[0] ?? '').toUpperCase();

/** The path of MAIL or RCPT, without brackets. */
export const pathOf = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? '';

/** What a server has accepted since the last EHLO, RSET or final dot. */
export class ServerTransaction {
  /** The whole line; undefined: MAIL may come. */
  mail: string | undefined;
  /** The arguments of RCPT. */
  recipients: string[] = [];

  get sender(): string {
    return pathOf(this.mail ?? '');
  }

  /** The last one. */
  get recipient(): string {
    return pathOf(this.recipients.at(-1) ?? '');
  }

  isInOrder(verb: 'MAIL' | 'RCPT' | 'DATA'): boolean {
    if (verb === 'DATA') return this.recipients.length > 0;
    return (this.mail === undefined) === (verb === 'MAIL');
  }

  /** An accepted line. */
  accept(verb: 'MAIL' | 'RCPT', line: string): void {
    if (verb === 'MAIL') this.mail = line;
    else this.recipients.push(line.slice('RCPT TO:'.length));
  }

  reset(): void {
    this.mail = undefined;
    this.recipients = [];
  }
}
