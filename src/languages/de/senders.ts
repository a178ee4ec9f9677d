export const LOCK = {
  on: 'ein',
  off: 'aus',
  why: 'Bekannt sind Absender, die schon geschrieben haben, und solche, die Sie einlassen. Mails anderer Absender warten einen Tag und werden dann abgelehnt: Lassen Sie sie oben ein.',
  toOn: 'Nur Mails bekannter Absender annehmen',
  toOff: 'Mails von allen annehmen',
};

export const SENDERS = {
  none: 'Noch niemand: Die Knöpfe stehen neben jeder Mail.',
  let: 'Einlassen',
  block: 'Sperren',
  blocked: 'Gesperrt',
  forget: 'Entfernen',
};
