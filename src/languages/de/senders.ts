export const LOCK = {
  on: 'ein',
  off: 'aus',
  why: 'Sie kennen, wer schon geschrieben hat, und wen Sie einlassen. Mails anderer Absender warten einen Tag und werden dann abgelehnt: Lassen Sie sie oben ein.',
  toOn: 'Nur Mails bekannter Absender annehmen',
  toOff: 'Mails von allen annehmen',
};

export const SENDERS = {
  none: 'Noch niemand: Die Knöpfe stehen neben jeder Mail.',
  let: 'Einlassen',
  block: 'Sperren',
  blocked: 'Gesperrt',
  forget: 'Rückgängig',
};
