export const PRIVACY = {
  title: 'Co przechowujemy i jak długo',
  short: 'Tu jest wszystko, co przechowujemy. Twoich e-maili nie przechowujemy.',
  back: 'Wróć do początku',
  parts: [
    [
      'Twój alias',
      'Jeden wiersz: Twój prawdziwy adres, alias, czy przekazywanie jest włączone i kiedy alias powstał. Obok: kiedy adres potwierdzono, do kiedy przekazywanie jest wstrzymane, kiedy alias wyłączy się samoczynnie, co dzieje się z Twoimi odpowiedziami, które pokazują Twój adres, czy przyjmowane są tylko e-maile od znanych nadawców, a przed potwierdzeniem skrót, który pokazuje, w jakiej przeglądarce alias powstał. Jeśli masz kilka aliasów, także etykieta i witryna, które zapisujesz przy każdym z nich, zaszyfrowane, informacja, czy alias jest pokazywany jako pierwszy, liczba aliasów ustalona dla Twojego adresu oraz klucze API jako skróty, każdy ze swoją nazwą.',
      'Przechowywane, dopóki właściciel albo prowadzący tę stronę nie usunie wiersza; jeśli adresy są potwierdzane, siedem dni bez potwierdzenia. Wyłączony alias jest przechowywany. Po aliasie usuniętym po tym, jak przenosił e-maile, zostaje tylko nazwa, aby nie dostał jej nikt inny.',
    ],
    [
      'Twoje e-maile',
      'Przechodzą przez pamięć, gdy nadawca czeka, i nigdy nie są zapisywane na dysku. Nic z nich tu nie zostaje: ani treść, ani temat.',
      'Przechowywane, aż Twoja skrzynka odpowie, najwyżej kilka minut.',
    ],
    [
      'Doręczenia',
      'Gdy nadawca mógł się nie dowiedzieć, że jego e-mail dotarł, przechowujemy skrót doręczenia z kluczem i odpowiedź, aby e-mail nie przyszedł do Ciebie dwa razy. Z każdej odpowiedzi, którą wysyłasz przez alias, przechowujemy skrót z kluczem jej Message-ID, aby następna mogła go ukryć. Nie da się z nich odczytać ani adresu, ani słowa z e-maila.',
      'Przechowywane siedem dni; skrót Message-ID rok.',
    ],
    [
      'Co się stało z Twoją pocztą',
      'Dla właściciela potwierdzonego aliasu, o ile prowadzący tę stronę tego nie wyłączył: co nie dotarło (kiedy, z jakiej domeny, dlaczego i który serwer tak powiedział) i ile e-maili dotarło każdego dnia.',
      'Przechowywane siedem dni.',
    ],
    [
      'Kto do Ciebie pisał',
      'Dla właściciela potwierdzonego aliasu, pod tym samym warunkiem: które domeny pisały (u dużych dostawców które adresy), jako skróty z kluczem, z których nie możemy odtworzyć nazwy. Gdy nadawca czeka lub jego e-mail nie dotarł i gdy go wpuścisz lub zablokujesz, sama nazwa, zaszyfrowana.',
      'Skróty 400 dni po ostatnim e-mailu; nazwa nadawcy, którego e-mail czeka lub nie dotarł, siedem dni; wpuszczeni i zablokowani, dopóki ich nie usuniesz.',
    ],
    [
      'Żądania',
      'Liczymy, ile żądań i połączeń przychodzi z bloku adresów sieciowych, aby spowolnić tych, którzy sprawdzają aliasy jeden po drugim; według skrótu jej adresu, ile testowych e-maili dostała skrzynka; a według skrótów z kluczem, do ilu osób właściciel napisał jako pierwszy. Pod takim skrótem liczymy też, ile aliasów tworzy właściciel kilku aliasów.',
      'Przechowywane najwyżej dobę.',
    ],
    [
      'Logowania',
      'Gdy potwierdzasz adres albo logujesz się gdzie indziej przez tę stronę, przechowujemy adres, język e-maili do Ciebie, skróty linków i kodów, licznik każdej sesji oraz klucze dostępu i drugie składniki, jeśli je skonfigurujesz. Gdy logujesz się przez innego dostawcę, jego numer dla Ciebie. Z naszych e-maili nic nie jest przechowywane; aby wysyłać ich mało, liczymy je według skrótu adresu z kluczem. Po zmianie adresu przechowujemy poprzedni, zaszyfrowany, aby zmianę można było cofnąć.',
      'Przechowywane, dopóki nie usuniesz wszystkiego o sobie; sesja nieużywana 180 dni wygasa; liczba e-maili do 180 dni po ostatnim; skrót adresu z kluczem przez rok od wylogowania wszędzie; poprzedni adres przez siedem dni.',
    ],
    [
      'Dziennik',
      'Błędy usługi i każdy e-mail, który nie dotarł: który serwer go odrzucił i jak, ze skrótem z kluczem zamiast aliasu. Nie trafia tam żaden adres e-mail ani nic, co było w e-mailu. Prowadzący tę stronę może zlecić zapis także słów odrzucającego serwera, z zastąpionymi adresami.',
      'Przechowywane tak długo, jak prowadzący tę stronę trzyma dzienniki.',
    ],
    [
      'Twoja przeglądarka',
      'Jeden plik cookie, po zalogowaniu tutaj: czas i skrót Twojego adresu z kluczem, którego nie czyta żaden skrypt. Pokazuje tylko, że w tej przeglądarce było logowanie, aby nikt inny nie mógł zużyć e-maili, którymi się logujesz. Bez logowania go nie ma. Sama karta pamięta wpisany adres, aby po odświeżeniu pokazać to samo. Przeglądarka przechowuje losową liczbę, która pokazuje, jakie aliasy w niej powstały, oraz Twoją sesję, gdy potwierdzisz w niej adres.',
      'Adres, aż zamkniesz kartę; sesja, aż się wylogujesz; plik cookie przez rok albo do wylogowania tutaj; liczba, aż wyczyścisz dane tej strony.',
    ],
  ],
  others: {
    title: 'Kto jeszcze to widzi',
    sentences: [
      'Serwer Twojej skrzynki dostaje e-mail i Twój prawdziwy adres, bo musi. Kto pisze na alias, widzi tylko alias. Odpowiedź na adres do odpowiedzi wychodzi z aliasu. Jej teksty są wcześniej przeszukiwane pod kątem Twojego adresu; obrazy i dokumenty w niej nie. Odpowiedź, którą Twoja skrzynka wyśle do kogoś bezpośrednio, pokazuje Twój prawdziwy adres.',
      'Prowadzący ten serwer mógłby czytać e-maile w drodze i tabelę aliasów. Kopie zapasowe zawierają wszystko, co jest przechowywane, tak długo, jak trzyma je prowadzący tę stronę.',
      'Prowadzący tę stronę powie Ci, co jest o Tobie przechowywane, i usunie to na Twoją prośbę: e-mailem na postmaster w domenie aliasów.',
      'Jeśli to wersja próbna, przekazane e-maile nie trafiają do Twojej skrzynki: ostatnich 200 leży w pamięci tej maszyny do zakończenia działania usługi.',
    ],
    elsewhere: (api: string) =>
      `Tabela aliasów jest przechowywana w ${api}, gdzie prowadzone są osobne dzienniki.`,
  },
};
