export const LOCK = {
  on: 'activado',
  off: 'desactivado',
  why: 'Usted conoce a quien ya ha escrito y a quien deja entrar. Los correos de otros remitentes esperan un día y después se rechazan: déjelos entrar arriba.',
  toOn: 'Aceptar solo remitentes conocidos',
  toOff: 'Aceptar correos de todos',
};

export const SENDERS = {
  none: 'Nadie todavía: los botones están junto a cada correo.',
  let: 'Dejar entrar',
  block: 'Bloquear',
  blocked: 'Bloqueado',
  forget: 'Deshacer',
};
