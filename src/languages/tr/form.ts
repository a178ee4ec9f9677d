export const LANGUAGE = 'tr';

export const MESSAGES = {
  planLimit: 'Ücretsiz kullanımda tek takma ad alınabilir. Yükseltme yakında!',
  creationFailed: 'Takma ad oluşturulamadı. Lütfen yeniden deneyin.',
  noUniqueAlias: 'Boşta bir takma ad bulunamadı',
  invalidEmail: 'Lütfen geçerli bir e-posta adresi girin',
  created: 'Takma adınız oluşturuldu!',
};

export const TEXTS = {
  form: {
    label: 'Gerçek e-posta adresiniz',
    placeholder: 'siz@example.com',
    submit: 'Takma ad oluştur',
    checking: 'Denetleniyor…',
    creating: 'Oluşturuluyor…',
    hint: 'Takma adınız hemen oluşturulur',
    limitReached: 'Ücretsiz plan sınırına ulaşıldı',
  },
  madeIn: 'Altyapı:',
};

export const PAGE = { name: 'Veilpost', what: 'Kendi adresiniz yerine vereceğiniz adres' };

export const ABOUT = {
  title: 'Veilpost: spam almamak için bir e-posta takma adı',
  description:
    'Gerçek e-posta adresinizi girin, hemen bir takma ad alın. Takma ada gelen e-postalar size yönlendirilir; istediğiniz zaman kapatabilirsiniz.',
  noScript: 'Bu sayfanın takma ad oluşturması için JavaScript gerekir.',
};

export const FIRST_LOOK = {
  facts: [
    ['Takma ada gelen e-postalar', 'size yönlendirilir'],
    ['E-postalarınız', 'yalnızca geçer, hiçbiri saklanmaz'],
    ['Takma ad', 'tek tıkla kapatılır'],
  ],
  kept: 'Neyi ne kadar süre saklıyoruz',
};

export const SPOKEN = {
  notifications: 'Bildirimler',
  newTab: 'Yeni sekmede açılır',
};

export const TROUBLE = {
  unreachable: 'Sunucuya ulaşılamıyor. Yazdıklarınız duruyor; biraz sonra yeniden deneyin.',
  busy: 'Ağınızdan çok fazla istek geldi. Bir dakika sonra yeniden deneyin.',
  unacceptable: 'Bu adres için takma ad oluşturulamaz. Yazım hatası olup olmadığına bakın.',
  broken:
    'Bu sayfada bir sorun oluştu. Takma adınız etkilenmedi; devam etmek için sayfayı yeniden yükleyin.',
};

export const TRY_AGAIN = 'Yeniden dene';
export const RELOAD = 'Yenile';
