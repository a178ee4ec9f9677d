export const ASKED = {
  magiclink: {
    subject: (host: string) => `Oturum açma: ${host}`,
    asked: (site: string) => `Biri bu adresle şu sitede oturum açmak istedi: ${site}`,
  },
  signup: {
    subject: (host: string) => `Adresinizi onaylayın: ${host}`,
    asked: (site: string) => `Biri bu adresle şu siteye kaydoldu: ${site}`,
  },
  recovery: {
    subject: (host: string) => `Yeniden erişim: ${host}`,
    asked: (site: string) => `Şu sitede oturum açamayan biri bu adresle yardım istedi: ${site}`,
  },
  email_change_current: {
    subject: (host: string) => `Adresinizi değiştirin: ${host}`,
    asked: (site: string) =>
      `${site} sitesinde bu adresle oturum açmış biri başka bir adres kullanmak istiyor. Değişiklik, burada kabul edilip öteki adrese giden e-postadaki kod girilince geçerli olur.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `İkinci faktör eklendi: ${host}`,
    happened: (site: string) => `${site} sitesindeki bu adresli hesaba bir ikinci faktör eklendi.`,
  },
  'factor-removed': {
    subject: (host: string) => `İkinci faktör kaldırıldı: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki bu adresli hesaptan bir ikinci faktör kaldırıldı.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `İkinci faktörler kaldırıldı: ${host}`,
    happened: (site: string) =>
      `${site} sitesinin işletmecisi, bu adresli hesabın tüm ikinci faktörlerini kaldırdı. Artık onlar olmadan oturum açılır.`,
  },
  'passkey-added': {
    subject: (host: string) => `Geçiş anahtarı eklendi: ${host}`,
    happened: (site: string) => `${site} sitesindeki bu adresli hesaba bir geçiş anahtarı eklendi.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Geçiş anahtarı kaldırıldı: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki bu adresli hesaptan bir geçiş anahtarı kaldırıldı.`,
  },
  'api-key-added': {
    subject: (host: string) => `API anahtarı eklendi: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki bu adresli hesaba bir API anahtarı eklendi. Bu anahtara sahip bir program sizin için takma ad oluşturabilir.`,
  },
  'address-changed': {
    subject: (host: string) => `Adres değiştirildi: ${host}`,
    happened: (site: string) =>
      `${site} sitesinde bu adresi taşıyan hesabın artık başka bir adresi var.`,
  },
  'address-returned': {
    subject: (host: string) => `Adres geri verildi: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki hesap yeniden bu adrese geçti ve tüm oturumları sonlandırıldı. Öteki adresteki kişi, değişikliği kendisinin yapmadığını bildirdi.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Adres değişikliği geri alındı: ${host}`,
    happened: (site: string) =>
      `${site} sitesinde bu adresi taşıyan hesap yeniden önceki adresine geçti ve tüm oturumları sonlandırıldı. Önceki adresteki kişi, değişikliği kendisinin yapmadığını bildirdi.`,
  },
  'factor-guessed': {
    subject: (host: string) => `İkinci faktör için yanlış kodlar: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki bu adresli hesabın ikinci faktörü için art arda 25 yanlış kod girildi. Bunu yapan kişi e-postalarınızı okuyabiliyor olabilir: posta kutunuzun parolasını değiştirin.`,
  },
  'session-by-code': {
    subject: (host: string) => `Başka bir tarayıcıda oturum açıldı: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki bu adresli hesapta, oturumu açık bir tarayıcının gösterdiği kodla başka bir tarayıcıda oturum açıldı.`,
  },
  'session-misused': {
    subject: (host: string) => `Bir oturum sonlandırıldı: ${host}`,
    happened: (site: string) =>
      `${site} sitesindeki bu adresli hesabın bir oturumu sonlandırıldı: anahtarı iki yerde kullanıldı, bunlardan biri onu çalmış olabilir. Yeniden oturum açın.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Adresinizi onaylayın: ${alias}`,
  asked: (host: string) =>
    `Biri ${host} sitesinde bu adres için bir takma ad istedi. Takma ad, e-postaları sizin adresinize yönlendiren bir adrestir.`,
  named: (alias: string) => `İstenen takma ad: ${alias}`,
  code: (code: string) => `Takma adı istediğiniz yere şu kodu girin: ${code}`,
  ignore: 'Bunu siz istemediyseniz bu e-postayı yok sayın ya da aynı sayfada bildirin.',
};

export const NOT_ME = {
  subject: (host: string) => `Bu adres kullanılıyor: ${host}`,
  happened: (site: string) =>
    `${site} sitesindeki bir hesap, başka bir adresin yerine artık bu adresi kullanıyor.`,
  open: 'Bunu yapan siz değilseniz bu sayfayı açıp düğmeye basın:',
  works: 'Öteki adres geri verilir. Bağlantı 7 gün ve yalnızca bir kez geçerlidir.',
};

export const WAY_BACK = {
  subject: (host: string) => `Adresiniz değiştirildi: ${host}`,
  works:
    'Bu adres ve takma adlar hesaba geri verilir, tüm oturumlar sonlandırılır, yakın zamanda eklenen geçiş anahtarları ve ikinci faktörler kaldırılır. Bağlantı 7 gün ve yalnızca bir kez geçerlidir.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Yeni adresinizi onaylayın: ${host}`,
  asked: (host: string, asker: string) =>
    `Biri ${host} sitesinde bu adresi şu hesap için kullanmak istedi: ${asker}`,
  askedByNobody: (host: string) =>
    `Biri ${host} sitesinde bu adresi, adresi olmayan hesap için kullanmak istedi.`,
  code: (code: string) => `Kod: ${code}`,
  typeIt:
    'Bu kodu, değişikliği istediğiniz yere girin. Siz istemediyseniz bir şey yapmayın: kod olmadan hiçbir şey olmaz.',
  works: 'Kod 24 saat ve yalnızca bir kez geçerlidir.',
};

export const PASSWORD = {
  subject: (host: string) => `Kod: ${host}`,
  asked: (site: string) =>
    `${site} sitesinde bu adresle oturum açmış biri parolayı değiştirmek istiyor.`,
  works: 'Kod 15 dakika ve yalnızca bir kez geçerlidir.',
};

export const LETTER = {
  open: 'Ya da bu sayfayı açıp düğmeye basın:',
  code: (code: string) => `Bu kodu sizden istenen yere girin: ${code}`,
  works:
    'Kod 15 dakika geçerlidir. Bağlantı 24 saat geçerlidir. Her biri yalnızca bir kez kullanılabilir.',
  ignore: 'Bunu siz istemediyseniz bu e-postayı yok sayın.',
  notYou: 'Bunu yapan siz değilseniz oturum açıp tüm oturumları sonlandırın.',
  tellTheOperator:
    'Bunu yapan siz değilseniz bu e-postayı yanıtlayın: yanıtınız sitenin işletmecisine ulaşır.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Bu sitenin bir ziyaretçisi aşağıdaki metni şu takma adı denemek için yazdı: ${alias}`,
  notOurs: 'Metni siteyi işletenler yazmadı. Takma ad sizin değilse bu e-postayı yok sayın.',
};

export const OFF = {
  isOn: 'Yönlendirme açık.',
  isOff: 'Yönlendirme kapalı.',
  turnOff: 'Yönlendirmeyi kapat',
  turnOn: 'Yeniden aç',
  void: 'Bu bağlantı artık geçerli değil.',
  nothing: 'Hiçbir şey değişmedi.',
};

export const PLACE = {
  none: 'Sayfa bulunamadı.',
  home: 'Ana ekrana dön',
};
