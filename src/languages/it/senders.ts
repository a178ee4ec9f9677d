export const LOCK = {
  on: 'attivo',
  off: 'inattivo',
  why: 'Sono noti i mittenti che hanno già scritto e quelli che ammetti. Le email degli altri aspettano un giorno, poi vengono rifiutate: ammettili qui sopra.',
  toOn: 'Accetta solo mittenti noti',
  toOff: 'Accetta email da tutti',
};

export const SENDERS = {
  none: 'Ancora nessuno: i pulsanti sono accanto a ogni email.',
  let: 'Ammetti',
  block: 'Blocca',
  blocked: 'Bloccato',
  forget: 'Rimuovi',
};
