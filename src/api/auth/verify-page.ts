/**
 * The page behind a letter's link: one question and one button. Opening it changes nothing, so that scanners and
 * previews confirm nothing; the button redeems the link.
 */

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Facility } from '#auth/facility.ts';
import type { Redeemed } from '#auth/redeeming.ts';
import { readOctets } from '../body.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { HALF_WAY, kindsOf } from './verify.ts';

/** Octets of the form's body. */
const FORM_OCTETS = 8192;

export type VerifyPageOptions = {
  facility: Facility;
  /** Checks a link's destination: the address, or null for the site. */
  redirectOf: (wanted: string | undefined) => string | null;
  /** A code for the caller's application, where the letter was requested with a code challenge. */
  codeFor: (userId: string, challenge: string) => Promise<string>;
};

/** GET verify. */
export function verifyPage({ facility, redirectOf }: VerifyPageOptions) {
  return async (c: Context): Promise<Response> => {
    const query = (name: string) => c.req.query(name) ?? '';
    const token = query('token') || query('token_hash');
    const redirectTo = await leadsTo(facility, token, redirectOf(c.req.query('redirect_to')));
    return page(c, facility, { token, type: query('type'), redirectTo });
  };
}

type Form = { token: string; type: string; redirectTo: string | null };

/** The destination in the address, or else the one that the letter was requested with. */
async function leadsTo(
  { codes }: Facility,
  token: string,
  named: string | null,
): Promise<string | null> {
  return named ?? (await codes.findLink(token))?.redirectTo ?? null;
}

/** POST verify with a form. */
export function verifyForm(options: VerifyPageOptions) {
  const { facility, redirectOf } = options;
  return async (c: Context): Promise<Response> => {
    const body = await readOctets(c.req, FORM_OCTETS);
    const fields = new URLSearchParams(body.toString('utf8'));
    const token = fields.get('token') ?? '';
    const named = redirectOf(fields.get('redirect_to') ?? undefined);
    const redirectTo = await leadsTo(facility, token, named);
    const form = { token, type: fields.get('type') ?? '', redirectTo };
    // A foreign page's form could sign people in as another user. Our Referrer-Policy makes Origin null: this decides.
    if (c.req.header('sec-fetch-site') !== 'same-origin') return page(c, facility, form, 403);
    const redeemed = await facility.redeeming.link(form.token, kindsOf(form.type), true);
    if (redeemed.kind === 'signed-in') {
      setDeviceCookie(c, facility, redeemed.answer.person.user.email);
    }
    return c.redirect(await destination(options, form.redirectTo, redeemed), 303);
  };
}

async function destination(
  { facility, codeFor }: VerifyPageOptions,
  redirectTo: string | null,
  redeemed: Redeemed,
): Promise<string> {
  const target = new URL(redirectTo ?? facility.publicUrl);
  switch (redeemed.kind) {
    case 'proven':
      target.searchParams.set('code', await codeFor(redeemed.userId, redeemed.challenge));
      return target.href;
    case 'signed-in': {
      const { answer, entry } = redeemed;
      target.hash = new URLSearchParams({
        access_token: answer.accessToken,
        expires_at: String(answer.expiresAt),
        expires_in: String(answer.expiresIn),
        refresh_token: answer.refreshToken,
        token_type: 'bearer',
        type: entry.kind,
      }).toString();
      return target.href;
    }
    case 'half':
      target.hash = new URLSearchParams({ message: HALF_WAY }).toString();
      return target.href;
    case 'expired':
    case 'taken': {
      const [code, text] =
        redeemed.kind === 'taken'
          ? ['email_exists', 'A user with this email address has already been registered']
          : ['otp_expired', 'Email link is invalid or has expired'];
      target.hash = new URLSearchParams({
        error: 'access_denied',
        error_code: code,
        error_description: text,
      }).toString();
      return target.href;
    }
  }
}

/** The question and its button, by the kind of letter. */
const QUESTIONS: Record<string, [question: string, button: string]> = {
  email_change: ['Use this address from now on?', 'Yes, confirm this change'],
};

function page(
  c: Context,
  { publicUrl }: Facility,
  { token, type, redirectTo }: Form,
  status: 200 | 403 = 200,
): Response | Promise<Response> {
  const site = new URL(publicUrl);
  const own = Object.hasOwn(QUESTIONS, type) ? QUESTIONS[type] : undefined;
  const [question, button] = own ?? [`Sign in to ${site.host}?`, 'Yes, sign me in'];
  const target = new URL(redirectTo ?? publicUrl).origin;
  // Browsers check the redirect behind a form against form-action as well.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${target}; frame-ancestors 'none'; base-uri 'none'`;
  c.header('Content-Security-Policy', policy);
  c.header('X-Robots-Tag', 'noindex');
  return c.html(
    html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${question}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100dvh; background: light-dark(#f5f8f9, #0b1115); color: light-dark(#11202b, #e6eef3); }
main { max-width: 30rem; margin: 1rem; padding: 1.75rem 2.25rem; background: light-dark(#dbe8f0, #1a2832); border-radius: 4px; }
h1 { margin: 0 0 1rem; font: 700 1.5rem/1.2 Charter, "Sitka Text", Cambria, Georgia, serif; overflow-wrap: anywhere; }
button { min-height: 3rem; width: 100%; border: 0; border-radius: 4px; font: 600 1rem system-ui, sans-serif; background: light-dark(#1b4880, #8ab7ea); color: light-dark(#fff, #0a1a2c); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1b4880, #8ab7ea); outline-offset: 2px; }
p { margin: 1rem 0 0; color: light-dark(#3d515e, #a8bac6); }
</style>
<main>
<h1>${question}</h1>
<form method="post" action="/auth/v1/verify">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="type" value="${type}">
<input type="hidden" name="redirect_to" value="${redirectTo ?? ''}">
<button>${button}</button>
</form>
<p>If you did not ask for this, close this page: nothing has happened.</p>
</main>
</html>`,
    status,
  );
}
