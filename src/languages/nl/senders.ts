export const LOCK = {
  on: 'aan',
  off: 'uit',
  why: 'U kent wie eerder schreef, en wie u toelaat. Anderen wordt een dag lang gevraagd terug te komen, daarna worden ze geweigerd: laat ze hierboven toe.',
  toOn: 'Alleen van bekende afzenders aannemen',
  toOff: 'Van iedereen aannemen',
};

export const SENDERS = {
  none: 'Nog niemand: de knoppen staan naast elke mail.',
  let: 'Toelaten',
  block: 'Blokkeren',
  blocked: 'Geblokkeerd',
  forget: 'Intrekken',
};
