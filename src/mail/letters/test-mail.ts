/**
 * The test message that a visitor writes on the screen. It takes the same path as every other message. The visitor
 * need not own the receiving mailbox, so its first line says who wrote it, and the rest is quoted.
 */

import { domainOf } from '#rules/address.ts';
import { letterTexts } from '#languages/letter-texts.ts';
import { base64Lines, encodeWords } from '../message/base64.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
import { quoteLines, withoutControls } from '../message/quoted-text.ts';
import { headLines, type LetterHead } from './compose-letter.ts';

export type TestMail = Omit<LetterHead, 'domain'> & {
  alias: string;
  /** The visitor's own words. */
  subject: string;
  message: string;
  /** Of our own lines. */
  language: string;
};

export function composeTestMail(mail: TestMail): WireMessage {
  const { alias, message, language } = mail;
  const subject = `Subject: ${asSubject(`[Test] ${withoutControls(mail.subject)}`)}`;
  return messageOf([
    ...headLines({ ...mail, domain: domainOf(alias) }, alias, subject),
    'Content-Type: text/plain; charset=utf-8',
    // Base64 passes every host unchanged.
    'Content-Transfer-Encoding: base64',
    '',
    ...base64Lines(bodyOf(alias, message, language)),
    '',
  ]);
}

function bodyOf(alias: string, message: string, language: string): string {
  const { who, notOurs } = letterTexts(language).TEST_MAIL;
  const lines = [who(alias), notOurs, '', ...quoteLines(message), ''];
  return lines.join('\r\n');
}

/** Plain if the text is short and ASCII. */
const asSubject = (text: string) =>
  /^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?') ? text : encodeWords(text);
