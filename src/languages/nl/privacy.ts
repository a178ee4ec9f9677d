export const PRIVACY = {
  title: 'Wat we bewaren, en hoelang',
  short: 'Alles wat we bewaren staat hier. Uw mails worden niet bewaard.',
  back: 'Terug naar begin',
  parts: [
    [
      'Uw alias',
      'Eén rij: uw echte adres, de alias, of het doorsturen aanstaat, en wanneer hij is gemaakt. Daarnaast: wanneer het adres is bevestigd, tot wanneer het doorsturen is gepauzeerd, wanneer de alias zichzelf uitschakelt, wat er gebeurt met uw antwoorden die uw adres tonen, of alleen mails van bekende afzenders worden aangenomen, en vóór de bevestiging een hash die toont welke browser hem heeft gemaakt. Als u meerdere aliassen hebt, ook het label en de site die u bij elk noteert, versleuteld, of hij bovenaan wordt getoond, een aantal aliassen dat voor uw adres is ingesteld, en API-sleutels als hashes, elk met haar naam.',
      'Bewaard tot de eigenaar of de beheerder van deze site de rij wist; als adressen worden bevestigd, zeven dagen zonder bevestiging. Een uitgeschakelde alias blijft bewaard. Van een alias die wordt gewist nadat hij mails heeft vervoerd, blijft alleen de naam, zodat niemand anders hem krijgt.',
    ],
    [
      'Uw mails',
      'Ze gaan door het geheugen terwijl de afzender wacht, en worden nooit op een schijf geschreven. Er blijft hier niets van over: geen tekst en geen onderwerp.',
      'Bewaard tot uw postbus heeft geantwoord, hoogstens enkele minuten.',
    ],
    [
      'Bezorgingen',
      'Als een afzender misschien niet heeft vernomen dat zijn mail is aangekomen, bewaren we een hash met sleutel van de bezorging en het antwoord, zodat u de mail niet twee keer krijgt. Van elk antwoord dat u via een alias stuurt, bewaren we een hash met sleutel van de Message-ID, zodat het volgende die kan verbergen. Er valt geen adres en geen woord van de mail uit te lezen.',
      'Zeven dagen bewaard; de hash van een Message-ID een jaar.',
    ],
    [
      'Wat er met uw mails is gebeurd',
      'Voor de eigenaar van een bevestigde alias, als de beheerder van deze site het niet heeft uitgeschakeld: wat niet aankwam (wanneer, van welk domein, waarom, en welke server dat zei), en hoeveel mails er op elke dag aankwamen.',
      'Zeven dagen bewaard.',
    ],
    [
      'Wie u heeft gemaild',
      'Voor de eigenaar van een bevestigde alias, onder dezelfde voorwaarde: welke domeinen hebben geschreven (bij grote aanbieders welke adressen), als hashes met sleutel die we niet kunnen terugrekenen. Als een afzender wacht of zijn mail niet aankwam, of als u hem toelaat of blokkeert, de naam zelf, versleuteld.',
      'De hashes 400 dagen na de laatste mail; de naam van een afzender wiens mail wacht of niet aankwam, zeven dagen; wat u hebt toegelaten of geblokkeerd, tot u het verwijdert.',
    ],
    [
      'Verzoeken',
      'We tellen hoeveel verzoeken en verbindingen uit een blok netwerkadressen komen, om af te remmen wie aliassen één voor één uitprobeert; met een hash van het adres, hoeveel testmails een postbus heeft gekregen; met hashes met sleutel, hoeveel personen een eigenaar als eerste heeft aangeschreven. Onder zo’n hash tellen we ook hoeveel aliassen een eigenaar van meerdere aliassen maakt.',
      'Hoogstens een dag bewaard.',
    ],
    [
      'Inloggen',
      'Als u uw adres bevestigt, of elders met deze site inlogt, bewaren we het adres, de taal van uw mails, hashes van links en codes, een teller voor elke sessie, en passkeys en tweede factoren als u die instelt. Als u via een andere aanbieder inlogt, diens nummer voor u. Van onze mails wordt niets bewaard; om er weinig te sturen, tellen we ze onder een hash met sleutel van het adres. Na een wijziging van het adres bewaren we het vorige, versleuteld, zodat de wijziging ongedaan kan worden gemaakt.',
      'Bewaard tot u alles over u wist; een sessie die niet wordt gebruikt, 180 dagen; de telling van mails, tot 180 dagen na de laatste; een hash met sleutel van het adres, een jaar nadat u overal bent uitgelogd; een vorig adres, zeven dagen.',
    ],
    [
      'Het logboek',
      'Fouten van de dienst, en elke mail die niet aankwam: welke server hem weigerde en hoe, met een hash met sleutel in plaats van de alias. Er wordt geen mailadres in geschreven, en niets van wat er in de mail stond. De beheerder van deze site kan ook de woorden van de weigerende server laten vastleggen, met vervangen adressen.',
      'Bewaard zolang de beheerder van deze site logboeken bewaart.',
    ],
    [
      'Uw browser',
      'Eén cookie, zodra u hier hebt ingelogd: een tijd en een hash met sleutel van uw adres, die geen script leest. Hij toont alleen dat u in deze browser was ingelogd, zodat niemand anders de mails kan opmaken waarmee u inlogt. Zonder inloggen is er geen. Het tabblad onthoudt het adres dat u hebt ingevoerd, zodat herladen hetzelfde toont. De browser bewaart een willekeurig getal dat toont welke aliassen erin zijn gemaakt, en uw sessie zodra u uw adres daar hebt bevestigd.',
      'Het adres tot u het tabblad sluit, de sessie tot u uitlogt, de cookie een jaar of tot u hier uitlogt, het getal tot u de gegevens van deze site wist.',
    ],
  ],
  others: {
    title: 'Wie het verder ziet',
    sentences: [
      'De server van uw postbus krijgt de mail en uw echte adres, zoals nodig is. Wie naar de alias schrijft, ziet alleen de alias. Een antwoord aan een antwoordadres gaat uit van de alias. De teksten ervan worden eerst op uw adres doorzocht; afbeeldingen en documenten erin niet. Een antwoord dat uw postbus rechtstreeks aan iemand stuurt, toont uw echte adres.',
      'Wie deze server beheert, zou mails onderweg en de tabel met aliassen kunnen lezen. Reservekopieën bevatten alles wat wordt bewaard, zolang de beheerder van deze site ze bewaart.',
      'De beheerder van deze site vertelt u wat er van u wordt bewaard en wist het als u erom vraagt, per mail aan postmaster bij het domein van de aliassen.',
      'Als dit een proefopstelling is, gaan doorgestuurde mails niet naar uw postbus: de laatste 200 staan in het geheugen van deze machine tot de dienst stopt.',
    ],
    elsewhere: (api: string) =>
      `De tabel met aliassen wordt bewaard bij ${api}, waar eigen logboeken worden bijgehouden.`,
  },
};
