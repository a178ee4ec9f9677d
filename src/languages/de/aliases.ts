import { plural } from '../plural.ts';

const of = plural('de');

export const LOCALE = 'de';

export const ALIASES = {
  full: (has: number, most: number) => `Sie haben ${has} von ${most} Aliassen.`,
  search: 'Suchen',
  found: (some: number, all: number) => `${some} von ${all} Aliassen gefunden`,
  none: 'Kein Alias passt zu Ihrer Suche.',
  shown: 'oben gezeigt',
  off: 'abgeschaltet',
  paused: 'angehalten',
  pinned: 'angeheftet',
  site: (host: string) => `verwendet bei ${host}`,
  addLabel: 'Bezeichnung hinzufügen',
  label: 'Bezeichnung',
  delivered: (count: number) => `${count} zugestellt in 7 Tagen`,
  nothing: 'keine Mail in 7 Tagen',
  last: (day: string) => `zuletzt am ${day}`,
  select: (alias: string) => `${alias} zeigen`,
  forwards: (alias: string) => `Weiterleitung für ${alias}`,
  copy: (alias: string) => `${alias} kopieren`,
  copied: 'Kopiert!',
  blocked: 'Bitte markieren Sie die Adresse und kopieren Sie sie.',
  labelOf: (alias: string) => `Bezeichnung von ${alias}`,
};

export const KEYS = {
  title: 'Programme, die Ihre Aliasse verwenden dürfen',
  none: 'Mit einem API-Schlüssel kann ein Passwortmanager oder eine Browser-Erweiterung Aliasse für Sie anlegen.',
  make: 'Neuer Schlüssel',
  name: 'Name des Programms',
  scope: 'Was es darf',
  scopes: {
    create: 'Aliasse anlegen',
    manage: 'Aliasse anlegen, auflisten, bezeichnen, ein- und ausschalten',
    delete: 'All das, und Aliasse endgültig löschen',
  },
  create: 'Schlüssel erstellen',
  cancel: 'Abbrechen',
  once: 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal gezeigt.',
  copy: 'Schlüssel kopieren',
  copied: 'Kopiert!',
  blocked: 'Bitte markieren Sie den Schlüssel und kopieren Sie ihn.',
  server: 'Server-URL',
  key: 'API-Schlüssel',
  bitwarden:
    'Öffnen Sie in Bitwarden den Generator für Benutzernamen und wählen Sie den Dienst SimpleLogin. Geben Sie dann diese Server-URL und diesen Schlüssel ein.',
  done: 'Fertig',
  made: (day: string) => `erstellt am ${day}`,
  used: (day: string) => `zuletzt benutzt am ${day}`,
  unused: 'nie benutzt',
  revoke: 'Widerrufen',
  revokeOf: (name: string) => `${name} widerrufen`,
  revokeWhy:
    'Dieses Programm kann Ihre Aliasse nicht mehr verwenden, bis Sie ihm einen neuen Schlüssel geben.',
  code: 'Code aus Ihrer Authenticator-App',
  tooMany: 'Sie haben 10 Schlüssel. Widerrufen Sie zuerst einen.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Zu viele neue Aliasse. Versuchen Sie es in ${minutes} ${of(minutes, { one: 'Minute', other: 'Minuten' })} noch einmal.`,
  unreachable: 'Der Server ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
  wrongCode: 'Dieser Code ist falsch oder abgelaufen.',
};
