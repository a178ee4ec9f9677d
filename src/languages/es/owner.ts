import { plural } from '../plural.ts';

const of = plural('es');

export const OWNER = {
  oneStep: 'Falta un paso: confirme su dirección',
  weSent: [
    'Hemos enviado un correo a ',
    '. Abra el enlace que contiene y los correos a su alias se reenviarán. Hasta entonces se pide a los remitentes que lo intenten más tarde.',
  ],
  code: 'Código del correo',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  again: 'Enviar el correo otra vez',
  sentAgain: 'El correo se ha enviado otra vez.',
  sending: 'Enviando…',
  yours: 'Usted gestiona este alias en este navegador.',
  paused: 'En pausa hasta el',
  endPause: 'Terminar la pausa',
  notEnded: 'No se ha podido terminar la pausa. Inténtelo de nuevo en un momento.',
  manages: ['Usted gestiona ', ' en este navegador'],
  show: 'Mostrar mi alias',
  manage: 'Gestionar este alias',
  hidden: 'Esta dirección ya tiene un alias. Solo su propietario puede verlo aquí.',
  signedOut: 'Se ha cerrado su sesión. No se ha cambiado nada.',
  sendLink: 'Enviarme un enlace',
  passkey: 'Usar una llave de acceso',
  offer: 'Añada una llave de acceso y la próxima vez no necesitará correo',
  onItsWay: [
    'Si ',
    ' tiene un alias, hay un correo en camino. Abra su enlace en este navegador o escriba aquí el código.',
  ],
  linkSent: [
    'Hay un correo en camino a ',
    '. Abra su enlace en este navegador o escriba aquí el código.',
  ],
  done: 'Hecho. Los correos a su alias ya se reenvían.',
  otherBrowser: 'Para gestionar el alias también en otro navegador, escriba allí este código:',
  elsewhere:
    'Su dirección se ha confirmado en otro navegador. Para gestionar el alias también aquí, escriba el código que se muestra allí.',
  elsewhereCode: 'Código del otro navegador',
  toCode: 'Ir al campo del código',
  aliases: 'Sus alias',
  aliasesCount: (has: number, most: number) => `${has} de ${most}`,
  aliasMake: 'Nuevo alias',
  aliasMaking: 'Creando…',
  aliasMade: '¡Su alias se ha creado!',
};

export const LINK = {
  title: '¿Es esta su dirección?',
  text: 'Pulse el botón para empezar el reenvío a la dirección a la que se envió este correo y para gestionar su alias en este navegador.',
  alias: 'Alias',
  to: 'Reenvía a',
  yes: 'Sí, es mi dirección',
  no: 'Yo no lo he pedido',
  noDelete: 'No lo he pedido: borrar el alias',
  brief: 'No mantener mi sesión aquí',
  expired: 'Este enlace ha caducado o ya se ha usado.',
  again: 'Enviar un enlace nuevo',
  email: 'Su correo electrónico',
  cancel: 'Cancelar',
};

export const FAREWELL = {
  notMine: 'El alias se ha borrado y no recibirá más correos nuestros.',
  declined: 'Hecho. El enlace del correo ya no es válido.',
  aliasDeleted: 'Su alias se ha borrado. Su nombre no se dará nunca más a nadie.',
  allDeleted: 'Se ha borrado todo sobre usted.',
  halfWay:
    'El cambio se ha aprobado desde su dirección actual. Ahora escriba el código del otro correo donde pidió el cambio.',
  moved: 'Su dirección se ha cambiado. Inicie sesión con la nueva.',
};

export const REFUSAL = {
  notKept:
    'Su dirección está confirmada. Este navegador no permite mantener la sesión, por eso el alias no se puede gestionar aquí.',
  notOffered: 'No se le reenvía nada sin su consentimiento. Puede ignorar el correo.',
  noPasskey: 'No se ha aceptado ninguna llave de acceso. También basta un correo.',
  wrongCode: 'Este código es incorrecto o ha caducado.',
  wait: (seconds: number) =>
    `Espere ${seconds} ${of(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })}.`,
  usedUp: 'Hoy ya se ha enviado un correo a esta dirección. Mire también en la carpeta de spam.',
  refused: (domain: string) =>
    `El servidor de correo de ${domain} no acepta correos para esta dirección. Compruebe que está bien escrita.`,
  failed: 'El correo no se ha podido enviar. Inténtelo de nuevo en un momento.',
};

export const UNASKED = {
  made: ['Alguien ha creado ', ' para su dirección.'],
  keep: 'Conservarlo',
  discard: 'Borrarlo',
  gone: ['Se ha borrado ', '.'],
  failed: 'No ha funcionado. Inténtelo de nuevo en un momento.',
};
