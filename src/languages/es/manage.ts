import { plural } from '../plural.ts';

export const LOCALE = 'es';

const of = plural(LOCALE);

export const MANAGE = {
  pauseHour: 'Pausar 1 hora',
  pauseHours: '8 horas',
  pauseFor: 'Pausar:',
  pauseTomorrow: 'hasta mañana',
  pauseUntil: 'Pausar',
  nothing: 'Ningún correo en los últimos 7 días.',
  delivered: 'Entregado',
  onDay: (day: string) => ` el ${day}`,
  cancel: 'Cancelar',
  code: 'Código de su aplicación de autenticación',
  confirm: 'Confirmar',
  busy: 'Un momento…',
  unknown: '…',
};

export const GROUPS = {
  history: 'Qué ha pasado con mis correos',
  pause: 'Pausa',
  writing: 'Escribir con su alias',
  signIn: 'Inicio de sesión',
  leaving: 'Marcharse',
  senders: 'Quién puede escribirme',
};

export const TALLY = {
  none: 'ningún correo',
  arrived: (arrived: number) =>
    `${arrived} ${of(arrived, { one: 'entregado', many: 'entregados', other: 'entregados' })}`,
  failed: (arrived: number, failed: number) =>
    `${arrived} ${of(arrived, { one: 'entregado', many: 'entregados', other: 'entregados' })}, ${failed} no`,
};

export const ENTRIES = {
  end: 'Desactivarse por sí solo',
  history: 'Últimos 7 días',
  passkey: 'Llave de acceso',
  factor: 'Segundo factor',
  address: 'Cambiar la dirección',
  write: 'Escribir primero a alguien',
  replyBody: 'Si mi dirección está en mi respuesta',
  link: 'Nuevo enlace de desactivación',
  download: 'Descargar mis datos',
  here: 'Cerrar sesión aquí',
  everywhere: 'Cerrar sesión en todas partes',
  alias: 'Borrar este alias',
  all: 'Borrar todo sobre mí',
  lock: 'Solo remitentes conocidos',
  senders: 'Remitentes',
};

export const PASSKEY = {
  none: 'ninguna aún',
  some: (count: number) => (count === 1 ? 'activada' : `activadas: ${count}`),
  why: 'Con una llave de acceso inicia sesión con su huella, su cara o su PIN, sin correo.',
  add: 'Añadir llave de acceso',
  remove: 'Quitar',
};

export const FACTOR = {
  off: 'desactivado',
  on: 'activado',
  why: 'Quien lea sus correos necesitará además un código de una aplicación de su teléfono para cambiar o borrar algo.',
  enrol: 'Configurar',
  scan: 'Escanee esto con su aplicación de autenticación, o escriba en ella la clave. Después escriba el código que muestra.',
  picture: 'Código QR para su aplicación de autenticación',
  remove: 'Quitar',
};

export const ADDRESS = {
  why: 'Los correos a su alias se reenviarán a la nueva dirección. Enviamos un correo a las dos direcciones. El cambio tendrá efecto cuando haya abierto el enlace del correo a la dirección actual y escrito aquí el código del otro.',
  label: 'Nueva dirección',
  code: (email: string) => `Código del correo a ${email}`,
  half: 'Abra ahora el enlace del correo a la dirección actual, si aún no lo ha hecho.',
};

export const WRITE = {
  why: 'Envíe desde su alias un correo a alguien que aún no le ha escrito. Puede escribir a cinco personas nuevas al día.',
  label: 'El correo de esa persona',
  get: 'Obtener la dirección',
  address: (email: string) => `Su dirección para ${email}`,
  copy: 'Copiar la dirección',
  copied: 'Copiada',
  blocked: 'Seleccione la dirección y cópiela.',
  open: 'Escribir en su programa de correo',
  how: 'Escriba a esta dirección desde su propio buzón. Solo se verá su alias. Funciona únicamente para esta persona.',
};

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

export const END = {
  why: 'Después se rechazan los correos a este alias. Durante siete días verá aquí quién ha escrito. Puede volver a activar el alias.',
  never: 'nunca',
  on: (time: string) => `el ${time}`,
  days: (days: number) => `${days} ${of(days, { one: 'día', many: 'de días', other: 'días' })}`,
  after: 'Desactivar después de:',
};

export const REPLY_BODY = {
  why: 'Los programas de correo suelen poner su dirección debajo de su texto. Nunca se transmite: su alias la sustituye, o la respuesta se le devuelve. Las respuestas que no se pueden modificar se devuelven siempre.',
  replace: 'poner el alias',
  refuse: 'devolvérmela',
  toReplace: 'Poner el alias en su lugar',
  toRefuse: 'Devolverme la respuesta',
};

export const SWITCH_OFF = {
  why: 'Cada correo reenviado puede contener un enlace que desactiva el alias. Un enlace nuevo anula todos los anteriores.',
  renew: 'Crear un enlace nuevo',
};

export const EVERYWHERE = {
  why: 'Se cerrará su sesión en todos los navegadores, también en este. Su alias sigue como está.',
  button: 'Cerrar sesión en todos los navegadores',
};

export const DELETE = {
  alias: (name: string) =>
    `Desde ahora se rechazarán los correos a ${name}. Nadie volverá a obtener este nombre, tampoco usted.`,
  aliasButton: 'Borrar el alias',
  all: 'Su alias, su historial, sus sesiones, llaves de acceso y factores se borran al momento. No se puede deshacer.',
  allButton: 'Borrar todo',
};

export const DONE = {
  alone: 'Hecho.',
  address: 'Abra el enlace del correo a la dirección actual y escriba aquí el código del otro.',
  link: 'Hecho. Todos los enlaces anteriores quedan anulados.',
  download: 'El archivo está en sus descargas.',
};

export const FAILED = {
  secondFactor: 'Inicie sesión de nuevo, con su segundo factor.',
  wrongCode: 'Este código es incorrecto o ha caducado.',
  busy: 'Demasiados intentos. Inténtelo más tarde.',
  taken: 'Esta dirección ya tiene un alias.',
  refused: 'La dirección no se acepta. Compruebe que está bien escrita.',
  cancelled: 'No se ha cambiado nada.',
  unreachable: 'No se puede acceder al servidor. Inténtelo de nuevo en un momento.',
  failed: 'No ha funcionado. Inténtelo de nuevo en un momento.',
  full: 'La lista está llena. Quite antes una entrada.',
};

export const REASONS = {
  paused: 'usted lo ha pausado',
  ended: 'el alias ha terminado',
  unknown_mailbox: 'no se ha encontrado su buzón',
  mailbox_full: 'su buzón está lleno',
  too_large: 'demasiado grande para su buzón',
  policy: 'contrario a las normas de su servidor de correo',
  busy: 'su servidor de correo estaba ocupado',
  unreachable: 'su servidor de correo no respondió',
  untrusted: 'la conexión con su servidor de correo no era de confianza',
  doubt: 'la conexión se cortó antes de la respuesta',
  listed: 'su servidor está en una lista de remitentes de spam',
  unwanted: 'filtro de spam',
  message: 'su servidor de correo no acepta su formato',
  new_sender: 'remitente nuevo',
  unproven: 'no se pudo comprobar el remitente',
  blocked: 'usted ha bloqueado al remitente',
};

export const HAPPENED = {
  refused: (reason: string) => `Rechazado: ${reason}`,
  waiting: (reason: string) => `En espera: ${reason}`,
  byServer: 'por su servidor de correo',
  putOff: 'aplazado por su servidor de correo',
};
