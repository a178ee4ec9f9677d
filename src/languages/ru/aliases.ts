import { plural } from '../plural.ts';

const of = plural('ru');

export const LOCALE = 'ru';

export const ALIASES = {
  full: (has: number, most: number) => `У вас ${has} из ${most} алиасов.`,
  search: 'Поиск',
  found: (some: number, all: number) => `Найдено алиасов: ${some} из ${all}`,
  none: 'Ни один алиас не подходит под запрос.',
  shown: 'показан выше',
  off: 'отключён',
  paused: 'приостановлен',
  pinned: 'закреплён',
  site: (host: string) => `для ${host}`,
  addLabel: 'Добавить метку',
  label: 'Метка',
  delivered: (count: number) => `доставлено за 7 дней: ${count}`,
  nothing: 'за 7 дней писем нет',
  last: (day: string) => `последнее ${day}`,
  select: (alias: string) => `Показать ${alias}`,
  forwards: (alias: string) => `Пересылка для ${alias}`,
  copy: (alias: string) => `Копировать ${alias}`,
  copied: 'Скопировано!',
  blocked: 'Выделите адрес и скопируйте его.',
  labelOf: (alias: string) => `Метка ${alias}`,
};

export const KEYS = {
  title: 'Программы, которым доступны ваши алиасы',
  none: 'С ключом API менеджер паролей или расширение браузера может создавать алиасы за вас.',
  make: 'Новый ключ',
  name: 'Название программы',
  scope: 'Что ей разрешено',
  scopes: {
    create: 'Создавать алиасы',
    manage: 'Создавать алиасы, просматривать их, ставить метки, включать и отключать',
    delete: 'Всё это, а также удалять алиасы навсегда',
  },
  create: 'Создать ключ',
  cancel: 'Отмена',
  once: 'Скопируйте ключ сейчас. Больше он показан не будет.',
  copy: 'Копировать ключ',
  copied: 'Скопировано!',
  blocked: 'Выделите ключ и скопируйте его.',
  server: 'URL сервера',
  key: 'Ключ API',
  bitwarden:
    'В Bitwarden откройте генератор имён пользователя и выберите службу SimpleLogin. Затем введите этот URL сервера и этот ключ.',
  done: 'Готово',
  made: (day: string) => `создан ${day}`,
  used: (day: string) => `последнее использование ${day}`,
  unused: 'не использовался',
  revoke: 'Отозвать',
  revokeOf: (name: string) => `Отозвать ${name}`,
  revokeWhy: 'Ваши алиасы будут недоступны этой программе, пока вы не дадите ей новый ключ.',
  code: 'Код из аутентификатора',
  tooMany: 'У вас 10 ключей. Сначала отзовите один из них.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Слишком много новых алиасов. Попробуйте ещё раз через ${minutes} ${of(minutes, { one: 'минуту', few: 'минуты', many: 'минут', other: 'минуты' })}.`,
  unreachable: 'Сервер недоступен. Попробуйте ещё раз чуть позже.',
  failed: 'Не получилось. Попробуйте ещё раз чуть позже.',
  wrongCode: 'Код неверен или устарел.',
};
