export const LOCK = {
  on: 'wł.',
  off: 'wył.',
  why: 'Znasz tych, którzy już pisali, i tych, których wpuścisz. E-maile innych nadawców czekają dobę, potem są odrzucane: wpuść ich powyżej.',
  toOn: 'Tylko od znanych nadawców',
  toOff: 'Przyjmuj od wszystkich',
};

export const SENDERS = {
  none: 'Jeszcze nikt: przyciski są obok każdego e-maila.',
  let: 'Wpuść',
  block: 'Blokuj',
  blocked: 'Zablokowany',
  forget: 'Cofnij',
};
