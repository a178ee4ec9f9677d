/**
 * The page after a letter's link: one question and one button. Opening it changes nothing, so that scanners and
 * previews confirm nothing; the button redeems the link.
 */

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Facility } from '#auth/facility.ts';
import type { Redeemed } from '#auth/accounts/redeemed.ts';
import type { Declined } from '#auth/accounts/redeeming.ts';
import { withFragment, withQuery } from '#auth/redirects.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import { readOctets } from '../body.ts';
import type { Html } from '../envelope-page.ts';
import { didLittle } from '../guard.ts';
import type { AuthParts } from './auth-call.ts';
import { setDeviceCookie } from './wire/cookies.ts';
import { plainPage } from './wire/plain-page.ts';
import { sessionFragment } from './wire/shapes.ts';
import { CHANGED, HALF_WAY, kindsOf } from './verify.ts';

/** Octets of the form's body. */
const FORM_OCTETS = 8192;

/** GET verify. */
export async function verifyPage(c: Context, parts: AuthParts): Promise<Response> {
  const query = (name: string) => c.req.query(name) ?? '';
  const token = query('token') || query('token_hash');
  const entry = await parts.codes.findLink(token);
  const redirectTo = leadsTo(entry, parts.redirects.allowed(c.req.query('redirect_to')));
  return page(c, parts, { token, type: query('type'), redirectTo });
}

type Form = { token: string; type: string; redirectTo: string | null };

/** The destination in the address, or otherwise the one that the letter was requested with. */
const leadsTo = (entry: OneTime | undefined, named: string | null): string | null =>
  named ?? entry?.redirectTo ?? null;

/** POST verify with a form. */
export async function verifyForm(c: Context, parts: AuthParts): Promise<Response> {
  const body = await readOctets(c.req, FORM_OCTETS);
  const fields = new URLSearchParams(body.toString('utf8'));
  const token = fields.get('token') ?? '';
  const named = parts.redirects.allowed(fields.get('redirect_to') ?? undefined);
  const redirectTo = leadsTo(await parts.codes.findLink(token), named);
  const form = { token, type: fields.get('type') ?? '', redirectTo };
  // A foreign page's form could sign people in as another user. As our Referrer-Policy makes Origin null, this header
  // decides.
  if (c.req.header('sec-fetch-site') !== 'same-origin') return page(c, parts, form, 403);
  if (form.type === 'not_me' || form.type === 'way_back') {
    return declinedPage(c, await parts.redeeming.decline(form.token));
  }
  const redeemed = await parts.redeeming.link(form.token, kindsOf(form.type), true);
  if (redeemed.kind === 'expired') didLittle(c);
  if (redeemed.kind === 'signed-in') {
    setDeviceCookie(c, parts, redeemed.answer.person.user.email);
  }
  return c.redirect(await destination(parts, form.redirectTo, redeemed), 303);
}

async function destination(
  { publicUrl, exchangeCodes }: Facility,
  redirectTo: string | null,
  redeemed: Redeemed,
): Promise<string> {
  const to = redirectTo ?? publicUrl;
  switch (redeemed.kind) {
    case 'proven': {
      // For the caller's application, if the letter was requested with a code challenge.
      const { userId, challenge } = redeemed;
      return withQuery(to, { code: await exchangeCodes.issue(userId, challenge, 'otp') });
    }
    case 'signed-in':
      return withFragment(to, { ...sessionFragment(redeemed.answer), type: redeemed.by });
    case 'half':
      return withFragment(to, { message: HALF_WAY });
    case 'changed':
      return withFragment(to, { message: CHANGED });
    case 'expired':
    case 'taken': {
      const [code, text] =
        redeemed.kind === 'taken'
          ? ['email_exists', 'A user with this email address has already been registered']
          : ['otp_expired', 'Email link is invalid or has expired'];
      return withFragment(to, {
        error: 'access_denied',
        error_code: code,
        error_description: text,
      });
    }
  }
}

type Question = { question: string; heading?: Html; button: string; otherwise?: string };

/** By the kind of letter. */
const QUESTIONS: Record<string, Question> = {
  email_change: {
    question: 'Change your address?',
    button: 'Yes, confirm this change',
  },
  way_back: {
    question: 'Was this not you?',
    button: 'This was not me',
    otherwise:
      'This address and its aliases are then restored to the account, all sessions end, and recently added passkeys and second factors are removed. If you made the change, close this page: nothing has happened.',
  },
  not_me: {
    question: 'Was this not you?',
    button: 'This was not me',
    otherwise:
      'The other address is then restored to the account, and all its sessions end. If you made the change, close this page: nothing has happened.',
  },
};

const NOT_ASKED = 'If you did not ask for this, close this page: nothing has happened.';

function page(
  c: Context,
  { publicUrl }: Facility,
  { token, type, redirectTo }: Form,
  status: 200 | 403 = 200,
): Response | Promise<Response> {
  const site = new URL(publicUrl);
  const own = Object.hasOwn(QUESTIONS, type) ? QUESTIONS[type] : undefined;
  const asked: Question = own ?? {
    question: `Sign in to ${site.host}?`,
    heading: html`Sign in to <span translate="no">${site.host}</span>?`,
    button: 'Yes, sign me in',
  };
  const { question, heading, button, otherwise = NOT_ASKED } = asked;
  const form = html`<form method="post" action="/auth/v1/verify">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="type" value="${type}">
<input type="hidden" name="redirect_to" value="${redirectTo ?? ''}">
<button>${button}</button>
</form>
<p>${otherwise}</p>`;
  // Browsers check the redirect after a form against form-action as well.
  const targets = `'self' ${new URL(redirectTo ?? publicUrl).origin}`;
  return plainPage(c, {
    title: question,
    ...(heading && { heading }),
    inside: form,
    targets,
    status,
  });
}

function noLonger(c: Context): Response | Promise<Response> {
  const title = 'This link is no longer valid.';
  return plainPage(c, { title, inside: html``, targets: "'none'", status: 403 });
}

/** The response to 'This was not me'. */
function declinedPage(c: Context, declined: Declined): Response | Promise<Response> {
  if (declined === 'void') return noLonger(c);
  const [title, text] = OUTCOMES[declined];
  const status = declined === 'taken' ? 403 : 200;
  return plainPage(c, { title, inside: html`<p>${text}</p>`, targets: "'none'", status });
}

const OUTCOMES: Record<Exclude<Declined, 'void'>, [title: string, text: string]> = {
  declined: [
    'Done.',
    'The account has its other address again. You will not get any more email from us.',
  ],
  returned: [
    'Done.',
    'The account has this address and its aliases again, and all its sessions have ended. Sign in again, and change the password of your mailbox: someone has read your mail.',
  ],
  taken: [
    'This address has another alias now.',
    'Delete that alias, and open this link again. Nothing has changed yet.',
  ],
};
