export const PRIVACY = {
  title: 'Neyi ne kadar süre saklıyoruz',
  short: 'Sakladığımız her şey burada yazıyor. E-postalarınız saklanmaz.',
  back: 'Ana ekrana dön',
  parts: [
    [
      'Takma adınız',
      'Tek bir satır: gerçek adresiniz, takma ad, yönlendirmenin açık olup olmadığı ve oluşturulma zamanı. Yanında: adresin ne zaman onaylandığı, yönlendirmenin ne zamana kadar duraklatıldığı, takma adın ne zaman kendiliğinden kapanacağı, adresinizi gösteren yanıtlarınıza ne olacağı, yalnızca tanınan gönderenlerin e-postalarının alınıp alınmadığı ve onaydan önce takma adı hangi tarayıcının oluşturduğunu gösteren bir özet (hash). Birden çok takma adınız varsa, her biri için not ettiğiniz etiket ve site (şifrelenmiş olarak), önce gösterilip gösterilmediği, adresiniz için belirlenmiş takma ad sayısı ve her biri adıyla birlikte, özet olarak API anahtarları da saklanır.',
      'Sahibi ya da bu siteyi işleten satırı silene kadar saklanır; adresler onaylanıyorsa, onay yokken yedi gün. Kapatılan takma ad saklanır. E-posta taşıdıktan sonra silinen bir takma adın yalnızca adı kalır, başkası alamasın diye.',
    ],
    [
      'E-postalarınız',
      'Göndereni beklerken bellekten geçer, hiçbir zaman diske yazılmaz. Burada hiçbir şeyi kalmaz: ne metni ne konusu.',
      'Posta kutunuz yanıt verene kadar, en fazla birkaç dakika saklanır.',
    ],
    [
      'Teslimatlar',
      'Gönderenin, e-postasının ulaştığını öğrenememiş olabileceği durumda, e-postayı iki kez almamanız için teslimatın anahtarlı bir özetini ve yanıtı saklarız. Takma ad üzerinden gönderdiğiniz her yanıtın Message-ID değerinin anahtarlı bir özetini de saklarız; böylece sonraki yanıt onu gizleyebilir. Bunlardan ne bir adres ne de e-postanın bir sözcüğü okunabilir.',
      'Yedi gün saklanır; Message-ID özeti bir yıl.',
    ],
    [
      'E-postalarınıza ne oldu',
      'Onaylanmış bir takma adın sahibi için, bu siteyi işleten kapatmadıysa: neyin ulaşmadığı (ne zaman, hangi alan adından, neden ve bunu hangi sunucunun söylediği) ve her gün kaç e-postanın ulaştığı.',
      'Yedi gün saklanır.',
    ],
    [
      'Size kim yazdı',
      'Onaylanmış bir takma adın sahibi için, aynı koşulla: hangi alan adlarının yazdığı (büyük sağlayıcılarda hangi adreslerin), geriye doğru okuyamadığımız anahtarlı özetler olarak. Bir gönderen beklerken ya da e-postası ulaşmadığında ve birine izin verdiğinizde ya da engellediğinizde adın kendisi, şifrelenmiş olarak.',
      'Özetler son e-postadan sonra 400 gün; e-postası bekleyen ya da ulaşmayan bir gönderenin adı yedi gün; izin verdikleriniz ya da engelledikleriniz siz kaldırana kadar.',
    ],
    [
      'İstekler',
      'Takma adları tek tek deneyenleri yavaşlatmak için bir ağ adresi bloğundan kaç istek ve bağlantı geldiğini sayarız; adresinin özetiyle, bir posta kutusunun kaç test e-postası aldığını; anahtarlı özetlerle, bir sahibin kaç kişiye ilk kendisinin yazdığını. Böyle bir özetle, birden çok takma adı olan bir sahibin kaç takma ad oluşturduğunu da sayarız.',
      'En fazla bir gün saklanır.',
    ],
    [
      'Oturum açmalar',
      'Adresinizi onayladığınızda ya da bu siteyle başka bir yerde oturum açtığınızda adresi, e-postalarınızın dilini, bağlantı ve kodların özetlerini, her oturum için bir sayacı ve kurduysanız geçiş anahtarlarını ve ikinci faktörleri saklarız. Başka bir sağlayıcıyla oturum açtığınızda, onun size verdiği numarayı. Gönderdiğimiz e-postalardan hiçbir şey saklanmaz; az sayıda göndermek için onları adresin anahtarlı bir özetiyle sayarız. Adres değiştikten sonra, değişikliğin geri alınabilmesi için önceki adresi şifreli olarak saklarız.',
      'Hakkınızdaki her şeyi silene kadar saklanır; 180 gün kullanılmayan oturum sona erer; e-posta sayısı sonuncusundan 180 gün sonrasına kadar; adresin anahtarlı özeti, her yerde oturumu kapatmanızdan sonra bir yıl; önceki adres yedi gün.',
    ],
    [
      'Günlük',
      'Hizmetin hataları ve ulaşmayan her e-posta: hangi sunucunun nasıl reddettiği, takma adın yerine anahtarlı bir özetle. Günlüğe hiçbir e-posta adresi ve e-postada yazan hiçbir şey yazılmaz. Bu siteyi işleten, reddeden sunucunun sözlerini de, adresler değiştirilmiş olarak, kaydettirebilir.',
      'Bu siteyi işleten günlükleri sakladığı sürece saklanır.',
    ],
    [
      'Tarayıcınız',
      'Burada oturum açtıysanız bir çerez: bir zaman ve adresinizin, hiçbir betiğin okumadığı anahtarlı bir özeti. Yalnızca bu tarayıcıda oturum açmış olduğunuzu gösterir; böylece oturum açmanızı sağlayan e-postaları başkası tüketemez. Oturum açılmadıysa çerez yoktur. Sekme, yenilendiğinde aynı şeyi göstermek için yazdığınız adresi hatırlar. Tarayıcı, hangi takma adların onda oluşturulduğunu gösteren rastgele bir sayıyı ve adresinizi orada onayladıysanız oturumunuzu saklar.',
      'Adres, sekmeyi kapatana kadar; oturum, oturumu kapatana kadar; çerez, bir yıl ya da burada oturumu kapatana kadar; sayı, bu sitenin verilerini silene kadar.',
    ],
  ],
  others: {
    title: 'Başka kim görür',
    sentences: [
      'Posta kutunuzun sunucusu, olması gerektiği gibi, e-postayı ve gerçek adresinizi alır. Takma ada yazan yalnızca takma adı görür. Bir yanıt adresine yazılan yanıt, takma addan gider. Metinlerinde önce adresiniz aranır; içindeki resim ve belgelerde aranmaz. Posta kutunuzun birine doğrudan gönderdiği yanıt, gerçek adresinizi gösterir.',
      'Bu sunucuyu işleten, yoldaki e-postaları ve takma adlar tablosunu okuyabilir. Yedekler, bu siteyi işleten onları sakladığı sürece, saklanan her şeyi içerir.',
      'Bu siteyi işleten, takma adların alan adında postmaster adresine e-postayla sorduğunuzda, hakkınızda neyin saklandığını size söyler ve isterseniz siler.',
      'Burası bir denemeyse, yönlendirilen e-postalar posta kutunuza gitmez: son 200 e-posta, hizmet sona erene kadar bu makinenin belleğinde durur.',
    ],
    elsewhere: (api: string) =>
      `Takma adlar tablosunun tutulduğu, kendi günlükleri olan yer: ${api}`,
  },
};
