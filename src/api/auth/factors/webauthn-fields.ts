/** Answers of authenticators in browsers' JSON: https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */

import type { AssertionResponse, AttestationResponse } from '#auth/factors/webauthn.ts';
import { isObject } from '../../body.ts';
import { type Fields, optionalText, text } from '../wire/fields.ts';
import { invalid } from '../wire/refused.ts';

/** In characters; a body has at most 65,536. */
const MOST = 65_536;
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** @throws AuthRefused */
export function attestationResponse(fields: Fields, name: string): AttestationResponse {
  const { id, response } = credential(fields, name);
  return {
    id,
    clientDataJSON: text(response, 'clientDataJSON', MOST),
    attestationObject: text(response, 'attestationObject', MOST),
    transports: transports(response.transports),
  };
}

/** @throws AuthRefused */
export function assertionResponse(fields: Fields, name: string): AssertionResponse {
  const { id, response } = credential(fields, name);
  return {
    id,
    clientDataJSON: text(response, 'clientDataJSON', MOST),
    authenticatorData: text(response, 'authenticatorData', MOST),
    signature: text(response, 'signature', MOST),
    userHandle: optionalText(response, 'userHandle', MOST),
  };
}

/** A member that is an object. @throws AuthRefused */
export function member(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (!isObject(value)) throw invalid(`${name} must be an object.`);
  return value;
}

function credential(fields: Fields, name: string): { id: string; response: Fields } {
  const value = member(fields, name);
  if (value.type !== 'public-key') throw invalid(`${name} must be a public key credential.`);
  return { id: text(value, 'id', 2048), response: member(value, 'response') };
}

/** Hints for the browser only: unknown ones are left out. */
function transports(value: unknown): string[] {
  const given = new Set<unknown>(Array.isArray(value) ? value : []);
  return [...TRANSPORTS].filter((transport) => given.has(transport));
}
