/** Parameters of MAIL FROM (RFC 5321 section 4.1.1.11) for the extensions that we offer. */

import { type Reply, reply } from '../reply.ts';
import type { MailParameters } from './policy.ts';

/** RFC 1870 section 3: up to 20 digits. */
const SIZE = /^\d{1,20}$/;

/**
 * @param rest the text after the reverse-path
 * @param limit octets of the largest accepted message
 * @returns the parameters, or the reply that rejects them
 */
export function parseMailParameters(
  rest: string,
  limit: number,
  secure: boolean,
): MailParameters | Reply {
  const parameters = { size: 0, utf8: false, eightBit: false, perRecipient: false };
  const seen = new Set<string>();
  for (const word of rest === '' ? [] : rest.split(/ +/)) {
    const [name = '', value] = word.split(/=(.*)/s, 2);
    const keyword = name.toUpperCase();
    if (seen.has(keyword)) return reply(501, '5.5.4', `Duplicate ${keyword} parameter`);
    seen.add(keyword);
    const refusal = takeParameter(parameters, keyword, value, limit, secure);
    if (refusal !== undefined) return refusal;
  }
  return parameters;
}

function takeParameter(
  parameters: { -readonly [name in keyof MailParameters]: MailParameters[name] },
  keyword: string,
  value: string | undefined,
  limit: number,
  secure: boolean,
): Reply | undefined {
  switch (keyword) {
    case 'SIZE':
      if (value === undefined || !SIZE.test(value)) {
        return reply(501, '5.5.4', 'Bad message size syntax');
      }
      parameters.size = Number(value);
      // RFC 1870 section 6.1 (2): a size above the limit is rejected permanently and immediately.
      return parameters.size > limit
        ? reply(552, '5.3.4', `Message size exceeds fixed limit of ${limit} bytes`)
        : undefined;
    case 'BODY':
      if (!/^(?:7BIT|8BITMIME)$/i.test(value ?? '')) {
        return reply(501, '5.5.4', 'Unsupported BODY type');
      }
      parameters.eightBit = /^8BITMIME$/i.test(value ?? '');
      return undefined;
    case 'SMTPUTF8':
      if (value !== undefined) return reply(501, '5.5.4', 'SMTPUTF8 takes no value');
      parameters.utf8 = true;
      return undefined;
    case 'PRDR':
      if (value !== undefined) return reply(501, '5.5.4', 'PRDR takes no value');
      parameters.perRecipient = true;
      return undefined;
    case 'REQUIRETLS':
      // RFC 8689 is not offered, and without TLS the parameter is never valid (section 4.2.1).
      return secure
        ? reply(555, '5.5.4', 'REQUIRETLS not supported')
        : reply(530, '5.7.4', 'Must issue a STARTTLS command first; REQUIRETLS not supported');
    default:
      // RFC 5321 section 4.1.1.11: 555 for an unknown parameter.
      return reply(555, '5.5.4', 'Unsupported MAIL FROM parameter');
  }
}
