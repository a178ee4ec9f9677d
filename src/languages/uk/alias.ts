import { plural } from '../plural.ts';

export const LOCALE = 'uk';

export const LETTERS_IN = 'uk';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Не вдалося перемкнути пересилання. Спробуйте ще раз.',
  aliasDisabled: 'Псевдонім вимкнено. Увімкніть його, щоб отримувати листи.',
  testMailSent: 'Тестовий лист переслано!',
};

export const waitMessage = (seconds: number) =>
  `Наступний тестовий лист можна надіслати через ${seconds} ${of(seconds, {
    one: 'секунду',
    few: 'секунди',
    many: 'секунд',
    other: 'секунди',
  })}.`;

export const ALIAS = { current: 'Ваш псевдонім:' };

export const RESULT = {
  heading: 'Псевдонім готовий!',
  use: 'З цією адресою ви уникнете спаму',
  copy: 'Копіювати',
  copied: 'Скопійовано!',
  upgrade: 'Незабаром: план із кількома псевдонімами.',
  disableAnyTime: 'Псевдонім можна вимкнути будь-коли',
  back: 'Назад на головну',
};

export const FORWARDING = {
  on: 'Пересилання увімк.',
  onDetail: 'Листи на ваш псевдонім пересилаються на',
  off: 'Пересилання вимк.',
  offDetail: 'Листи зараз не пересилаються',
  badge: 'Вимк.',
  banner: 'Псевдонім вимкнено: листи не пересилатимуться',
  blocked: 'Псевдонім вимкнено',
};

export const TEST_MAIL = {
  open: 'Надіслати тест',
  title: 'Надіслати тест',
  to: 'Кому',
  subject: 'Тема',
  message: 'Текст',
  rateLimit: 'Ліміт: 1 тест на хвилину',
  cancel: 'Скасувати',
  send: 'Надіслати тест',
  sending: 'Надсилання…',
};

export const FULL = (field: string, most: number) =>
  `${field}: не більше ніж ${most.toLocaleString(LOCALE)} ${of(most, {
    one: 'символ',
    few: 'символи',
    many: 'символів',
    other: 'символу',
  })}.`;

export const SPOKEN = {
  copyAddress: 'Копіювати адресу',
  copied: 'Псевдонім скопійовано',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Не вдалося доставити тестовий лист: сервер одержувача відхилив його${code === undefined ? '' : ` (${code})`}.`,
  deferred: 'Не вдалося доставити тестовий лист: сервер одержувача просить спробувати пізніше.',
  unanswered: 'Не вдалося доставити тестовий лист: сервер одержувача не відповів.',
  other: 'Не вдалося надіслати тестовий лист. Введений текст збережено; спробуйте ще раз за мить.',
};

export const COPY_BLOCKED = {
  keyboard: 'Браузер блокує копіювання. Адресу виділено: натисніть Ctrl+C.',
  apple: 'Браузер блокує копіювання. Адресу виділено: натисніть Cmd+C.',
  touch: 'Браузер блокує копіювання. Адресу виділено: утримуйте її, щоб скопіювати.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'без шифрування' : `через ${tls}${verified ? ' (сервер перевірено)' : ''}`;
    return `Доставлено на ${host} ${way} за ${time}`;
  },
  tryOut: (time: string) => ['Доставлено до ', 'пробної скриньки', ` за ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Спершу підтвердьте свою адресу. Ми надіслали листа на ${email}.`,
  paused: (time: string) => `Пересилання призупинено до ${time}.`,
};
