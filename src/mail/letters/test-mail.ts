/**
 * The test message that a visitor writes on the screen. It takes the same path as every other message. The visitor
 * need not own the receiving mailbox, so its first line says who wrote it, and the rest is quoted.
 */

import { domainOf } from '#rules/address.ts';
import { letterTexts } from '#languages/letter-texts.ts';
import { base64Lines, encodeWords } from '../message/base64.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
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

/** RFC 5322 section 2.1.1 recommends lines of at most 78 characters; the mark takes two. */
const LINE = 72;

/** Characters that end a line in plain text, or are displayed as one (Unicode Standard Annex 14, class BK). */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** Control characters except the tab, and those that change the text's direction (Unicode Standard Annex 9). */
const UNWANTED = /[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** The text as short lines, each after `> `. */
function quoteLines(text: string): string[] {
  return text
    .split(LINE_END)
    .flatMap((line) => fold(withoutControls(line)))
    .map((line) => (line === '' ? '>' : `> ${line}`));
}

/** The text without characters that control a terminal or the direction of the text around it. */
function withoutControls(text: string): string {
  return text.replaceAll(UNWANTED, '');
}

/** Folds at blanks if possible: a mail program that wraps a long line shows its rest without the mark. */
function fold(line: string): string[] {
  const whole = new RegExp(`^.{0,${LINE}}$`, 'u');
  if (whole.test(line)) return [line];
  const pieces = line.matchAll(new RegExp(`(.{1,${LINE}})(?: |$)|(.{${LINE}})`, 'gu'));
  return [...pieces].map(([, words, cut]) => words ?? cut ?? '');
}
