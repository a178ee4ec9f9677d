/**
 * Messages that reveal their author in every known place, and the check that no trace of it is left. Each message has the
 * canary in one place, in one spelling.
 */

import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';

/** The author. It does not resemble any other word of the messages. */
export const CANARY = {
  address: 'jane.canary@hidden-nest.example',
  local: 'jane.canary',
  domain: 'hidden-nest.example',
  name: 'Jane Canary',
  host: 'laptop-of-jane.hidden-nest.example',
  id: '7Q3.canary@hidden-nest.example',
} as const;

export type CanaryMail = {
  /** Place and spelling. */
  name: string;
  /** Content with CRLF, header included, not dot-stuffed. One character (latin1) for each octet. */
  content: string;
};

const { address, local, domain, host, id, name: person } = CANARY;

/** The forms of an address in a header, and in a text. */
const SPELLINGS: Readonly<Record<string, string>> = {
  plain: address,
  capitals: address.toUpperCase(),
  percent: address.replace('@', '%40'),
  'decimal entity': address.replace('@', '&#64;'),
  'named entity': address.replace('@', '&commat;'),
  words: `${local} at ${domain}`,
  'encoded word': `=?utf-8?B?${Buffer.from(address).toString('base64')}?=`,
  'tag and quotes': `"${local}+tag"@${domain}`,
};

/** Fields that programs and servers add to a message; some reveal a name or a host, but no address. */
const FIELDS =
  `From To Cc Bcc Sender Reply-To Return-Path Delivered-To X-Original-To Envelope-To Subject Comments Keywords
  Message-ID In-Reply-To References Thread-Index Thread-Topic Resent-From Resent-To Resent-Sender Resent-Message-ID
  Received X-Received X-Originating-IP X-Originating-Email X-Sender X-Sender-Info X-Authenticated-Sender X-Authenticated-User
  X-Authentication-Warning X-Auth-User X-Sasl-User X-Envelope-From X-From X-Apparently-From X-Yahoo-Profile X-Google-Sender-Auth
  X-Google-Original-From X-Google-DKIM-Signature X-Gm-Message-State X-MS-Exchange-CrossTenant-UserPrincipalName
  X-MS-Exchange-Organization-AuthSource X-OriginatorOrg X-Mailer-Account X-Account-Key X-Identity-Key X-Spam-Checker-Version
  X-Virus-Scanned X-PHP-Originating-Script Authentication-Results ARC-Authentication-Results DKIM-Signature Received-SPF
  List-Unsubscribe List-Post Errors-To Return-Receipt-To Disposition-Notification-To X-Confirm-Reading-To Organization
  Autocrypt OpenPGP User-Agent Face Content-Description Content-Location`.split(/\s+/);

const text = 'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n';
const HEAD =
  'From: someone@else.test\r\nTo: bob@far.test\r\nSubject: nothing\r\nDate: Sun, 22 Nov 2026 10:00:00 +0000\r\n';

/** In fields of the message's own header. `field` is only the field, without the rest of the message. */
export function* headerCanaries(): Generator<CanaryMail & { field: string; spelling: string }> {
  const things = { ...SPELLINGS, name: person, host, identifier: `<${id}>` };
  for (const named of FIELDS) {
    for (const [spelling, thing] of Object.entries(things)) {
      const field = `${named}: ${thing}\r\n`;
      const kept = HEAD.split('\r\n').filter((line) => !line.startsWith(`${named}:`));
      const content = `${field}${kept.join('\r\n')}${text}\r\nHello\r\n`;
      yield { name: `${named}, ${spelling}`, content, field, spelling };
    }
  }
}

const mail = (name: string, header: string, body: string): CanaryMail => ({
  name,
  content: `${HEAD}MIME-Version: 1.0\r\n${header}\r\n${body}`,
});

const leaf = (name: string, type: string, encoding: string, body: string) =>
  mail(
    name,
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n`,
    body.endsWith('\r\n') ? body : `${body}\r\n`,
  );

const HTML = 'text/html; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const types = { text: PLAIN, HTML } as const;

const base64 = (octets: Buffer) => octets.toString('base64').replaceAll(/(.{76})/g, '$1\r\n');
const coded = (name: string, type: string, octets: Buffer) =>
  leaf(name, type, 'base64', base64(octets));
const html = (inner: string) => `<html><body><p>Hello</p>${inner}</body></html>`;

/** The address with an insertion at a place. */
const brokenBy = (between: string) =>
  Array.from({ length: address.length - 1 }, (_, i) => {
    return { at: i + 1, broken: address.slice(0, i + 1) + between + address.slice(i + 1) };
  });

/** In texts: each spelling, and the address broken between each two of its octets. */
export function* textCanaries(): Generator<CanaryMail> {
  for (const [kind, type] of Object.entries(types)) {
    for (const [spelling, thing] of Object.entries(SPELLINGS)) {
      // An encoded word is valid in a header alone; its base64 is still found.
      yield leaf(`${kind}, ${spelling}`, type, '8bit', `Hello ${thing}, hello`);
      yield coded(`${kind}, ${spelling} in base64`, type, Buffer.from(`Hello ${thing}`));
    }
    for (let shift = 0; shift < 3; shift++) {
      const body = Buffer.from(`${'x '.repeat(30).slice(0, 57 + shift)} ${address} end`);
      yield coded(`${kind}, base64 at alignment ${shift}`, type, body);
    }
    for (const [what, between, encoding] of [
      ['soft line break', '=\r\n', 'quoted-printable'],
      ['soft break behind blanks', '= \t\r\n', 'quoted-printable'],
      ['zero-width space', Buffer.from('\u200b').toString('latin1'), '8bit'],
    ] as const) {
      for (const { at, broken } of brokenBy(between)) {
        yield leaf(`${kind}, ${what} at ${at}`, type, encoding, `Hello ${broken}`);
      }
    }
    for (const [i, char] of Array.from(address).entries()) {
      const number = char.charCodeAt(0);
      const code = number.toString(16).toUpperCase();
      const at = (spelled: string) => address.slice(0, i) + spelled + address.slice(i + 1);
      yield leaf(`${kind}, quoted octet ${i}`, type, 'quoted-printable', at(`=${code}`));
      yield leaf(`${kind}, percent octet ${i}`, type, '7bit', `<${at(`%${code}`)}>`);
      yield leaf(`${kind}, percent twice octet ${i}`, type, '7bit', `<${at(`%25${code}`)}>`);
      yield leaf(`${kind}, entity octet ${i}`, type, '7bit', at(`&#x${code};`));
      yield leaf(`${kind}, entity without its end, octet ${i}`, type, '7bit', at(`&#${number};`));
    }
    for (const charset of ['utf-16', 'utf-16le', 'utf-16be'] as const) {
      const little = Buffer.from(`\ufeffHello ${address}`, 'utf16le');
      const octets = charset === 'utf-16be' ? Buffer.from(little).swap16() : little;
      const named = type.replace('utf-8', charset);
      yield coded(`${kind}, ${charset}`, named, octets);
      yield coded(`${kind}, ${charset} without mark`, named, octets.subarray(2));
      yield coded(`${kind}, ${charset} by its mark alone`, type, octets);
    }
    const big = Buffer.from(`\ufeffHello ${address}`, 'utf16le').swap16();
    yield coded(`${kind}, utf-16 in the other order`, type.replace('utf-8', 'utf-16'), big);
  }
  for (const flowed of [' \r\n', ' \r\n> ', ' \r\n>> ', '\r\n', '\r\n\t']) {
    for (const { at, broken } of brokenBy(flowed)) {
      const type = 'text/plain; charset=utf-8; format=flowed; delsp=yes';
      const ahead = flowed.includes('>') ? '> ' : '';
      yield leaf(`flowed by ${JSON.stringify(flowed)} at ${at}`, type, '7bit', `${ahead}${broken}`);
    }
  }
  const tags = `<b>|</b>|<wbr>|<br/>|<span title="a>b">|<a href='x'>|<!-- x -->|&shy;|&#8203;|&zwnj;`;
  for (const tag of tags.split('|')) {
    for (const { at, broken } of brokenBy(tag)) {
      yield leaf(`HTML broken by ${tag} at ${at}`, HTML, '7bit', html(`<p>${broken}</p>`));
    }
  }
  const [before, behind] = [address.slice(0, 9), address.slice(9)];
  for (const inner of [
    `<a href="mailto:${address}">me</a>`,
    `<a href="https://far.test/?a=1&amp;to=${address.replace('@', '%40')}">x</a>`,
    `<!-- ${address} -->`,
    `<!-- ${before}<b>${behind}</b> -->`,
    `<style>/* ${address} */</style>`,
    `<td>x</td><td>${before}<wbr>${behind}</td>`,
    `<span title='${address}'></span>`,
    `\\u003c${address.replace('@', '\\u0040')}\\u003e`,
  ]) {
    yield leaf(`HTML with ${inner}`, HTML, '7bit', html(inner));
  }
}

const part = (header: string, body: string) => `--=_edge\r\n${header}\r\n${body}\r\n`;
const mixed = (name: string, parts: string, around: readonly [string, string] = ['', '']) =>
  mail(
    name,
    'Content-Type: multipart/mixed; boundary="=_edge"\r\n',
    `${around[0]}${parts}--=_edge--\r\n${around[1]}`,
  );
const plainPart = part(`Content-Type: ${PLAIN}\r\n`, 'Hello');
/** A text, and a file. @param more of its Content-Type, and further fields */
const withFile = (more: string) =>
  plainPart +
  part(`Content-Type: application/pdf${more}\r\nContent-Transfer-Encoding: base64\r\n`, 'AAAA');
const nested = (depth: number, inner: string): string =>
  depth === 0
    ? inner
    : `Content-Type: multipart/mixed; boundary="=_${depth}_"\r\n\r\n--=_${depth}_\r\n${nested(depth - 1, inner)}\r\n--=_${depth}_--`;

/** Around the texts: headers of parts, names of files, boundaries, preamble and epilogue. */
export function* partCanaries(): Generator<CanaryMail> {
  const things = { ...SPELLINGS, host, identifier: `<${id}>` };
  for (const [spelling, thing] of Object.entries(things)) {
    const quoted = thing.replaceAll('"', '\\"');
    for (const field of [
      `Content-Description: ${thing}`,
      `Content-Location: https://far.test/${thing}`,
      `X-Attachment-Id: ${thing}`,
      `Content-Disposition: attachment; filename="${quoted}.pdf"`,
      `Content-Disposition: attachment; (${thing}) filename=x`,
      `Content-ID: <${thing.replaceAll(/[<>]/g, '')}>`,
    ]) {
      yield mixed(`${field.split(':', 1)[0]}, ${spelling}`, withFile(`\r\n${field}`));
    }
    yield mixed(`preamble, ${spelling}`, plainPart, [`Hello ${thing}\r\n`, '']);
    yield mixed(`epilogue, ${spelling}`, plainPart, ['', `Hello ${thing}\r\n`]);
  }
  const escaped = Array.from(Buffer.from(address), (octet) => `%${octet.toString(16)}`);
  for (let cut = 1; cut < address.length; cut++) {
    const one = `filename*0="${address.slice(0, cut)}"; filename*1="${address.slice(cut)}.pdf"`;
    const encoded = `filename*0*=utf-8''${escaped.slice(0, cut).join('')}; filename*1*=${escaped.slice(cut).join('')}`;
    const other = `filename*1=${address.slice(cut).replace('@', '%40')}; filename*0*=''${address.slice(0, cut).replace('@', '%40')}`;
    for (const [i, parameter] of [one, encoded, other].entries()) {
      const file = withFile(`\r\nContent-Disposition: attachment; ${parameter}`);
      yield mixed(`file name in pieces, form ${i}, cut at ${cut}`, file);
    }
    const [head, tail] = [address.slice(0, cut), address.slice(cut)].map((piece) =>
      Buffer.from(piece).toString('base64'),
    );
    const words = `; name="=?utf-8?B?${head}?=\r\n =?utf-8?B?${tail}?="`;
    yield mixed(`name in two encoded words, cut at ${cut}`, withFile(words));
  }
  for (const edge of [`=_${address}`, `=_1/${host}`]) {
    const parts = plainPart.replaceAll('=_edge', edge);
    const type = `Content-Type: multipart/mixed; boundary="${edge}"\r\n`;
    yield mail(`boundary ${edge}`, type, `${parts}--${edge}--\r\n`);
  }
  for (const depth of [1, 2, 19, 20, 21]) {
    const content = nested(depth, `Content-Type: ${PLAIN}\r\n\r\n${address}`);
    yield { name: `${depth} deep`, content: `${HEAD}MIME-Version: 1.0\r\n${content}\r\n` };
  }
  for (const [type, body] of [
    ['text/vcard', `BEGIN:VCARD\r\nEMAIL:${address}\r\nEND:VCARD`],
    ['application/octet-stream; name="jane.vcf"', Buffer.from(address).toString('base64')],
    ['text/calendar', `ATTENDEE:mailto:${address.slice(0, 20)}\r\n ${address.slice(20)}`],
    ['message/rfc822', `From: ${address}\r\n\r\nHello`],
    ['application/ms-tnef', 'AAAA'],
    ['application/pgp-keys', `-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n${address}`],
    ['application/json', `{"me":"${address.replace('@', '\\u0040')}"}`],
    ['application/x-unknown', address],
    ['text/plain; charset=utf-7', address.replace('@', '+AEA-')],
  ] as const) {
    yield mixed(`part of type ${type}`, plainPart + part(`Content-Type: ${type}\r\n`, body));
  }
}

/** Fails if the author is visible in the octets, or to a reader's program. @param octets a whole message */
export async function assertNoCanary(octets: Buffer, message: string): Promise<void> {
  assertUnseen(octets.toString('latin1'), message);
  const { headers, text: plain, html: rich, attachments } = await PostalMime.parse(octets);
  const texts = headers.map(({ key, value }) => `${key}: ${value}`);
  texts.push(plain ?? '', rich ?? '', (rich ?? '').replaceAll(/<[^>]*>/g, ''));
  for (const { filename, mimeType, content, contentId } of attachments) {
    texts.push(`${filename} ${mimeType} ${contentId}`);
    const raw =
      typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    texts.push(raw.toString('latin1'), raw.toString('utf16le'));
  }
  for (const one of texts) assertUnseen(one, message);
}

function assertUnseen(seen: string, message: string): void {
  const bare = seen
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase();
  const entities = bare.replaceAll(/&#(\d+);?/g, (_, code: string) =>
    String.fromCharCode(Number(code)),
  );
  for (const form of [bare, entities, bare.replaceAll('%40', '@')]) {
    for (const secret of [address, domain, host, id, person.replace(' ', '')]) {
      assert.ok(!form.includes(secret.toLowerCase()), `${message} shows ${secret}`);
    }
  }
}
