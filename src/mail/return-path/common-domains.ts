/**
 * Domains of many correspondents: in a reply address one octet replaces each, so that longer local parts fit. Reply
 * addresses already given out contain its number, so both lists are frozen and may only grow at their ends.
 */

/** Public mailbox providers: the domain does not identify a person. Numbers 1, 2, 3 and on. */
const PROVIDERS = `
  gmail.com outlook.com hotmail.com yahoo.com icloud.com aol.com live.com msn.com me.com mac.com
  googlemail.com proton.me protonmail.com pm.me gmx.de gmx.net gmx.at gmx.ch gmx.com web.de
  t-online.de freenet.de posteo.de mailbox.org fastmail.com fastmail.fm zoho.com mail.com
  yandex.ru yandex.com mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com sina.com
  naver.com hanmail.net daum.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp yahoo.co.jp yahoo.co.uk
  yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.co.in yahoo.com.br yahoo.ca yahoo.com.au ymail.com
  rocketmail.com rediffmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
  live.co.uk live.fr live.nl outlook.de outlook.fr outlook.es orange.fr wanadoo.fr free.fr
  laposte.net sfr.fr libero.it virgilio.it tiscali.it wp.pl o2.pl interia.pl onet.pl seznam.cz
  bluewin.ch hey.com tuta.com tutanota.com uol.com.br bol.com.br terra.com.br btinternet.com
  sky.com comcast.net verizon.net att.net sbcglobal.net cox.net
`
  .trim()
  .split(/\s+/);

/** These domains belong to one company each. Numbers 127, 126, 125 and on. */
const COMPANIES = ['amazon.com', 'ebay.com', 'facebookmail.com', 'github.com', 'paypal.com'];

const LAST = 127;

const NUMBERS = new Map<string, number>([
  ...PROVIDERS.map((domain, i): [string, number] => [domain, i + 1]),
  ...COMPANIES.map((domain, i): [string, number] => [domain, LAST - i]),
]);
const DOMAINS = new Map([...NUMBERS].map(([domain, number]) => [number, domain]));
const SHARED = new Set(PROVIDERS);

/** @param domain in lower case @returns 1 to 127; undefined: not a common domain */
export function numberOfDomain(domain: string): number | undefined {
  return NUMBERS.get(domain);
}

/** @returns undefined for a number that no domain has in this version */
export function domainOfNumber(number: number): string | undefined {
  return DOMAINS.get(number);
}

/**
 * Whether a domain is a known public mailbox provider, so that it does not identify a person.
 * @param domain in lower case
 */
export function isSharedProvider(domain: string): boolean {
  return SHARED.has(domain);
}
