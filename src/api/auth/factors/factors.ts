/** The calls of second factors: enrol, challenge, verify, remove. */

import { CHANNELS, type FactorAnswer } from '#auth/factors/factor-kind.ts';
import { isPhone } from '#auth/factors/phone.ts';
import { FACTOR_TYPES, type FactorType } from '#store/sessions/factors.ts';
import { type Fields, optionalText, phoneInvalid, readFields, text } from '../wire/fields.ts';
import { factorOff, withFactorRefusals } from './factor-refusals.ts';
import { AuthRefused, invalid } from '../wire/refused.ts';
import { sessionAnswer, seconds } from '../wire/shapes.ts';
import { knownPerson, personOf } from '../wire/signed-in.ts';
import { assertionResponse, attestationResponse, member } from './webauthn-fields.ts';

/** Characters of a name for a factor or a passkey, and of an issuer. */
export const NAME_LENGTH = 120;

/** POST factors. */
export const enrolCall = withFactorRefusals(
  { below_aal2: 403, not_found: 404 },
  async (c, { factors, accounts, demand }) => {
    const session = await demand(c);
    const { user } = await knownPerson(accounts, session);
    const fields = await readFields(c);
    const type = factorType(fields);
    if (!factors.isOn(type)) throw factorOff(type, 'enroll');
    const name = optionalText(fields, 'friendly_name', NAME_LENGTH) ?? null;
    const issuer = optionalText(fields, 'issuer', NAME_LENGTH);
    const phone = type === 'phone' ? phoneOf(fields) : undefined;
    const { id, enrolled } = await factors.enrol(session, user, {
      type,
      name,
      issuer,
      phone,
    });
    const { totp } = enrolled;
    return c.json({
      id,
      type,
      friendly_name: name ?? '',
      ...(totp && { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } }),
      ...(phone !== undefined && { phone }),
    });
  },
);

/** POST factors/{factorId}/challenge. */
export const challengeCall = withFactorRefusals(
  { below_aal2: 403, not_found: 404 },
  async (c, { factors, accounts, demand, requesterOf }) => {
    const session = await demand(c);
    const { user } = await personOf(accounts, session);
    const fields = await readFields(c);
    const wanted = optionalText(fields, 'channel', 16) ?? 'sms';
    const channel = CHANNELS.find((one) => one === wanted);
    if (channel === undefined) throw invalid('channel must be sms or whatsapp.');
    const factorId = c.req.param('factorId') ?? '';
    const { id, type, until, options } = await factors.challenge(session, user, factorId, {
      channel,
      from: requesterOf(c).address,
    });
    return c.json({
      id,
      type,
      expires_at: seconds(until),
      ...(options && {
        webauthn: { type: options.type, credential_options: { publicKey: options.publicKey } },
      }),
    });
  },
);

/** POST factors/{factorId}/verify. */
export const verifyFactorCall = withFactorRefusals(
  { below_aal2: 403, not_found: 422 },
  async (c, { factors, accounts, aliases, demand }) => {
    const session = await demand(c);
    const { user } = await personOf(accounts, session);
    const fields = await readFields(c);
    const challengeId = text(fields, 'challenge_id', 64);
    const factorId = c.req.param('factorId') ?? '';
    const raised = await factors.verify(session, user, factorId, {
      challengeId,
      answer: answerOf(fields),
    });
    const answer = raised && (await accounts.answer(raised));
    if (answer !== undefined) return c.json(await sessionAnswer(c, { aliases }, answer));
    throw new AuthRefused(403, 'session_not_found', 'The session has ended.');
  },
);

/** DELETE factors/{factorId}. */
export const removeFactorCall = withFactorRefusals(
  { below_aal2: 422, not_found: 404 },
  async (c, { factors, accounts, demand }) => {
    const session = await demand(c);
    const { user } = await personOf(accounts, session);
    const id = c.req.param('factorId') ?? '';
    await factors.remove(session, user, id);
    return c.json({ id });
  },
);

function factorType({ factor_type: wanted }: Fields): FactorType {
  const type = FACTOR_TYPES.find((one) => one === wanted);
  if (type === undefined) throw invalid('factor_type needs to be totp, phone, or webauthn');
  return type;
}

function phoneOf(fields: Fields): string {
  const phone = text(fields, 'phone', 64);
  if (!isPhone(phone)) throw phoneInvalid();
  return phone;
}

function answerOf(fields: Fields): FactorAnswer {
  if (fields.webauthn === undefined || fields.webauthn === null) {
    return { kind: 'code', code: text(fields, 'code', 64) };
  }
  const webauthn = member(fields, 'webauthn');
  switch (webauthn.type) {
    case 'create':
      return { kind: 'create', response: attestationResponse(webauthn, 'credential_response') };
    case 'request':
      return { kind: 'request', response: assertionResponse(webauthn, 'credential_response') };
    default:
      throw invalid('WebAuthn type must be create or request');
  }
}
