export const LOCK = {
  on: 'attivo',
  off: 'inattivo',
  why: 'Conosci chi ha già scritto e chi ammetti. Le email di altri mittenti aspettano un giorno, poi vengono rifiutate: ammettili qui sopra.',
  toOn: 'Accetta solo mittenti noti',
  toOff: 'Accetta email da tutti',
};

export const SENDERS = {
  none: 'Ancora nessuno: i pulsanti sono accanto a ogni email.',
  let: 'Ammetti',
  block: 'Blocca',
  blocked: 'Bloccato',
  forget: 'Annulla',
};
