import { plural } from '../plural.ts';

export const LOCALE = 'tr';

const of = plural(LOCALE);

export const MANAGE = {
  pauseHour: '1 saat duraklat',
  pauseHours: '8 saat',
  pauseFor: 'Duraklat:',
  pauseTomorrow: 'yarına dek',
  pauseUntil: 'Duraklat:',
  nothing: 'Son 7 günde e-posta yok.',
  delivered: 'Teslim edildi',
  onDay: (day: string) => ` (${day})`,
  cancel: 'Vazgeç',
  code: 'Doğrulayıcı uygulamanızdaki kod',
  confirm: 'Onayla',
  busy: 'Bir saniye…',
  unknown: '…',
};

export const GROUPS = {
  history: 'E-postalarıma ne oldu',
  senders: 'Bana kim yazabilir',
  pause: 'Duraklatma',
  writing: 'Takma adla yazma',
  signIn: 'Oturum açma',
  leaving: 'Ayrılma',
};

export const TALLY = {
  none: 'e-posta yok',
  arrived: (arrived: number) => `${arrived} ulaştı`,
  failed: (arrived: number, failed: number) => `${arrived} ulaştı, ${failed} ulaşmadı`,
};

export const ENTRIES = {
  end: 'Kendiliğinden kapanma',
  lock: 'Tanınan gönderenler',
  senders: 'Gönderenler',
  history: 'Son 7 gün',
  passkey: 'Geçiş anahtarı',
  factor: 'İkinci faktör',
  address: 'Adresi değiştir',
  write: 'Birine ilk e-postayı yaz',
  replyBody: 'Yanıtımda adresim geçerse',
  link: 'Yeni kapatma bağlantısı',
  download: 'Verilerimi indir',
  here: 'Buradan çık',
  everywhere: 'Her yerden çık',
  alias: 'Bu takma adı sil',
  all: 'Hakkımdaki her şeyi sil',
};

export const PASSKEY = {
  none: 'henüz yok',
  some: (count: number) => (count === 1 ? 'açık' : `açık: ${count}`),
  why: 'Geçiş anahtarıyla parmak izi, yüz ya da PIN kullanarak oturum açarsınız; e-posta gerekmez.',
  add: 'Geçiş anahtarı ekle',
  remove: 'Kaldır',
};

export const FACTOR = {
  off: 'kapalı',
  on: 'açık',
  why: 'O zaman e-postalarınızı okuyan birine, bir şeyi değiştirmek ya da silmek için telefonunuzdaki bir uygulamanın kodu da gerekir.',
  enrol: 'Kur',
  scan: 'Bunu doğrulayıcı uygulamanızla tarayın ya da anahtarı uygulamaya girin. Ardından gösterdiği kodu girin.',
  picture: 'Doğrulayıcı uygulamanız için QR kodu',
  remove: 'Kaldır',
};

export const ADDRESS = {
  why: 'Takma adınıza gelen e-postalar yeni adrese yönlendirilir. İki adrese de birer e-posta göndeririz. Değişiklik, şimdiki adrese gönderilen e-postadaki bağlantıyı açıp ötekindeki kodu buraya girdiğinizde geçerli olur.',
  label: 'Yeni adres',
  code: (email: string) => `E-postadaki kod: ${email}`,
  half: 'Henüz açmadıysanız, şimdiki adrese gönderilen e-postadaki bağlantıyı açın.',
};

export const WRITE = {
  why: 'Takma adınıza henüz yazmamış birine de ondan e-posta gönderebilirsiniz. Günde beş yeni kişiye yazabilirsiniz.',
  label: 'Kişinin e-posta adresi',
  get: 'Adresi al',
  address: (email: string) => `Yazacağınız adres (${email})`,
  copy: 'Adresi kopyala',
  copied: 'Kopyalandı',
  blocked: 'Lütfen adresi seçip kopyalayın.',
  open: 'Posta programında yaz',
  how: 'Kendi posta kutunuzdan bu adrese yazın. Karşınızdaki yalnızca takma adınızı görür. Adres yalnızca bu kişi için geçerlidir.',
};

export const LOCK = {
  on: 'açık',
  off: 'kapalı',
  why: 'Daha önce yazanlar ve izin verdikleriniz tanıdık sayılır. Öteki gönderenlerin e-postaları bir gün bekler, ardından reddedilir: yukarıdan izin verin.',
  toOn: 'Yalnızca tanıdığım gönderenler',
  toOff: 'Herkesten e-posta al',
};

export const SENDERS = {
  none: 'Henüz kimse yok: düğmeler her e-postanın yanında.',
  let: 'İzin ver',
  block: 'Engelle',
  blocked: 'Engelli',
  forget: 'Kaldır',
};

export const END = {
  why: 'O andan sonra bu takma ada gelen e-postalar reddedilir ve kimin yazdığını yedi gün boyunca burada görürsünüz. Takma adı yeniden açabilirsiniz.',
  never: 'asla',
  on: (time: string) => time,
  days: (days: number) => `${days} ${of(days, { one: 'gün', other: 'gün' })}`,
  after: 'Kapanma süresi:',
};

export const REPLY_BODY = {
  why: 'Posta programları çoğu zaman metninizin altına adresinizi koyar. Adresiniz hiçbir zaman iletilmez: yerine takma adınız yazılır ya da yanıt size geri gelir. Değiştirilemeyen yanıtlar her zaman geri gelir.',
  replace: 'takma ad yazılır',
  refuse: 'bana geri gelir',
  toReplace: 'Yerine takma adı yaz',
  toRefuse: 'Bana geri gönder',
};

export const SWITCH_OFF = {
  why: 'Yönlendirilen her e-postada takma adı kapatan bir bağlantı bulunabilir. Yenisi, eskilerin hepsini geçersiz kılar.',
  renew: 'Yeni bağlantı oluştur',
};

export const EVERYWHERE = {
  why: 'Bu tarayıcı dahil tüm tarayıcılarda oturumunuz kapanır. Takma adınız olduğu gibi kalır.',
  button: 'Tüm oturumları kapat',
};

export const DELETE = {
  alias: (name: string) =>
    `Bundan sonra bu takma ada gelen e-postalar reddedilir: ${name}. Bu adı siz dahil hiç kimse bir daha alamaz.`,
  aliasButton: 'Takma adı sil',
  all: 'Takma adınız, geçmişi, oturumlarınız, geçiş anahtarlarınız ve faktörleriniz hemen silinir. Bu geri alınamaz.',
  allButton: 'Her şeyi sil',
};

export const DONE = {
  alone: 'Tamam.',
  address:
    'Şimdiki adrese gönderilen e-postadaki bağlantıyı açın ve öteki e-postadaki kodu buraya girin.',
  link: 'Tamam. Eski bağlantıların hepsi geçersiz.',
  download: 'Dosya, indirilenler klasörünüzde.',
};

export const FAILED = {
  secondFactor: 'Lütfen ikinci faktörünüzle yeniden oturum açın.',
  wrongCode: 'Bu kod yanlış ya da süresi dolmuş.',
  busy: 'Çok fazla deneme yapıldı. Lütfen daha sonra yeniden deneyin.',
  full: 'Liste dolu. Önce bir kaydı kaldırın.',
  taken: 'Bu adresin zaten bir takma adı var.',
  refused: 'Adres kabul edilmiyor. Lütfen yazımı denetleyin.',
  cancelled: 'Hiçbir şey değiştirilmedi.',
  unreachable: 'Sunucuya ulaşılamıyor. Lütfen biraz sonra yeniden deneyin.',
  failed: 'Olmadı. Lütfen biraz sonra yeniden deneyin.',
};

export const REASONS = {
  paused: 'siz duraklattınız',
  ended: 'takma adın süresi doldu',
  unknown_mailbox: 'posta kutunuz bulunamadı',
  mailbox_full: 'posta kutunuz dolu',
  too_large: 'posta kutunuz için çok büyük',
  policy: 'posta sunucunuzun kurallarına aykırı',
  busy: 'posta sunucunuz meşguldü',
  unreachable: 'posta sunucunuz yanıt vermedi',
  untrusted: 'posta sunucunuzla bağlantıya güvenilemedi',
  doubt: 'bağlantı yanıttan önce koptu',
  listed: 'sunucusu spam gönderenler listesinde',
  unwanted: 'spam filtresi',
  new_sender: 'yeni gönderen',
  unproven: 'gönderen denetlenemedi',
  blocked: 'göndereni engellediniz',
  message: 'posta sunucunuz bu biçimi kabul etmiyor',
};

export const HAPPENED = {
  refused: (reason: string) => `Reddedildi: ${reason}`,
  waiting: (reason: string) => `Bekliyor: ${reason}`,
  byServer: 'posta sunucunuz',
  putOff: 'posta sunucunuz erteledi',
};
