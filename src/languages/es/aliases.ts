import { plural } from '../plural.ts';

const of = plural('es');

export const LOCALE = 'es';

export const ALIASES = {
  full: (has: number, most: number) => `Tiene ${has} de ${most} alias.`,
  search: 'Buscar',
  found: (some: number, all: number) => `${some} de ${all} alias encontrados`,
  none: 'Ningún alias coincide con su búsqueda.',
  shown: 'mostrado arriba',
  off: 'desactivado',
  paused: 'pausado',
  pinned: 'fijado',
  site: (host: string) => `usado en ${host}`,
  addLabel: 'Añadir una etiqueta',
  label: 'Etiqueta',
  delivered: (count: number) =>
    `${count} ${of(count, { one: 'entregado', many: 'entregados', other: 'entregados' })} en 7 días`,
  nothing: 'ningún mensaje en 7 días',
  last: (day: string) => `el último el ${day}`,
  select: (alias: string) => `Mostrar ${alias}`,
  forwards: (alias: string) => `Reenvío de ${alias}`,
  copy: (alias: string) => `Copiar ${alias}`,
  copied: '¡Copiado!',
  blocked: 'Seleccione la dirección y cópiela.',
  labelOf: (alias: string) => `Etiqueta de ${alias}`,
};

export const KEYS = {
  title: 'Programas que pueden usar sus alias',
  none: 'Con una clave de API, un gestor de contraseñas o una extensión del navegador puede crear alias para usted.',
  make: 'Nueva clave',
  name: 'Nombre del programa',
  scope: 'Qué puede hacer',
  scopes: {
    create: 'Crear alias',
    manage: 'Crear alias, listarlos, etiquetarlos, activarlos y desactivarlos',
    delete: 'Todo eso y borrar alias para siempre',
  },
  create: 'Crear la clave',
  cancel: 'Cancelar',
  once: 'Copie la clave ahora. No se volverá a mostrar.',
  copy: 'Copiar la clave',
  copied: '¡Copiado!',
  blocked: 'Seleccione la clave y cópiela.',
  server: 'URL del servidor',
  key: 'Clave de API',
  bitwarden:
    'En Bitwarden, abra el generador de nombres de usuario y elija el servicio SimpleLogin. Después introduzca esta URL del servidor y esta clave.',
  done: 'Listo',
  made: (day: string) => `creada el ${day}`,
  used: (day: string) => `usada por última vez el ${day}`,
  unused: 'nunca usada',
  revoke: 'Revocar',
  revokeOf: (name: string) => `Revocar ${name}`,
  revokeWhy: 'Este programa no podrá usar sus alias hasta que usted le dé una nueva clave.',
  code: 'Código de su aplicación de autenticación',
  tooMany: 'Tiene 10 claves. Revoque una primero.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Demasiados alias nuevos. Inténtelo de nuevo en ${minutes} ${of(minutes, { one: 'minuto', many: 'minutos', other: 'minutos' })}.`,
  unreachable: 'No se puede acceder al servidor. Inténtelo de nuevo en un momento.',
  failed: 'No ha funcionado. Inténtelo de nuevo en un momento.',
  wrongCode: 'Este código es incorrecto o ha caducado.',
};
