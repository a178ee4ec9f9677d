export const LOCK = {
  on: 'açık',
  off: 'kapalı',
  why: 'Daha önce yazanlar ve izin verdikleriniz tanıdık sayılır. Öteki gönderenlerin e-postaları bir gün bekler, ardından reddedilir: yukarıdan izin verin.',
  toOn: 'Yalnızca tanıdığım gönderenler',
  toOff: 'Herkesten e-posta al',
};

export const SENDERS = {
  none: 'Henüz kimse yok: düğmeler her e-postanın yanında.',
  let: 'İzin ver',
  block: 'Engelle',
  blocked: 'Engelli',
  forget: 'Kaldır',
};
