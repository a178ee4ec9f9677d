import { plural } from '../plural.ts';

const of = plural('tr');

export const OWNER = {
  oneStep: 'Tek adım kaldı: adresinizi onaylayın',
  weSent: [
    'E-posta gönderdiğimiz adres: ',
    '. İçindeki bağlantıyı açınca takma adınıza gelen e-postalar yönlendirilir. O zamana kadar gönderenlerden daha sonra yeniden denemeleri istenir.',
  ],
  code: 'E-postadaki kod',
  confirm: 'Onayla',
  confirming: 'Onaylanıyor…',
  again: 'E-postayı yeniden gönder',
  sentAgain: 'E-posta yeniden gönderildi.',
  sending: 'Gönderiliyor…',
  yours: 'Bu takma adı bu tarayıcıda yönetiyorsunuz.',
  paused: 'Duraklatıldı, bitiş:',
  endPause: 'Duraklatmayı bitir',
  notEnded: 'Duraklatma sonlandırılamadı. Lütfen biraz sonra yeniden deneyin.',
  manages: ['Yönettiğiniz adres: ', ' (bu tarayıcıda)'],
  show: 'Takma adımı göster',
  manage: 'Bu takma adı yönet',
  hidden: 'Bu adresin zaten bir takma adı var. Onu burada yalnızca sahibi görebilir.',
  signedOut: 'Oturumunuz kapatıldı. Hiçbir şey değiştirilmedi.',
  sendLink: 'Bana bağlantı gönder',
  passkey: 'Geçiş anahtarı kullan',
  offer: 'Geçiş anahtarı ekleyin, bir daha e-posta gerekmesin',
  onItsWay: [
    'Şu adresin bir takma adı varsa bir e-posta yolda: ',
    '. İçindeki bağlantıyı bu tarayıcıda açın ya da kodu buraya girin.',
  ],
  linkSent: [
    'Şu adrese bir e-posta yolda: ',
    '. İçindeki bağlantıyı bu tarayıcıda açın ya da kodu buraya girin.',
  ],
  done: 'Tamam. Takma adınıza gelen e-postalar artık yönlendiriliyor.',
  otherBrowser: 'Takma adı başka bir tarayıcıda da yönetmek için oraya şu kodu girin:',
  elsewhere:
    'Adresiniz başka bir tarayıcıda onaylandı. Takma adı burada da yönetmek için orada gösterilen kodu girin.',
  elsewhereCode: 'Öteki tarayıcıdaki kod',
  toCode: 'Kod alanına git',
  aliases: 'Takma adlarınız',
  aliasesCount: (has: number, most: number) => `${most} içinden ${has}`,
  aliasMake: 'Yeni takma ad',
  aliasMaking: 'Oluşturuluyor…',
  aliasMade: 'Takma adınız oluşturuldu!',
};

export const LINK = {
  title: 'Bu adres sizin mi?',
  text: 'Bu e-postanın gönderildiği adrese yönlendirmeyi başlatmak ve takma adını bu tarayıcıda yönetmek için düğmeye basın.',
  alias: 'Takma ad',
  to: 'Yönlendirilen adres',
  yes: 'Evet, bu benim adresim',
  no: 'Bunu ben istemedim',
  noDelete: 'Ben istemedim: takma adı sil',
  brief: 'Burada oturumum açık kalmasın',
  expired: 'Bu bağlantının süresi doldu ya da daha önce kullanıldı.',
  again: 'Yeni bağlantı gönder',
  email: 'E-posta adresiniz',
  cancel: 'Vazgeç',
};

export const FAREWELL = {
  notMine: 'Takma ad silindi; bizden artık e-posta almayacaksınız.',
  declined: 'Tamam. E-postadaki bağlantı artık geçerli değil.',
  aliasDeleted: 'Takma adınız silindi. Bu ad bir daha kimseye verilmez.',
  allDeleted: 'Hakkınızdaki her şey silindi.',
  halfWay:
    'Değişiklik şimdiki adresinizden onaylandı. Şimdi öteki e-postadaki kodu, değişikliği istediğiniz yere girin.',
  moved: 'Adresiniz değiştirildi. Lütfen yeni adresle oturum açın.',
};

export const REFUSAL = {
  notKept:
    'Adresiniz onaylandı. Bu tarayıcı oturumunuzun açık kalmasına izin vermiyor, bu yüzden takma ad burada yönetilemez.',
  notOffered: 'Siz Evet demeden size hiçbir şey yönlendirilmez. E-postayı yok sayabilirsiniz.',
  noPasskey: 'Geçiş anahtarı alınamadı. E-posta ile de olur.',
  wrongCode: 'Bu kod yanlış ya da süresi dolmuş.',
  wait: (seconds: number) =>
    `Lütfen ${seconds} ${of(seconds, { one: 'saniye', other: 'saniye' })} bekleyin.`,
  usedUp: 'Bu adrese bugün bir e-posta gönderildi. Lütfen spam klasörüne de bakın.',
  refused: (domain: string) =>
    `${domain} posta sunucusu bu adrese e-posta kabul etmiyor. Lütfen yazımı denetleyin.`,
  failed: 'E-posta gönderilemedi. Lütfen biraz sonra yeniden deneyin.',
};

export const UNASKED = {
  made: ['Birisi adresiniz için ', ' takma adını oluşturdu.'],
  keep: 'Kalsın',
  discard: 'Sil',
  gone: ['', ' silindi.'],
  failed: 'Olmadı. Lütfen biraz sonra yeniden deneyin.',
};
