export const LOCK = {
  on: 'wł.',
  off: 'wył.',
  why: 'Znani nadawcy to ci, którzy już pisali, i ci, których wpuścisz. E-maile pozostałych czekają dobę, potem są odrzucane: wpuść ich powyżej.',
  toOn: 'Tylko od znanych nadawców',
  toOff: 'Przyjmuj od wszystkich',
};

export const SENDERS = {
  none: 'Jeszcze nikt: przyciski są obok każdego e-maila.',
  let: 'Wpuść',
  block: 'Blokuj',
  blocked: 'Zablokowany',
  forget: 'Usuń',
};
