export const LOCK = {
  on: 'activé',
  off: 'désactivé',
  why: 'Les expéditeurs connus sont ceux qui ont déjà écrit et ceux que vous laissez entrer. Les messages des autres attendent un jour, puis sont refusés : laissez-les entrer ci-dessus.',
  toOn: 'N’accepter que les expéditeurs connus',
  toOff: 'Accepter les messages de tous',
};

export const SENDERS = {
  none: 'Personne encore : les boutons sont à côté de chaque message.',
  let: 'Laisser entrer',
  block: 'Bloquer',
  blocked: 'Bloqué',
  forget: 'Retirer',
};
