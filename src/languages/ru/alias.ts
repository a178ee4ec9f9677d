import { plural } from '../plural.ts';

export const LOCALE = 'ru';

export const LETTERS_IN = 'ru';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Не удалось переключить пересылку. Попробуйте ещё раз.',
  aliasDisabled: 'Алиас отключён. Включите его, чтобы получать письма.',
  testMailSent: 'Тестовое письмо переслано!',
};

export const waitMessage = (seconds: number) =>
  `Подождите ${seconds} ${of(seconds, { one: 'секунду', few: 'секунды', many: 'секунд', other: 'секунды' })}, прежде чем отправить ещё одно тестовое письмо.`;

export const ALIAS = { current: 'Ваш текущий алиас:' };

export const RESULT = {
  heading: 'Ваш алиас готов!',
  use: 'С этим адресом в интернете без спама',
  copy: 'Копировать алиас',
  copied: 'Скопировано!',
  upgrade: 'Скоро появится тариф с несколькими алиасами.',
  disableAnyTime: 'Этот алиас можно отключить в любой момент',
  back: 'На главный экран',
};

export const FORWARDING = {
  on: 'Пересылка: вкл.',
  onDetail: 'Письма на ваш алиас пересылаются на',
  off: 'Пересылка: выкл.',
  offDetail: 'Сейчас письма не пересылаются',
  badge: 'Выкл.',
  banner: 'Алиас отключён: письма не пересылаются',
  blocked: 'Алиас отключён',
};

export const TEST_MAIL = {
  open: 'Отправить тест',
  title: 'Отправить тест',
  to: 'Кому',
  subject: 'Тема',
  message: 'Сообщение',
  rateLimit: 'Лимит: 1 тест в минуту',
  cancel: 'Отмена',
  send: 'Отправить тест',
  sending: 'Отправляем…',
};

export const FULL = (field: string, most: number) =>
  `${field}: не более ${most.toLocaleString(LOCALE)} ${of(most, { one: 'символа', few: 'символов', many: 'символов', other: 'символа' })}.`;

export const SPOKEN = {
  copyAddress: 'Копировать адрес',
  copied: 'Алиас скопирован',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Тестовое письмо не доставлено: сервер получателя отклонил его${code === undefined ? '' : ` (${code})`}.`,
  deferred: 'Тестовое письмо не доставлено: сервер получателя просит повторить попытку позже.',
  unanswered: 'Тестовое письмо не доставлено: сервер получателя не ответил.',
  other:
    'Не удалось отправить тестовое письмо. Введённое не пропало; попробуйте ещё раз чуть позже.',
};

export const COPY_BLOCKED = {
  keyboard: 'Браузер не даёт скопировать. Адрес выделен: нажмите Ctrl+C.',
  apple: 'Браузер не даёт скопировать. Адрес выделен: нажмите Cmd+C.',
  touch: 'Браузер не даёт скопировать. Адрес выделен: удерживайте его, чтобы скопировать.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'без шифрования' : `по ${tls}${verified ? ' (сервер проверен)' : ''}`;
    return `Доставлено на ${host} ${way} за ${time}`;
  },
  tryOut: (time: string) => ['Доставлено в ', 'пробный ящик', ` за ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Сначала подтвердите свой адрес. Мы отправили письмо на ${email}.`,
  paused: (time: string) => `Пересылка приостановлена до ${time}.`,
};
