export const PRIVACY = {
  title: 'Che cosa conserviamo e per quanto',
  short: 'Tutto ciò che conserviamo è elencato qui. Le tue email non vengono conservate.',
  back: 'Alla pagina iniziale',
  parts: [
    [
      'Il tuo alias',
      'Una riga: il tuo vero indirizzo, l’alias, se l’inoltro è attivo e quando è stato creato. Accanto: quando l’indirizzo è stato confermato, fino a quando l’inoltro è in pausa, quando l’alias si disattiva da solo, che cosa avviene delle tue risposte che mostrano il tuo indirizzo, se vengono accettate solo le email di mittenti noti e, prima della conferma, un hash che mostra quale browser l’ha creato. Se hai più alias, anche l’etichetta e il sito che annoti per ciascuno, cifrati, se viene mostrato per primo, un numero di alias fissato per il tuo indirizzo e le chiavi API come hash, ciascuna con il suo nome.',
      'Conservato finché il titolare o il gestore di questo sito non elimina la riga; se gli indirizzi vengono confermati, sette giorni senza conferma. Un alias disattivato resta conservato. Di uno eliminato dopo aver trasportato email resta solo il nome, perché nessun altro lo ottenga.',
    ],
    [
      'Le tue email',
      'Passano per la memoria mentre il mittente attende e non vengono mai scritte su un disco. Qui non ne resta nulla: né testo né oggetto.',
      'Conservate finché la tua casella non ha risposto, al massimo alcuni minuti.',
    ],
    [
      'Consegne',
      'Quando un mittente potrebbe non aver saputo che la sua email è arrivata, conserviamo un hash con chiave della consegna e la risposta, perché tu non riceva l’email due volte. Di ogni risposta che invii tramite un alias conserviamo un hash con chiave del suo Message-ID, perché la successiva possa nasconderlo. Non vi si può leggere né un indirizzo né una parola dell’email.',
      'Conservati per sette giorni; l’hash di un Message-ID per un anno.',
    ],
    [
      'L’esito delle tue email',
      'Per il titolare di un alias confermato, se il gestore di questo sito non l’ha disattivato: che cosa non è arrivato (quando, da quale dominio, perché e quale server l’ha detto) e quante email sono arrivate ogni giorno.',
      'Conservato per sette giorni.',
    ],
    [
      'Chi ti ha scritto',
      'Per il titolare di un alias confermato, alla stessa condizione: quali domini hanno scritto (presso i grandi fornitori, quali indirizzi), come hash con chiave da cui non possiamo risalire all’originale. Quando un mittente attende, o la sua email non è arrivata, e quando ne ammetti o blocchi uno, il nome stesso, cifrato.',
      'Gli hash per 400 giorni dopo l’ultima email; il nome di un mittente la cui email attende o non è arrivata, per sette giorni; ciò che hai ammesso o bloccato, finché non lo rimuovi.',
    ],
    [
      'Richieste',
      'Contiamo quante richieste e connessioni vengono da un blocco di indirizzi di rete, per rallentare chi prova gli alias uno per uno; con un hash del suo indirizzo, quante email di prova ha ricevuto una casella; con hash con chiave, a quante persone un titolare ha scritto per primo. Con un hash di questo tipo contiamo anche quanti alias crea un titolare che ne ha più di uno.',
      'Conservato al massimo per un giorno.',
    ],
    [
      'Accessi',
      'Se confermi il tuo indirizzo, o accedi altrove con questo sito, conserviamo l’indirizzo, la lingua delle tue email, gli hash di link e codici, un contatore per ogni sessione e le passkey e i secondi fattori, se li configuri. Se accedi tramite un altro fornitore, il suo numero per te. Delle nostre email non si conserva nulla; per inviarne poche le contiamo con un hash con chiave dell’indirizzo. Dopo un cambio di indirizzo conserviamo quello precedente, cifrato, perché il cambio si possa annullare.',
      'Conservato finché non elimini tutto ciò che ti riguarda; una sessione non usata, per 180 giorni; il conteggio delle email, fino a 180 giorni dopo l’ultima; un hash con chiave dell’indirizzo, per un anno dopo la tua uscita ovunque; un indirizzo precedente, per sette giorni.',
    ],
    [
      'Il registro',
      'I guasti del servizio e ogni email che non è arrivata: quale server l’ha rifiutata e come, con un hash con chiave al posto dell’alias. Non vi si scrive alcun indirizzo email, né nulla di ciò che era scritto nell’email. Il gestore di questo sito può far registrare anche le parole del server che rifiuta, con gli indirizzi sostituiti.',
      'Conservato finché il gestore di questo sito tiene i registri.',
    ],
    [
      'Il tuo browser',
      'Un cookie, una volta che hai effettuato l’accesso qui: un orario e un hash con chiave del tuo indirizzo, che nessuno script legge. Mostra solo che avevi effettuato l’accesso in questo browser, perché nessun altro possa esaurire le email con cui accedi. Senza accesso non ce n’è. La scheda ricorda l’indirizzo che hai scritto, perché ricaricando si veda lo stesso. Il browser conserva un numero casuale che mostra quali alias vi sono stati creati, e la tua sessione una volta che vi hai confermato il tuo indirizzo.',
      'L’indirizzo finché non chiudi la scheda, la sessione finché non esci, il cookie per un anno o finché non esci qui, il numero finché non cancelli i dati di questo sito.',
    ],
  ],
  others: {
    title: 'Chi altro lo vede',
    sentences: [
      'Il server della tua casella riceve l’email e il tuo vero indirizzo, com’è inevitabile. Chi scrive all’alias vede solo l’alias. Una risposta a un indirizzo di risposta parte dall’alias. Prima si cerca il tuo indirizzo nei suoi testi, ma non nelle immagini e nei documenti che contiene. Una risposta che la tua casella invia direttamente a qualcuno mostra il tuo vero indirizzo.',
      'Chi gestisce questo server potrebbe leggere le email di passaggio e la tabella degli alias. Le copie di sicurezza contengono tutto ciò che è conservato, finché il gestore di questo sito le tiene.',
      'Il gestore di questo sito ti dice che cosa è conservato di te e lo elimina se lo chiedi, per email a postmaster nel dominio degli alias.',
      'Se questa è una prova, le email inoltrate non arrivano alla tua casella: le ultime 200 restano nella memoria di questa macchina finché il servizio non termina.',
    ],
    elsewhere: (api: string) =>
      `La tabella degli alias si trova presso ${api}, che tiene registri propri.`,
  },
};
