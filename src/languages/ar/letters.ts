export const ASKED = {
  magiclink: {
    subject: (host: string) => `تسجيل الدخول إلى ${host}`,
    asked: (site: string) => `طلب شخص تسجيل الدخول إلى ${site} بهذا العنوان.`,
  },
  signup: {
    subject: (host: string) => `أكّد عنوانك لدى ${host}`,
    asked: (site: string) => `سجّل شخص في ${site} بهذا العنوان.`,
  },
  recovery: {
    subject: (host: string) => `استعادة الدخول إلى ${host}`,
    asked: (site: string) => `طلب شخص لا يستطيع الدخول إلى ${site} المساعدة بهذا العنوان.`,
  },
  email_change_current: {
    subject: (host: string) => `غيّر عنوانك لدى ${host}`,
    asked: (site: string) =>
      `يريد شخص سجّل الدخول إلى ${site} بهذا العنوان استخدام عنوان آخر. يسري التغيير بعد الموافقة هنا وكتابة رمز الرسالة المرسلة إلى العنوان الآخر.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `أُضيف عامل ثانٍ لدى ${host}`,
    happened: (site: string) => `أُضيف عامل ثانٍ إلى حساب هذا العنوان في ${site}`,
  },
  'factor-removed': {
    subject: (host: string) => `أُزيل عامل ثانٍ لدى ${host}`,
    happened: (site: string) => `أُزيل عامل ثانٍ من حساب هذا العنوان في ${site}`,
  },
  'factors-forgotten': {
    subject: (host: string) => `أُزيلت العوامل الثانية لدى ${host}`,
    happened: (site: string) =>
      `أزال مشغّل ${site} كل العوامل الثانية من حساب هذا العنوان. من الآن يُسجَّل الدخول إليه دونها.`,
  },
  'passkey-added': {
    subject: (host: string) => `أُضيف مفتاح مرور لدى ${host}`,
    happened: (site: string) => `أُضيف مفتاح مرور إلى حساب هذا العنوان في ${site}`,
  },
  'passkey-removed': {
    subject: (host: string) => `أُزيل مفتاح مرور لدى ${host}`,
    happened: (site: string) => `أُزيل مفتاح مرور من حساب هذا العنوان في ${site}`,
  },
  'api-key-added': {
    subject: (host: string) => `أُضيف مفتاح API لدى ${host}`,
    happened: (site: string) =>
      `أُضيف مفتاح API إلى حساب هذا العنوان في ${site} ويمكن لأي برنامج لديه هذا المفتاح إنشاء عناوين مستعارة لك.`,
  },
  'address-changed': {
    subject: (host: string) => `تغيّر العنوان لدى ${host}`,
    happened: (site: string) => `صار للحساب الذي كان له هذا العنوان في ${site} عنوان آخر.`,
  },
  'address-returned': {
    subject: (host: string) => `أُعيد العنوان لدى ${host}`,
    happened: (site: string) =>
      `عاد هذا العنوان إلى الحساب في ${site} وانتهت كل جلساته. أفاد صاحب العنوان الآخر بأنه لم يُجرِ التغيير.`,
  },
  'address-taken-back': {
    subject: (host: string) => `استُعيد العنوان السابق لدى ${host}`,
    happened: (site: string) =>
      `عاد الحساب الذي كان له هذا العنوان في ${site} إلى عنوانه السابق وانتهت كل جلساته. أفاد صاحب العنوان السابق بأنه لم يُجرِ التغيير.`,
  },
  'factor-guessed': {
    subject: (host: string) => `رموز خاطئة للعامل الثاني لدى ${host}`,
    happened: (site: string) =>
      `كُتب 25 رمزًا خاطئًا متتاليًا للعامل الثاني لحساب هذا العنوان في ${site} وربما يستطيع من يفعل ذلك قراءة بريدك: غيّر كلمة مرور صندوق بريدك.`,
  },
  'session-by-code': {
    subject: (host: string) => `سجّل متصفح آخر الدخول لدى ${host}`,
    happened: (site: string) =>
      `سجّل متصفح آخر الدخول إلى حساب هذا العنوان في ${site} برمز عرضه متصفح مسجَّل الدخول.`,
  },
  'session-misused': {
    subject: (host: string) => `أُنهيت جلسة لدى ${host}`,
    happened: (site: string) =>
      `أُنهيت جلسة لحساب هذا العنوان في ${site} لأن مفتاحها استُخدم في مكانين، فربما سُرق. سجّل الدخول من جديد.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `أكّد عنوانك من أجل ${alias}`,
  asked: (host: string) =>
    `طلب شخص في ${host} اسمًا مستعارًا لهذا العنوان. الاسم المستعار عنوان يحوّل الرسائل إلى عنوانك.`,
  named: (alias: string) => `الاسم المستعار: ${alias}`,
  code: (code: string) => `اكتب هذا الرمز حيث طلبت الاسم المستعار: ${code}`,
  ignore: 'إن لم تطلب ذلك فتجاهل هذه الرسالة، أو أخبرنا في الصفحة نفسها.',
};

export const NOT_ME = {
  subject: (host: string) => `هذا العنوان مستخدم لدى ${host}`,
  happened: (site: string) => `صار هذا العنوان لحساب في ${site} بدلًا من عنوان آخر.`,
  open: 'إن لم تكن أنت من فعل ذلك فافتح هذه الصفحة واضغط الزر فيها:',
  works: 'يعيد الزر العنوان الآخر. الرابط صالح 7 أيام ولمرة واحدة.',
};

export const WAY_BACK = {
  subject: (host: string) => `تغيّر عنوانك لدى ${host}`,
  works:
    'يعيد الزر إلى الحساب هذا العنوان وأسماءه المستعارة، وينهي كل الجلسات، ويزيل مفاتيح المرور والعوامل الثانية التي أُضيفت مؤخرًا. الرابط صالح 7 أيام ولمرة واحدة.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `أكّد عنوانك الجديد لدى ${host}`,
  asked: (host: string, asker: string) => `طلب شخص لدى ${host} استخدام هذا العنوان لحساب ${asker}`,
  askedByNobody: (host: string) =>
    `طلب شخص لدى ${host} استخدام هذا العنوان للحساب الذي لا عنوان له.`,
  code: (code: string) => `الرمز: ${code}`,
  typeIt: 'اكتب هذا الرمز حيث طلبت التغيير. إن لم تطلبه فلا تفعل شيئًا: دون الرمز لا يحدث شيء.',
  works: 'الرمز صالح 24 ساعة ولمرة واحدة.',
};

export const PASSWORD = {
  subject: (host: string) => `رمز ${host}`,
  asked: (site: string) => `يريد شخص سجّل الدخول إلى ${site} بهذا العنوان تغيير كلمة المرور.`,
  works: 'الرمز صالح 15 دقيقة ولمرة واحدة.',
};

export const LETTER = {
  open: 'أو افتح هذه الصفحة واضغط الزر فيها:',
  code: (code: string) => `اكتب هذا الرمز حيث طُلب منك: ${code}`,
  works: 'الرمز صالح 15 دقيقة. الرابط صالح 24 ساعة. كل منهما لمرة واحدة.',
  ignore: 'إن لم تطلب ذلك فتجاهل هذه الرسالة.',
  notYou: 'إن لم تكن أنت من فعل ذلك فسجّل الدخول وأنهِ كل الجلسات.',
  tellTheOperator: 'إن لم تكن أنت من فعل ذلك فأجب عن هذه الرسالة: ستصل إلى مشغّل الموقع.',
};

export const TEST_MAIL = {
  who: (alias: string) => `كتب زائر لهذا الموقع النص أدناه لاختبار الاسم المستعار ${alias}`,
  notOurs: 'لم يكتب مشغّلو الموقع هذا النص. إن لم يكن الاسم المستعار لك فتجاهل هذه الرسالة.',
};

export const OFF = {
  isOn: 'التحويل يعمل.',
  isOff: 'التحويل متوقف.',
  turnOff: 'إيقاف التحويل',
  turnOn: 'تشغيله من جديد',
  void: 'لم يعد هذا الرابط صالحًا.',
  nothing: 'لم يتغير شيء.',
};

export const PLACE = {
  none: 'الصفحة غير موجودة.',
  home: 'العودة إلى الشاشة الرئيسية',
};
