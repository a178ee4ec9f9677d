export const LANGUAGE = 'es';

export const MESSAGES = {
  planLimit: 'El plan gratuito solo permite un alias. ¡Pronto habrá un plan ampliado!',
  creationFailed: 'No se ha podido crear el alias. Inténtelo de nuevo.',
  noUniqueAlias: 'No se ha encontrado ningún alias libre',
  invalidEmail: 'Introduzca una dirección de correo válida',
  created: '¡Su alias se ha creado!',
};

export const TEXTS = {
  form: {
    label: 'Su dirección de correo real',
    placeholder: 'usted@example.com',
    submit: 'Crear alias',
    checking: 'Buscando…',
    creating: 'Creando el alias…',
    hint: 'Su alias se crea al instante',
    limitReached: 'Límite del plan gratuito alcanzado',
  },
  madeIn: 'Hecho con',
};

export const PAGE = { name: 'Veilpost', what: 'Una dirección para dar en lugar de la suya' };

export const ABOUT = {
  title: 'Veilpost: un alias de correo para navegar sin spam',
  description:
    'Introduzca su dirección de correo real y obtenga un alias al momento. Los correos al alias se le reenvían, y puede desactivarlo cuando quiera.',
  noScript: 'Esta página necesita JavaScript para crear un alias.',
};

export const FIRST_LOOK = {
  facts: [
    ['Los correos al alias', 'se le reenvían a usted'],
    ['Sus correos', 'solo pasan, no se guarda ninguno'],
    ['El alias', 'se desactiva con un clic'],
  ],
  kept: 'Qué guardamos y durante cuánto tiempo',
};

export const SPOKEN = {
  notifications: 'Notificaciones',
  newTab: 'Se abre en una pestaña nueva',
};

export const TROUBLE = {
  unreachable:
    'No se puede acceder al servidor. Lo que ha escrito se conserva; inténtelo de nuevo en un momento.',
  busy: 'Han llegado demasiadas peticiones desde su red. Inténtelo de nuevo dentro de un minuto.',
  unacceptable: 'No se puede crear un alias para esta dirección. Compruebe que está bien escrita.',
  broken:
    'Algo ha fallado en esta página. Su alias no está afectado; vuelva a cargar la página para continuar.',
};

export const TRY_AGAIN = 'Reintentar';
export const RELOAD = 'Volver a cargar';
