import { plural } from '../plural.ts';

/** Digits are written from left to right, as in addresses and codes. */
export const LOCALE = 'ar-u-nu-latn';

export const LETTERS_IN = 'ar';

const of = plural('ar');

const seconds = (count: number) =>
  of(count, {
    zero: `${count} ثانية`,
    one: `${count} ثانية`,
    two: `${count} ثانية`,
    few: `${count} ثوانٍ`,
    many: `${count} ثانية`,
    other: `${count} ثانية`,
  });

export const ALIAS_MESSAGES = {
  toggleFailed: 'تعذّر تغيير حالة التحويل. يُرجى المحاولة مرة أخرى.',
  aliasDisabled: 'الاسم المستعار متوقف. أعد تشغيله لتلقي الرسائل.',
  testMailSent: 'تم تحويل رسالة الاختبار!',
};

export const waitMessage = (left: number) =>
  `يُرجى الانتظار ${seconds(left)} قبل إرسال رسالة اختبار أخرى.`;

export const ALIAS = { current: 'اسمك المستعار الحالي:' };

export const RESULT = {
  heading: 'اسمك المستعار جاهز!',
  use: 'استخدم هذا العنوان لتصفح بلا رسائل مزعجة',
  copy: 'نسخ الاسم المستعار',
  copied: 'تم النسخ!',
  upgrade: 'قريبًا: ترقية تتيح عدة أسماء مستعارة.',
  disableAnyTime: 'يمكنك إيقاف هذا الاسم المستعار في أي وقت',
  back: 'العودة إلى الشاشة الرئيسية',
};

export const FORWARDING = {
  on: 'التحويل يعمل',
  onDetail: 'تُحوَّل الرسائل المرسلة إلى اسمك المستعار إلى',
  off: 'التحويل متوقف',
  offDetail: 'تحويل الرسائل متوقف حاليًا',
  badge: 'متوقف',
  banner: 'الاسم المستعار متوقف: لن تُحوَّل الرسائل',
  blocked: 'الاسم المستعار متوقف',
};

export const TEST_MAIL = {
  open: 'إرسال رسالة اختبار',
  title: 'إرسال رسالة اختبار',
  to: 'إلى',
  subject: 'الموضوع',
  message: 'الرسالة',
  rateLimit: 'الحد: رسالة اختبار واحدة في الدقيقة',
  cancel: 'إلغاء',
  send: 'إرسال',
  sending: 'جارٍ الإرسال…',
};

export const FULL = (field: string, most: number) =>
  `${field}: الحد الأقصى ${most.toLocaleString(LOCALE)} حرف.`;

export const SPOKEN = {
  copyAddress: 'نسخ العنوان',
  copied: 'تم نسخ الاسم المستعار',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `تعذّر تسليم رسالة الاختبار: رفضها خادم المستلم${code === undefined ? '' : ` (${code})`}.`,
  deferred: 'تعذّر تسليم رسالة الاختبار: طلب خادم المستلم المحاولة لاحقًا.',
  unanswered: 'تعذّر تسليم رسالة الاختبار: لم يُجب خادم المستلم.',
  other: 'تعذّر إرسال رسالة الاختبار. ما كتبته محفوظ؛ حاول مرة أخرى بعد قليل.',
};

export const COPY_BLOCKED = {
  keyboard: 'يمنع المتصفح النسخ. العنوان محدد: اضغط Ctrl+C.',
  apple: 'يمنع المتصفح النسخ. العنوان محدد: اضغط Cmd+C.',
  touch: 'يمنع المتصفح النسخ. العنوان محدد: اضغط عليه مطولًا لنسخه.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'دون تشفير' : `عبر \u2068${tls}\u2069${verified ? ' (خادم موثّق)' : ''}`;
    return `سُلّمت إلى \u2068${host}\u2069 ${way} خلال \u2068${time}\u2069`;
  },
  tryOut: (time: string) => ['سُلّمت إلى ', 'صندوق التجربة', ` خلال \u2068${time}\u2069`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) => `يُرجى تأكيد عنوانك أولًا. أرسلنا رسالة إلى \u2068${email}\u2069.`,
  paused: (time: string) => `التحويل متوقف مؤقتًا حتى ${time}.`,
};
