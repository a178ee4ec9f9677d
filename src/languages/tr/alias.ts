import { plural } from '../plural.ts';

export const LOCALE = 'tr';

export const LETTERS_IN = 'tr';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Yönlendirme ayarı değiştirilemedi. Lütfen yeniden deneyin.',
  aliasDisabled: 'Takma ad kapalı. E-posta almak için yeniden açın.',
  testMailSent: 'Test e-postası yönlendirildi!',
};

export const waitMessage = (seconds: number) =>
  `Yeni bir test e-postası göndermek için ${seconds} ${of(seconds, { one: 'saniye', other: 'saniye' })} bekleyin.`;

export const ALIAS = { current: 'Şu anki takma adınız:' };

export const RESULT = {
  heading: 'Takma adınız hazır!',
  use: 'Bu adresle internette spam olmadan gezinin',
  copy: 'Takma adı kopyala',
  copied: 'Kopyalandı!',
  upgrade: 'Birden fazla takma ad için yükseltme yakında.',
  disableAnyTime: 'Bu takma adı istediğiniz zaman kapatabilirsiniz',
  back: 'Ana ekrana dön',
};

export const FORWARDING = {
  on: 'Yönlendirme açık',
  onDetail: 'Takma adınıza gelen e-postaların yönlendirileceği adres:',
  off: 'Yönlendirme kapalı',
  offDetail: 'E-postalar şu anda yönlendirilmiyor',
  badge: 'Kapalı',
  banner: 'Takma ad kapalı: e-postalar yönlendirilmeyecek',
  blocked: 'Takma ad kapalı',
};

export const TEST_MAIL = {
  open: 'Test e-postası gönder',
  title: 'Test e-postası gönder',
  to: 'Kime',
  subject: 'Konu',
  message: 'İleti',
  rateLimit: 'Sınır: dakikada 1 test e-postası',
  cancel: 'Vazgeç',
  send: 'Test e-postası gönder',
  sending: 'Gönderiliyor…',
};

export const FULL = (field: string, most: number) =>
  `${field}: en fazla ${most.toLocaleString(LOCALE)} karakter.`;

export const SPOKEN = {
  copyAddress: 'Adresi kopyala',
  copied: 'Takma ad kopyalandı',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Test e-postası teslim edilemedi: alıcının sunucusu reddetti${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'Test e-postası teslim edilemedi: alıcının sunucusu daha sonra yeniden denenmesini istedi.',
  unanswered: 'Test e-postası teslim edilemedi: alıcının sunucusu yanıt vermedi.',
  other: 'Test e-postası gönderilemedi. Yazdıklarınız duruyor; biraz sonra yeniden deneyin.',
};

export const COPY_BLOCKED = {
  keyboard: 'Tarayıcı kopyalamayı engelliyor. Adres seçildi: Ctrl+C tuşlarına basın.',
  apple: 'Tarayıcı kopyalamayı engelliyor. Adres seçildi: Cmd+C tuşlarına basın.',
  touch: 'Tarayıcı kopyalamayı engelliyor. Adres seçildi: kopyalamak için basılı tutun.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way = tls === null ? 'şifrelenmeden' : `${tls}${verified ? ', sunucu doğrulandı' : ''}`;
    return `Teslim edildi: ${host} (${way}, ${time})`;
  },
  tryOut: (time: string) => ['Teslim edildi: ', 'deneme posta kutusu', ` (${time})`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Lütfen önce adresinizi onaylayın. E-posta gönderdiğimiz adres: ${email}.`,
  paused: (time: string) => `Yönlendirme duraklatıldı. Bitiş: ${time}.`,
};
