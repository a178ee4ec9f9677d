export const LOCALE = 'tr';

export const ALIASES = {
  full: (has: number, most: number) => `${most} takma addan ${has} tanesini kullanıyorsunuz.`,
  search: 'Ara',
  found: (some: number, all: number) => `${all} takma addan ${some} tanesi bulundu`,
  none: 'Aramanıza uyan takma ad yok.',
  shown: 'yukarıda gösteriliyor',
  off: 'kapalı',
  paused: 'duraklatıldı',
  pinned: 'sabitlendi',
  site: (host: string) => `${host} için`,
  addLabel: 'Etiket ekle',
  label: 'Etiket',
  delivered: (count: number) => `7 günde ${count} teslim`,
  nothing: '7 günde ileti yok',
  last: (day: string) => `sonuncusu ${day}`,
  select: (alias: string) => `${alias} adresini göster`,
  forwards: (alias: string) => `${alias} için yönlendirme`,
  copy: (alias: string) => `${alias} adresini kopyala`,
  copied: 'Kopyalandı!',
  blocked: 'Lütfen adresi seçip kopyalayın.',
  labelOf: (alias: string) => `${alias} etiketi`,
};

export const KEYS = {
  title: 'Takma adlarınızı kullanabilen programlar',
  none: 'Bir API anahtarıyla parola yöneticisi ya da tarayıcı eklentisi sizin için takma ad oluşturabilir.',
  make: 'Yeni anahtar',
  name: 'Programın adı',
  scope: 'Yapabilecekleri',
  scopes: {
    create: 'Takma ad oluşturmak',
    manage: 'Takma ad oluşturmak, listelemek, etiketlemek, açıp kapatmak',
    delete: 'Bunların hepsi ve takma adları kalıcı olarak silmek',
  },
  create: 'Anahtar oluştur',
  cancel: 'Vazgeç',
  once: 'Anahtarı şimdi kopyalayın. Bir daha gösterilmez.',
  copy: 'Anahtarı kopyala',
  copied: 'Kopyalandı!',
  blocked: 'Lütfen anahtarı seçip kopyalayın.',
  server: 'Sunucu URL’si',
  key: 'API anahtarı',
  bitwarden:
    'Bitwarden’da kullanıcı adı üretecini açıp SimpleLogin hizmetini seçin. Sonra bu sunucu URL’sini ve bu anahtarı girin.',
  done: 'Bitti',
  made: (day: string) => `${day} tarihinde oluşturuldu`,
  used: (day: string) => `son kullanım ${day}`,
  unused: 'hiç kullanılmadı',
  revoke: 'İptal et',
  revokeOf: (name: string) => `İptal et: ${name}`,
  revokeWhy: 'Bu program, siz ona yeni bir anahtar verene kadar takma adlarınızı kullanamaz.',
  code: 'Doğrulayıcı uygulamanızdaki kod',
  tooMany: '10 anahtarınız var. Önce birini iptal edin.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) => `Çok fazla yeni takma ad. ${minutes} dakika sonra yeniden deneyin.`,
  unreachable: 'Sunucuya ulaşılamıyor. Lütfen biraz sonra yeniden deneyin.',
  failed: 'Olmadı. Lütfen biraz sonra yeniden deneyin.',
  wrongCode: 'Bu kod yanlış ya da süresi dolmuş.',
};
