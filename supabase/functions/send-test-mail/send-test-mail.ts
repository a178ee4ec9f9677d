/**
 * Test mail for callers who see the alias: the policies of the database decide that, the mail engine does the rest. The
 * function only uses the runtime's built-ins, so it does not need a package.
 */

/** Octets of a body; the engine accepts no more either. */
const BODY_OCTETS = 65_536;

/** Timeout in milliseconds: below the platform's limit for a function, as a mail server may take minutes. */
const PATIENCE_MS = 140_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'authorization, apikey, content-type, x-client-info, x-real-email, x-alias-ticket',
  'Access-Control-Expose-Headers': 'Retry-After',
};

/** Set by Supabase for the project; VEILPOST_URL and VEILPOST_ANON_KEY by the operator. */
const NAMES = [
  'SUPABASE_URL',
  'SUPABASE_ANON_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
  'VEILPOST_URL',
  'VEILPOST_ANON_KEY',
] as const;

type Settings = Record<(typeof NAMES)[number], string>;

export async function sendTestMail(
  request: Request,
  environment: Record<string, string | undefined>,
  ask: typeof fetch,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return refusal(405, 'method_not_allowed', 'POST is needed.');
  const settings = settingsOf(environment);
  if (!settings) return refusal(500, 'not_set_up', 'The function lacks a setting.');
  const text = await bodyOf(request);
  const id = aliasIdOf(text);
  if (text === undefined || id === undefined) {
    return refusal(400, 'invalid', 'The body must be JSON with alias_id, subject and message.');
  }
  try {
    if (!(await mayUse(id, request, settings, ask))) {
      return refusal(404, 'not_found', 'There is no such alias.');
    }
    return await passOn(text, settings, ask);
  } catch {
    return refusal(504, 'unreachable', 'The mail server cannot be reached.');
  }
}

/** Whether the policies show the row to the caller, to get the row's address. */
async function mayUse(
  id: string,
  request: Request,
  { SUPABASE_URL: url, SUPABASE_ANON_KEY: key, SUPABASE_SERVICE_ROLE_KEY: service }: Settings,
  ask: typeof fetch,
): Promise<boolean> {
  const rows = async (columns: string, headers: Record<string, string>): Promise<unknown[]> => {
    const address = `${url}/rest/v1/aliases?select=${columns}&id=eq.${id}`;
    const answer = await ask(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    const found: unknown = await answer.json();
    return answer.ok && Array.isArray(found) ? found : [];
  };
  // The caller names no address here. The row does, and the policies decide whether it is the caller's.
  const [row] = await rows('real_email', { apikey: service, Authorization: `Bearer ${service}` });
  if (typeof row !== 'object' || row === null || !('real_email' in row)) return false;
  const ticket = request.headers.get('x-alias-ticket');
  const seen = await rows('id', {
    apikey: key,
    Authorization: request.headers.get('authorization') ?? `Bearer ${key}`,
    'x-real-email': encodeURIComponent(String(row.real_email)),
    ...(ticket !== null && { 'x-alias-ticket': ticket }),
  });
  return seen.length > 0;
}

/** The engine's response is the function's response. */
async function passOn(
  body: string,
  { VEILPOST_URL: url, VEILPOST_ANON_KEY: key }: Settings,
  ask: typeof fetch,
): Promise<Response> {
  const answer = await ask(`${url}/functions/v1/send-test-mail`, {
    method: 'POST',
    headers: { apikey: key, 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const wait = answer.headers.get('retry-after');
  return new Response(await answer.text(), {
    status: answer.status,
    headers: {
      ...CORS,
      'Content-Type': 'application/json',
      ...(wait !== null && { 'Retry-After': wait }),
    },
  });
}

/** @returns undefined if it is longer than any test mail */
async function bodyOf(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let octets = 0;
  for await (const chunk of request.body ?? []) {
    octets += chunk.length;
    if (octets > BODY_OCTETS) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function aliasIdOf(text = ''): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const id = typeof body === 'object' && body !== null && 'alias_id' in body && body.alias_id;
    return typeof id === 'string' && UUID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function settingsOf(environment: Record<string, string | undefined>): Settings | undefined {
  const [url, key, service, engine, engineKey] = NAMES.map((name) => environment[name]);
  if (!url || !key || !service || !engine || !engineKey) return undefined;
  return {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: key,
    SUPABASE_SERVICE_ROLE_KEY: service,
    VEILPOST_URL: engine,
    VEILPOST_ANON_KEY: engineKey,
  };
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: CORS });
}
