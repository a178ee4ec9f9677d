export const ASKED = {
  magiclink: {
    subject: (host: string) => `Anmeldung bei ${host}`,
    asked: (site: string) => `Jemand will sich mit dieser Adresse bei ${site} anmelden.`,
  },
  signup: {
    subject: (host: string) => `Bestätigen Sie Ihre Adresse für ${host}`,
    asked: (site: string) => `Jemand hat sich mit dieser Adresse bei ${site} registriert.`,
  },
  recovery: {
    subject: (host: string) => `Wieder Zugang zu ${host}`,
    asked: (site: string) =>
      `Jemand kann sich bei ${site} nicht anmelden und bittet mit dieser Adresse um Hilfe.`,
  },
  email_change_current: {
    subject: (host: string) => `Ändern Sie Ihre Adresse bei ${host}`,
    asked: (site: string) =>
      `Jemand, der bei ${site} mit dieser Adresse angemeldet ist, will eine andere verwenden. Die Änderung gilt, sobald hier zugestimmt und der Code aus der Mail an die andere Adresse eingegeben ist.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Zweiter Faktor hinzugefügt bei ${host}`,
    happened: (site: string) =>
      `Dem Konto bei ${site} mit dieser Adresse wurde ein zweiter Faktor hinzugefügt.`,
  },
  'factor-removed': {
    subject: (host: string) => `Zweiter Faktor entfernt bei ${host}`,
    happened: (site: string) =>
      `Vom Konto bei ${site} mit dieser Adresse wurde ein zweiter Faktor entfernt.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Zweite Faktoren entfernt bei ${host}`,
    happened: (site: string) =>
      `Der Betreiber von ${site} hat alle zweiten Faktoren des Kontos mit dieser Adresse entfernt. Von nun an meldet man sich ohne sie an.`,
  },
  'passkey-added': {
    subject: (host: string) => `Passkey hinzugefügt bei ${host}`,
    happened: (site: string) =>
      `Dem Konto bei ${site} mit dieser Adresse wurde ein Passkey hinzugefügt.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Passkey entfernt bei ${host}`,
    happened: (site: string) =>
      `Vom Konto bei ${site} mit dieser Adresse wurde ein Passkey entfernt.`,
  },
  'api-key-added': {
    subject: (host: string) => `API-Schlüssel hinzugefügt bei ${host}`,
    happened: (site: string) =>
      `Dem Konto bei ${site} mit dieser Adresse wurde ein API-Schlüssel hinzugefügt. Ein Programm mit diesem Schlüssel kann Aliasse für Sie anlegen.`,
  },
  'address-changed': {
    subject: (host: string) => `Adresse geändert bei ${host}`,
    happened: (site: string) =>
      `Das Konto bei ${site}, das diese Adresse hatte, hat jetzt eine andere.`,
  },
  'address-returned': {
    subject: (host: string) => `Adresse wiederhergestellt bei ${host}`,
    happened: (site: string) =>
      `Das Konto bei ${site} hat wieder diese Adresse, und alle seine Sitzungen wurden beendet. Die Person an der anderen Adresse hat gemeldet, dass die Änderung nicht von ihr war.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Adressänderung rückgängig gemacht bei ${host}`,
    happened: (site: string) =>
      `Das Konto bei ${site}, das diese Adresse hatte, hat wieder seine frühere, und alle seine Sitzungen wurden beendet. Die Person an der früheren Adresse hat gemeldet, dass die Änderung nicht von ihr war.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Falsche Codes des zweiten Faktors bei ${host}`,
    happened: (site: string) =>
      `Für den zweiten Faktor des Kontos bei ${site} mit dieser Adresse wurden 25 falsche Codes nacheinander eingegeben. Wer das tut, kann vielleicht Ihre Mails lesen: Ändern Sie das Passwort Ihres Postfachs.`,
  },
  'session-by-code': {
    subject: (host: string) => `Ein weiterer Browser ist angemeldet bei ${host}`,
    happened: (site: string) =>
      `Ein weiterer Browser hat sich beim Konto bei ${site} mit dieser Adresse angemeldet, mit einem Code, den ein angemeldeter Browser gezeigt hat.`,
  },
  'session-misused': {
    subject: (host: string) => `Eine Sitzung wurde beendet bei ${host}`,
    happened: (site: string) =>
      `Eine Sitzung des Kontos bei ${site} mit dieser Adresse wurde beendet: Der Schlüssel der Sitzung wurde an zwei Stellen benutzt, er ist also vielleicht gestohlen. Melden Sie sich neu an.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Bestätigen Sie Ihre Adresse für ${alias}`,
  asked: (host: string) =>
    `Jemand hat bei ${host} einen Alias für diese Adresse angefordert. Ein Alias ist eine Adresse, die Mails an Ihre weiterleitet.`,
  named: (alias: string) => `Der Alias ist ${alias}.`,
  code: (code: string) =>
    `Geben Sie diesen Code dort ein, wo Sie den Alias angefordert haben: ${code}`,
  ignore:
    'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Mail, oder sagen Sie es auf derselben Seite.',
};

export const NOT_ME = {
  subject: (host: string) => `Diese Adresse wird bei ${host} verwendet`,
  happened: (site: string) => `Ein Konto bei ${site} hat jetzt diese Adresse statt einer anderen.`,
  open: 'Wenn das nicht Sie waren, öffnen Sie diese Seite und drücken Sie dort auf den Knopf:',
  works: 'Er stellt die andere Adresse wieder her. Der Link gilt 7 Tage und nur einmal.',
};

export const WAY_BACK = {
  subject: (host: string) => `Ihre Adresse wurde geändert bei ${host}`,
  works:
    'Er gibt dem Konto diese Adresse und seine Aliasse zurück, beendet alle Sitzungen und entfernt Passkeys und zweite Faktoren, die in letzter Zeit hinzugefügt wurden. Der Link gilt 7 Tage und nur einmal.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Bestätigen Sie Ihre neue Adresse für ${host}`,
  asked: (host: string, asker: string) =>
    `Jemand will bei ${host} diese Adresse für das Konto von ${asker} verwenden.`,
  askedByNobody: (host: string) =>
    `Jemand will bei ${host} diese Adresse für das Konto ohne Adresse verwenden.`,
  code: (code: string) => `Der Code: ${code}`,
  typeIt:
    'Geben Sie diesen Code dort ein, wo Sie die Änderung angefordert haben. Waren es nicht Sie, tun Sie nichts: Ohne den Code geschieht nichts.',
  works: 'Der Code gilt 24 Stunden und nur einmal.',
};

export const PASSWORD = {
  subject: (host: string) => `Code für ${host}`,
  asked: (site: string) =>
    `Jemand, der bei ${site} mit dieser Adresse angemeldet ist, will das Passwort ändern.`,
  works: 'Der Code gilt 15 Minuten und nur einmal.',
};

export const LETTER = {
  open: 'Oder öffnen Sie diese Seite und drücken Sie dort auf den Knopf:',
  code: (code: string) => `Geben Sie diesen Code dort ein, wo Sie danach gefragt wurden: ${code}`,
  works: 'Der Code gilt 15 Minuten. Der Link gilt 24 Stunden. Beide gelten nur einmal.',
  ignore: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Mail.',
  notYou: 'Wenn das nicht Sie waren, melden Sie sich an und beenden Sie alle Sitzungen.',
  tellTheOperator:
    'Wenn das nicht Sie waren, antworten Sie auf diese Mail: Der Betreiber der Seite erhält sie.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Jemand hat auf dieser Seite den Text unten geschrieben, um den Alias ${alias} zu testen.`,
  notOurs:
    'Die Betreiber der Seite haben ihn nicht geschrieben. Wenn der Alias nicht Ihrer ist, ignorieren Sie diese Mail.',
};

export const OFF = {
  isOn: 'Die Weiterleitung ist ein.',
  isOff: 'Die Weiterleitung ist aus.',
  turnOff: 'Weiterleitung abschalten',
  turnOn: 'Wieder einschalten',
  void: 'Dieser Link gilt nicht mehr.',
  nothing: 'Es hat sich nichts geändert.',
};

export const PLACE = {
  none: 'Seite nicht gefunden.',
  home: 'Zurück zur Startseite',
};
