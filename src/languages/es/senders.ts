export const LOCK = {
  on: 'activado',
  off: 'desactivado',
  why: 'Son conocidos los remitentes que ya han escrito y los que usted deja entrar. Los correos de los demás esperan un día y después se rechazan: déjelos entrar arriba.',
  toOn: 'Aceptar solo remitentes conocidos',
  toOff: 'Aceptar correos de todos',
};

export const SENDERS = {
  none: 'Nadie todavía: los botones están junto a cada correo.',
  let: 'Dejar entrar',
  block: 'Bloquear',
  blocked: 'Bloqueado',
  forget: 'Quitar',
};
