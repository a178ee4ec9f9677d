export const PRIVACY = {
  title: 'Was wir speichern, und wie lange',
  short: 'Alles, was wir speichern, steht hier. Ihre Mails speichern wir nicht.',
  back: 'Zurück zur Startseite',
  parts: [
    [
      'Ihr Alias',
      'Eine Zeile: Ihre echte Adresse, der Alias, ob die Weiterleitung ein ist, und wann er erstellt wurde. Daneben: wann die Adresse bestätigt wurde, bis wann die Weiterleitung angehalten ist, wann der Alias sich selbst abschaltet, was aus Ihren Antworten wird, die Ihre Adresse zeigen, ob nur Mails bekannter Absender angenommen werden, und vor der Bestätigung ein Hash, der zeigt, welcher Browser ihn erstellt hat. Wenn Sie mehrere Aliasse haben, auch die Bezeichnung und die Website, die Sie zu jedem notieren, verschlüsselt, ob er zuerst angezeigt wird, eine für Ihre Adresse festgelegte Anzahl von Aliassen sowie API-Schlüssel als Hashes, jeder mit seinem Namen.',
      'Gespeichert, bis der Inhaber oder der Betreiber dieser Seite die Zeile löscht; wenn Adressen bestätigt werden, sieben Tage ohne Bestätigung. Ein abgeschalteter Alias bleibt gespeichert. Von einem, der gelöscht wird, nachdem er Mails befördert hat, bleibt nur der Name, damit ihn niemand sonst erhält.',
    ],
    [
      'Ihre Mails',
      'Sie gehen durch den Arbeitsspeicher, während der Absender wartet, und werden nie auf eine Platte geschrieben. Nichts von ihnen bleibt hier: kein Text und kein Betreff.',
      'Gespeichert, bis Ihr Postfach geantwortet hat, höchstens einige Minuten.',
    ],
    [
      'Zustellungen',
      'Wenn ein Absender vielleicht nicht erfahren hat, dass seine Mail angekommen ist, speichern wir einen Hash der Zustellung unter einem Schlüssel und die Antwort, damit Sie die Mail nicht doppelt erhalten. Von jeder Antwort, die Sie über einen Alias senden, speichern wir einen ebensolchen Hash ihrer Message-ID, damit die nächste sie verbergen kann. Weder eine Adresse noch ein Wort der Mail lässt sich daraus lesen.',
      'Sieben Tage gespeichert; der Hash einer Message-ID ein Jahr.',
    ],
    [
      'Was mit Ihren Mails geschah',
      'Für den Inhaber eines bestätigten Alias, wenn der Betreiber dieser Seite es nicht abgeschaltet hat: was nicht ankam (wann, von welcher Domain, warum, und welcher Server das sagte), und wie viele Mails an jedem Tag ankamen.',
      'Sieben Tage gespeichert.',
    ],
    [
      'Wer Ihnen geschrieben hat',
      'Für den Inhaber eines bestätigten Alias, unter derselben Bedingung: welche Domains geschrieben haben (bei großen Anbietern welche Adressen), als Hashes unter einem Schlüssel, die wir nicht zurücklesen können. Wenn ein Absender wartet oder seine Mail nicht ankam oder wenn Sie ihn einlassen oder sperren, der Name selbst, verschlüsselt.',
      'Die Hashes 400 Tage nach der letzten Mail; der Name eines Absenders, dessen Mail wartet oder nicht ankam, sieben Tage; was Sie eingelassen oder gesperrt haben, bis Sie es entfernen.',
    ],
    [
      'Anfragen',
      'Wir zählen, wie viele Anfragen und Verbindungen aus einem Block von Netzadressen kommen, um zu bremsen, wer Aliasse der Reihe nach durchprobiert; unter einem Hash seiner Adresse, wie viele Testmails ein Postfach erhalten hat; und mit Hashes unter einem Schlüssel, wie viele Personen ein Inhaber zuerst angeschrieben hat. Unter einem solchen Hash zählen wir auch, wie viele Aliasse ein Inhaber mehrerer Aliasse anlegt.',
      'Höchstens einen Tag gespeichert.',
    ],
    [
      'Anmeldungen',
      'Wenn Sie Ihre Adresse bestätigen oder sich mit dieser Seite anderswo anmelden, speichern wir die Adresse, die Sprache Ihrer Mails, Hashes von Links und Codes, einen Zähler für jede Sitzung, und Passkeys und zweite Faktoren, wenn Sie welche einrichten. Wenn Sie sich über einen anderen Anbieter anmelden, dessen Nummer für Sie. Von unseren Mails wird nichts gespeichert; um nur wenige zu senden, zählen wir sie unter einem Hash der Adresse mit Schlüssel. Nach einer Änderung der Adresse speichern wir die frühere verschlüsselt, damit die Änderung zurückgenommen werden kann.',
      'Gespeichert, bis Sie alles über sich löschen; eine Sitzung, die 180 Tage nicht benutzt wird, endet; die Zahl der Mails bis 180 Tage nach der letzten; ein Hash der Adresse mit Schlüssel ein Jahr, nachdem Sie sich überall abgemeldet haben; eine frühere Adresse sieben Tage.',
    ],
    [
      'Das Protokoll',
      'Fehler des Dienstes, und jede Mail, die nicht ankam: welcher Server sie wie abgelehnt hat, mit einem Hash unter einem Schlüssel statt des Alias. Keine Mailadresse wird hineingeschrieben und nichts, was in der Mail stand. Der Betreiber dieser Seite kann auch die Worte des ablehnenden Servers festhalten lassen, mit ersetzten Adressen.',
      'Gespeichert, solange der Betreiber dieser Seite Protokolle aufhebt.',
    ],
    [
      'Ihr Browser',
      'Ein Cookie, sobald Sie sich hier angemeldet haben: ein Zeitpunkt und ein Hash Ihrer Adresse mit Schlüssel, den kein Skript liest. Er zeigt nur, dass Sie in diesem Browser angemeldet waren, damit niemand sonst die Mails aufbrauchen kann, mit denen Sie sich anmelden. Ohne Anmeldung gibt es keinen. Der Tab merkt sich die eingegebene Adresse, damit ein Neuladen dasselbe zeigt. Der Browser speichert eine Zufallszahl, die zeigt, welche Aliasse in ihm erstellt wurden, und Ihre Sitzung, sobald Sie dort Ihre Adresse bestätigt haben.',
      'Die Adresse, bis Sie den Tab schließen; die Sitzung, bis Sie sich abmelden; der Cookie ein Jahr oder bis Sie sich hier abmelden; die Zahl, bis Sie die Daten dieser Seite löschen.',
    ],
  ],
  others: {
    title: 'Wer es sonst noch sieht',
    sentences: [
      'Der Server Ihres Postfachs erhält die Mail und Ihre echte Adresse, wie es sein muss. Wer dem Alias schreibt, sieht nur den Alias. Eine Antwort an eine Antwortadresse geht vom Alias aus. Ihr Text wird vorher nach Ihrer Adresse durchsucht; Bilder und Dokumente darin nicht. Eine Antwort, die Ihr Postfach direkt an jemanden sendet, zeigt Ihre echte Adresse.',
      'Der Betreiber dieses Servers könnte Mails unterwegs und die Tabelle der Aliasse lesen. Sicherungskopien enthalten alles, was gespeichert ist, so lange der Betreiber dieser Seite sie aufhebt.',
      'Der Betreiber dieser Seite sagt Ihnen, was über Sie gespeichert ist, und löscht es, wenn Sie darum bitten: per Mail an postmaster bei der Domain der Aliasse.',
      'Wenn dies ein Probebetrieb ist, gehen weitergeleitete Mails nicht in Ihr Postfach: Die letzten 200 liegen im Arbeitsspeicher dieses Rechners, bis der Dienst endet.',
    ],
    elsewhere: (api: string) =>
      `Die Tabelle der Aliasse liegt bei ${api}, wo eigene Protokolle geführt werden.`,
  },
};
