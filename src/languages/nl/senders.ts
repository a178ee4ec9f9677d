export const LOCK = {
  on: 'aan',
  off: 'uit',
  why: 'Bekende afzenders zijn wie eerder schreef en wie u toelaat. Mails van anderen wachten een dag en worden dan geweigerd: laat ze hierboven toe.',
  toOn: 'Alleen van bekende afzenders aannemen',
  toOff: 'Van iedereen aannemen',
};

export const SENDERS = {
  none: 'Nog niemand: de knoppen staan naast elke mail.',
  let: 'Toelaten',
  block: 'Blokkeren',
  blocked: 'Geblokkeerd',
  forget: 'Verwijderen',
};
