import { plural } from '../plural.ts';

const of = plural('ar');

export const LOCALE = 'ar-u-nu-latn';

export const ALIASES = {
  full: (has: number, most: number) => `لديك ${has} من أصل ${most} من الأسماء المستعارة.`,
  search: 'بحث',
  found: (some: number, all: number) => `عُثر على ${some} من أصل ${all} من الأسماء المستعارة`,
  none: 'لا يوجد اسم مستعار يطابق بحثك.',
  shown: 'معروض أعلاه',
  off: 'متوقف',
  paused: 'موقوف مؤقتًا',
  pinned: 'مثبَّت',
  site: (host: string) => `مستخدَم في \u2068${host}\u2069`,
  addLabel: 'إضافة تسمية',
  label: 'التسمية',
  delivered: (count: number) =>
    `سُلِّمت ${count} ${of(count, { zero: 'رسالة', one: 'رسالة', two: 'رسالة', few: 'رسائل', many: 'رسالة', other: 'رسالة' })} خلال 7 أيام`,
  nothing: 'لا رسائل خلال 7 أيام',
  last: (day: string) => `آخرها في ${day}`,
  select: (alias: string) => `عرض \u2068${alias}\u2069`,
  forwards: (alias: string) => `تحويل رسائل \u2068${alias}\u2069`,
  copy: (alias: string) => `نسخ \u2068${alias}\u2069`,
  copied: 'تم النسخ!',
  blocked: 'يُرجى تحديد العنوان ونسخه.',
  labelOf: (alias: string) => `تسمية \u2068${alias}\u2069`,
};

export const KEYS = {
  title: 'البرامج التي يمكنها استخدام أسمائك المستعارة',
  none: 'بمفتاح API يمكن لمدير كلمات المرور أو لإضافة المتصفح إنشاء أسماء مستعارة لك.',
  make: 'مفتاح جديد',
  name: 'اسم البرنامج',
  scope: 'ما يُسمح له به',
  scopes: {
    create: 'إنشاء أسماء مستعارة',
    manage: 'إنشاء الأسماء المستعارة وعرضها وتسميتها وتشغيلها وإيقافها',
    delete: 'كل ذلك، وحذف الأسماء المستعارة نهائيًا',
  },
  create: 'إنشاء المفتاح',
  cancel: 'إلغاء',
  once: 'انسخ المفتاح الآن، فلن يُعرض مرة أخرى.',
  copy: 'نسخ المفتاح',
  copied: 'تم النسخ!',
  blocked: 'يُرجى تحديد المفتاح ونسخه.',
  server: 'رابط الخادم',
  key: 'مفتاح API',
  bitwarden:
    'في Bitwarden افتح مولِّد أسماء المستخدمين واختر خدمة SimpleLogin. ثم أدخل رابط الخادم هذا وهذا المفتاح.',
  done: 'تم',
  made: (day: string) => `أُنشئ في ${day}`,
  used: (day: string) => `آخر استخدام في ${day}`,
  unused: 'لم يُستخدم قط',
  revoke: 'إبطال',
  revokeOf: (name: string) => `إبطال \u2068${name}\u2069`,
  revokeWhy: 'لن يستطيع هذا البرنامج استخدام أسمائك المستعارة حتى تعطيه مفتاحًا جديدًا.',
  code: 'الرمز من تطبيق المصادقة',
  tooMany: 'لديك 10 مفاتيح. أبطِل واحدًا منها أولًا.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `أسماء مستعارة جديدة كثيرة جدًا. حاول مرة أخرى بعد ${minutes} ${of(minutes, { zero: 'دقيقة', one: 'دقيقة', two: 'دقيقة', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })}.`,
  unreachable: 'تعذّر الوصول إلى الخادم. يُرجى المحاولة مرة أخرى بعد قليل.',
  failed: 'لم ينجح ذلك. يُرجى المحاولة مرة أخرى بعد قليل.',
  wrongCode: 'هذا الرمز خاطئ أو انتهت صلاحيته.',
};
