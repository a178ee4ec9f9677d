export const ASKED = {
  magiclink: {
    subject: (host: string) => `Iniciar sesión en ${host}`,
    asked: (site: string) => `Alguien ha pedido iniciar sesión en ${site} con esta dirección.`,
  },
  signup: {
    subject: (host: string) => `Confirme su dirección para ${host}`,
    asked: (site: string) => `Alguien se ha registrado en ${site} con esta dirección.`,
  },
  recovery: {
    subject: (host: string) => `Recuperar el acceso a ${host}`,
    asked: (site: string) =>
      `Alguien que no puede iniciar sesión en ${site} ha pedido ayuda con esta dirección.`,
  },
  email_change_current: {
    subject: (host: string) => `Cambie su dirección en ${host}`,
    asked: (site: string) =>
      `Alguien que ha iniciado sesión en ${site} con esta dirección quiere usar otra. El cambio tendrá efecto cuando se acepte aquí y se escriba el código del correo a la otra dirección.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Segundo factor añadido en ${host}`,
    happened: (site: string) =>
      `Se ha añadido un segundo factor a la cuenta de ${site} que tiene esta dirección.`,
  },
  'factor-removed': {
    subject: (host: string) => `Segundo factor quitado en ${host}`,
    happened: (site: string) =>
      `Se ha quitado un segundo factor de la cuenta de ${site} que tiene esta dirección.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Segundos factores quitados en ${host}`,
    happened: (site: string) =>
      `El administrador de ${site} ha quitado todos los segundos factores de la cuenta que tiene esta dirección. Desde ahora se inicia sesión sin ellos.`,
  },
  'passkey-added': {
    subject: (host: string) => `Llave de acceso añadida en ${host}`,
    happened: (site: string) =>
      `Se ha añadido una llave de acceso a la cuenta de ${site} que tiene esta dirección.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Llave de acceso quitada en ${host}`,
    happened: (site: string) =>
      `Se ha quitado una llave de acceso de la cuenta de ${site} que tiene esta dirección.`,
  },
  'api-key-added': {
    subject: (host: string) => `Clave de API añadida en ${host}`,
    happened: (site: string) =>
      `Se ha añadido una clave de API a la cuenta de ${site} que tiene esta dirección. Un programa con esta clave puede crear alias para usted.`,
  },
  'address-changed': {
    subject: (host: string) => `Dirección cambiada en ${host}`,
    happened: (site: string) => `La cuenta de ${site} que tenía esta dirección tiene ahora otra.`,
  },
  'address-returned': {
    subject: (host: string) => `Dirección restablecida en ${host}`,
    happened: (site: string) =>
      `La cuenta de ${site} vuelve a tener esta dirección y todas sus sesiones han terminado. La persona de la otra dirección ha indicado que no hizo el cambio.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Cambio de dirección anulado en ${host}`,
    happened: (site: string) =>
      `La cuenta de ${site} que tenía esta dirección vuelve a tener la anterior y todas sus sesiones han terminado. La persona de la dirección anterior ha indicado que no hizo el cambio.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Códigos erróneos del segundo factor en ${host}`,
    happened: (site: string) =>
      `Se han escrito 25 códigos erróneos seguidos del segundo factor de la cuenta de ${site} que tiene esta dirección. Quien lo hace quizá pueda leer su correo: cambie la contraseña de su buzón.`,
  },
  'session-by-code': {
    subject: (host: string) => `Otro navegador ha iniciado sesión en ${host}`,
    happened: (site: string) =>
      `Otro navegador ha iniciado sesión en la cuenta de ${site} que tiene esta dirección, con un código que mostró un navegador con la sesión iniciada.`,
  },
  'session-misused': {
    subject: (host: string) => `Se ha cerrado una sesión en ${host}`,
    happened: (site: string) =>
      `Se ha cerrado una sesión de la cuenta de ${site} que tiene esta dirección: su clave se usó en dos lugares, así que pudo haber sido robada. Inicie sesión de nuevo.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Confirme su dirección para ${alias}`,
  asked: (host: string) =>
    `Alguien ha pedido en ${host} un alias para esta dirección. Un alias es una dirección que reenvía los correos a la suya.`,
  named: (alias: string) => `El alias es ${alias}.`,
  code: (code: string) => `Escriba este código donde pidió el alias: ${code}`,
  ignore: 'Si no lo ha pedido, ignore este correo o dígalo en la misma página.',
};

export const NOT_ME = {
  subject: (host: string) => `Esta dirección se usa en ${host}`,
  happened: (site: string) => `Una cuenta de ${site} tiene ahora esta dirección en lugar de otra.`,
  open: 'Si no fue usted, abra esta página y pulse el botón:',
  works: 'Restablece la otra dirección. El enlace vale 7 días y una sola vez.',
};

export const WAY_BACK = {
  subject: (host: string) => `Se ha cambiado su dirección en ${host}`,
  works:
    'Devuelve a la cuenta esta dirección y sus alias, cierra todas las sesiones y quita las llaves de acceso y los segundos factores añadidos hace poco. El enlace vale 7 días y una sola vez.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Confirme su nueva dirección para ${host}`,
  asked: (host: string, asker: string) =>
    `Alguien ha pedido en ${host} usar esta dirección para la cuenta de ${asker}.`,
  askedByNobody: (host: string) =>
    `Alguien ha pedido en ${host} usar esta dirección para la cuenta sin dirección.`,
  code: (code: string) => `El código: ${code}`,
  typeIt:
    'Escriba este código donde pidió el cambio. Si no lo ha pedido, no haga nada: sin el código no ocurre nada.',
  works: 'El código vale 24 horas y una sola vez.',
};

export const PASSWORD = {
  subject: (host: string) => `Código para ${host}`,
  asked: (site: string) =>
    `Alguien que ha iniciado sesión en ${site} con esta dirección quiere cambiar la contraseña.`,
  works: 'El código vale 15 minutos y una sola vez.',
};

export const LETTER = {
  open: 'O abra esta página y pulse el botón:',
  code: (code: string) => `Escriba este código donde se le pidió: ${code}`,
  works: 'El código vale 15 minutos. El enlace vale 24 horas. Cada uno sirve una sola vez.',
  ignore: 'Si no lo ha pedido, ignore este correo.',
  notYou: 'Si no fue usted, inicie sesión y cierre todas las sesiones.',
  tellTheOperator:
    'Si no fue usted, responda a este correo: lo recibirá el administrador del sitio.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Un visitante de este sitio escribió el texto de abajo para probar el alias ${alias}.`,
  notOurs:
    'No lo han escrito quienes administran el sitio. Si el alias no es suyo, ignore este correo.',
};

export const OFF = {
  isOn: 'El reenvío está activado.',
  isOff: 'El reenvío está desactivado.',
  turnOff: 'Desactivar el reenvío',
  turnOn: 'Activarlo de nuevo',
  void: 'Este enlace ya no es válido.',
  nothing: 'No ha cambiado nada.',
};

export const PLACE = {
  none: 'Página no encontrada.',
  home: 'Volver al inicio',
};
