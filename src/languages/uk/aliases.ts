import { plural } from '../plural.ts';

const of = plural('uk');

export const LOCALE = 'uk';

export const ALIASES = {
  full: (has: number, most: number) => `У вас ${has} з ${most} псевдонімів.`,
  search: 'Пошук',
  found: (some: number, all: number) => `Знайдено псевдонімів: ${some} з ${all}`,
  none: 'Жоден псевдонім не відповідає пошуку.',
  shown: 'показано вище',
  off: 'вимкнено',
  paused: 'призупинено',
  pinned: 'закріплено',
  site: (host: string) => `для ${host}`,
  addLabel: 'Додати мітку',
  label: 'Мітка',
  delivered: (count: number) => `доставлено за 7 днів: ${count}`,
  nothing: 'за 7 днів листів немає',
  last: (day: string) => `останній ${day}`,
  select: (alias: string) => `Показати ${alias}`,
  forwards: (alias: string) => `Пересилання для ${alias}`,
  copy: (alias: string) => `Копіювати ${alias}`,
  copied: 'Скопійовано!',
  blocked: 'Виділіть адресу та скопіюйте її.',
  labelOf: (alias: string) => `Мітка ${alias}`,
};

export const KEYS = {
  title: 'Програми, які можуть користуватися вашими псевдонімами',
  none: 'З ключем API менеджер паролів або розширення браузера може створювати для вас псевдоніми.',
  make: 'Новий ключ',
  name: 'Назва програми',
  scope: 'Що їй дозволено',
  scopes: {
    create: 'Створювати псевдоніми',
    manage: 'Створювати псевдоніми, переглядати їх, додавати мітки, вмикати й вимикати',
    delete: 'Усе це, а також видаляти псевдоніми назавжди',
  },
  create: 'Створити ключ',
  cancel: 'Скасувати',
  once: 'Скопіюйте ключ зараз. Більше його не буде показано.',
  copy: 'Копіювати ключ',
  copied: 'Скопійовано!',
  blocked: 'Виділіть ключ і скопіюйте його.',
  server: 'URL сервера',
  key: 'Ключ API',
  bitwarden:
    'У Bitwarden відкрийте генератор імен користувача й виберіть службу SimpleLogin. Потім введіть цей URL сервера й цей ключ.',
  done: 'Готово',
  made: (day: string) => `створено ${day}`,
  used: (day: string) => `востаннє використано ${day}`,
  unused: 'не використовувався',
  revoke: 'Відкликати',
  revokeOf: (name: string) => `Відкликати ${name}`,
  revokeWhy:
    'Ця програма не зможе користуватися вашими псевдонімами, доки ви не дасте їй новий ключ.',
  code: 'Код із застосунку для входу',
  tooMany: 'У вас 10 ключів. Спершу відкличте один із них.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Забагато нових псевдонімів. Спробуйте ще раз за ${minutes} ${of(minutes, { one: 'хвилину', few: 'хвилини', many: 'хвилин', other: 'хвилини' })}.`,
  unreachable: 'Сервер недоступний. Спробуйте ще раз за мить.',
  failed: 'Не вдалося. Спробуйте ще раз за мить.',
  wrongCode: 'Код хибний, або строк його дії минув.',
};
