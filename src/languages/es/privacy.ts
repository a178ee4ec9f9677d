export const PRIVACY = {
  title: 'Qué guardamos y durante cuánto tiempo',
  short: 'Todo lo que guardamos figura aquí. Sus correos no se guardan.',
  back: 'Volver al inicio',
  parts: [
    [
      'Su alias',
      'Una fila: su dirección real, el alias, si el reenvío está activado y cuándo se creó. Al lado: cuándo se confirmó la dirección, hasta cuándo está en pausa el reenvío, cuándo se desactiva el alias por sí solo, qué pasa con sus respuestas que muestran su dirección, si solo se aceptan correos de remitentes conocidos, y antes de la confirmación un hash que muestra qué navegador lo creó. Si tiene varios alias, también la etiqueta y el sitio que anota para cada uno, cifrados, si se muestra primero, un número de alias fijado para su dirección y las claves de API como hashes, cada una con su nombre.',
      'Se guarda hasta que su propietario o quien administra este sitio borre la fila; si se confirman las direcciones, siete días sin confirmación. Un alias desactivado se guarda. De uno que se borra después de haber llevado correos queda solo el nombre, para que nadie más lo obtenga.',
    ],
    [
      'Sus correos',
      'Pasan por la memoria mientras su remitente espera y nunca se escriben en un disco. Nada de ellos queda aquí: ni texto ni asunto.',
      'Se guardan hasta que su buzón responde, unos minutos como máximo.',
    ],
    [
      'Entregas',
      'Cuando un remitente quizá no se ha enterado de que su correo llegó, guardamos un hash con clave de la entrega y la respuesta, para que no reciba el correo dos veces. De cada respuesta que envía mediante un alias guardamos un hash con clave de su Message-ID, para que la siguiente pueda ocultarlo. De ellos no se puede leer ni una dirección ni una palabra del correo.',
      'Se guardan siete días; el hash de un Message-ID, un año.',
    ],
    [
      'Qué ha pasado con sus correos',
      'Para el propietario de un alias confirmado, si quien administra este sitio no lo ha desactivado: qué no llegó (cuándo, de qué dominio, por qué y qué servidor lo dijo), y cuántos correos llegaron cada día.',
      'Se guarda siete días.',
    ],
    [
      'Quién le ha escrito',
      'Para el propietario de un alias confirmado, con la misma condición: qué dominios han escrito (en los grandes proveedores, qué direcciones), como hashes con clave que no podemos leer al revés. Cuando un remitente espera o su correo no llegó, y cuando deja entrar o bloquea a uno, el nombre mismo, cifrado.',
      'Los hashes, 400 días después del último correo; el nombre de un remitente cuyo correo espera o no llegó, siete días; lo que ha dejado entrar o bloqueado, hasta que lo quite.',
    ],
    [
      'Peticiones',
      'Contamos cuántas peticiones y conexiones llegan de un bloque de direcciones de red, para frenar a quien prueba los alias uno por uno; por un hash de su dirección, cuántos correos de prueba ha recibido un buzón; por hashes con clave, a cuántas personas ha escrito primero un propietario. Con un hash así contamos también cuántos alias crea un propietario que tiene varios.',
      'Se guarda un día como máximo.',
    ],
    [
      'Inicios de sesión',
      'Si confirma su dirección, o inicia sesión en otro lugar con este sitio, guardamos la dirección, el idioma de sus correos, hashes de enlaces y códigos, un contador para cada sesión, y llaves de acceso y segundos factores si los configura. Si inicia sesión con otro proveedor, su número para usted. De nuestros correos no se guarda nada; para enviar pocos, los contamos bajo un hash con clave de la dirección. Después de un cambio de dirección guardamos la anterior, cifrada, para que el cambio se pueda deshacer.',
      'Se guarda hasta que borre todo sobre usted; una sesión, 180 días sin uso; la cuenta de correos, hasta 180 días después del último; un hash con clave de la dirección, un año después de cerrar sesión en todas partes; una dirección anterior, siete días.',
    ],
    [
      'El registro',
      'Fallos del servicio y cada correo que no llegó: qué servidor lo rechazó y cómo, con un hash con clave en lugar del alias. No se escribe en él ninguna dirección de correo ni nada de lo escrito en el correo. Quien administra este sitio puede hacer registrar también las palabras del servidor que rechaza, con las direcciones reemplazadas.',
      'Se guarda mientras quien administra este sitio guarde registros.',
    ],
    [
      'Su navegador',
      'Una cookie, una vez que ha iniciado sesión aquí: una marca de tiempo y un hash con clave de su dirección, que ningún script lee. Solo muestra que tenía sesión en este navegador, para que nadie más pueda gastar los correos con los que inicia sesión. Sin inicio de sesión no hay ninguna. La pestaña recuerda la dirección que escribió, para que al recargar se vea lo mismo. El navegador guarda un número aleatorio que muestra qué alias se crearon en él, y su sesión una vez que ha confirmado allí su dirección.',
      'La dirección hasta que cierre la pestaña, la sesión hasta que la cierre, la cookie un año o hasta que cierre sesión aquí, el número hasta que borre los datos de este sitio.',
    ],
  ],
  others: {
    title: 'Quién más lo ve',
    sentences: [
      'El servidor de su buzón recibe el correo y su dirección real, como debe ser. Quien escribe al alias ve solo el alias. Una respuesta a una dirección de respuesta sale del alias. Antes se busca su dirección en sus textos; no en las imágenes ni los documentos. Una respuesta que su buzón envía directamente a alguien muestra su dirección real.',
      'Quien administra este servidor podría leer los correos en camino y la tabla de alias. Las copias de seguridad contienen todo lo que se guarda, mientras quien administra este sitio las conserve.',
      'Quien administra este sitio le dice qué se guarda de usted y lo borra si lo pide, por correo a postmaster en el dominio de los alias.',
      'Si esto es una prueba, los correos reenviados no van a su buzón: los últimos 200 quedan en la memoria de esta máquina hasta que el servicio termine.',
    ],
    elsewhere: (api: string) =>
      `La tabla de alias está en ${api}, que tiene sus propios registros.`,
  },
};
