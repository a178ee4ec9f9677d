import { plural } from '../plural.ts';

export const LOCALE = 'es';

export const LETTERS_IN = 'es';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'No se ha podido cambiar el reenvío. Inténtelo de nuevo.',
  aliasDisabled: 'El alias está desactivado. Actívelo para recibir mensajes.',
  testMailSent: '¡El correo de prueba se ha reenviado!',
};

export const waitMessage = (seconds: number) =>
  `Espere ${seconds} ${of(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })} antes de enviar otro correo de prueba.`;

export const ALIAS = { current: 'Su alias actual:' };

export const RESULT = {
  heading: '¡Su alias está listo!',
  use: 'Use esta dirección para navegar sin spam',
  copy: 'Copiar alias',
  copied: '¡Copiado!',
  upgrade: 'Pronto habrá un plan ampliado con varios alias.',
  disableAnyTime: 'Puede desactivar este alias cuando quiera',
  back: 'Volver al inicio',
};

export const FORWARDING = {
  on: 'Reenvío activado',
  onDetail: 'Los correos a su alias se reenvían a',
  off: 'Reenvío desactivado',
  offDetail: 'Los correos no se reenvían por ahora',
  badge: 'Inactivo',
  banner: 'El alias está desactivado: los correos no se reenviarán',
  blocked: 'Alias desactivado',
};

export const TEST_MAIL = {
  open: 'Enviar correo de prueba',
  title: 'Enviar correo de prueba',
  to: 'Para',
  subject: 'Asunto',
  message: 'Mensaje',
  rateLimit: 'Límite: 1 correo de prueba por minuto',
  cancel: 'Cancelar',
  send: 'Enviar correo',
  sending: 'Enviando…',
};

export const FULL = (field: string, most: number) =>
  `${field}: ${most.toLocaleString(LOCALE)} caracteres como máximo.`;

export const SPOKEN = {
  copyAddress: 'Copiar dirección',
  copied: 'Alias copiado',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `El correo de prueba no se ha podido entregar: el servidor del destinatario lo ha rechazado${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'El correo de prueba no se ha podido entregar: el servidor del destinatario pide intentarlo más tarde.',
  unanswered:
    'El correo de prueba no se ha podido entregar: el servidor del destinatario no ha respondido.',
  other:
    'El correo de prueba no se ha podido enviar. Lo que ha escrito se conserva; inténtelo de nuevo en un momento.',
};

export const COPY_BLOCKED = {
  keyboard: 'El navegador impide copiar. La dirección está seleccionada: pulse Ctrl+C.',
  apple: 'El navegador impide copiar. La dirección está seleccionada: pulse Cmd+C.',
  touch:
    'El navegador impide copiar. La dirección está seleccionada: manténgala pulsada para copiarla.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'sin cifrar' : `por ${tls}${verified ? ' (servidor verificado)' : ''}`;
    return `Entregado a ${host} ${way} en ${time}`;
  },
  tryOut: (time: string) => ['Entregado al ', 'buzón de prueba', ` en ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Confirme primero su dirección. Hemos enviado un correo a ${email}.`,
  paused: (time: string) => `El reenvío está en pausa hasta el ${time}.`,
};
