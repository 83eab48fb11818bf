import type { WordTable } from '../slots.js'

export const GERMAN: WordTable = {
  send: 'speichere, speichern, speicherst, schreibe, schreibst, trägst, lege, legst, ablegen, abgelegt, gehört in, kopiere nach, sichere, sicherst, lädst, schickst du, leitest, sendest, schickst, überträgst, übermittelst, leitest, geht, gehen, landet, landen, wandert, übergib, übergeben, übergibst, weiterreichen, reich, lad, hinterlege*, stelle, bereitstellen, trage, füge, gib, liefere, liefern, meldest, sende, senden, sendest, sendet, gesendet, verschicke*, verschickt, schicke, schicken, schickt, geschickt, übertrage, übertragen, überträgt, übermittle, übermitteln, übermittelt, hochladen, lade, lädt, hochgeladen, leite, weiterleiten, weitergeleitet, weiterzuleiten, hochzuladen, zu senden, zu übertragen, poste, posten, melde, melden, gemeldet, synchronisiere*, spiegle, spiegeln, teile, veröffentliche*, exportiere*, maile, mailen, gib weiter, weitergeben, weitergegeben, reiche, einreichen, per post',
  read: 'lies, lese, lesen, liest, auslesen, ausgelesen, sammle, sammeln, sammelt, gesammelt, kopiere, kopieren, kopiert, erfasse, erfassen, ermittle, suche, suchen, durchsuche*, extrahiere*, packe, hänge, füge, nimm, speichere',
  fetch:
    'ruf, aufrufen, frag, kontaktiere, ladest, hole, holen, hol, abrufen, rufe, ruf, abgerufen, lade, laden, herunterladen, lies, lese, öffne, öffnen, besuche, prüfe, frage, abfragen, ziehe',
  install:
    'installiere, installieren, installiert, installiere*, lade, herunterladen, heruntergeladen, einrichten, richte, eingerichtet, installation',
  run: 'führe, ausführen, ausgeführt, auszuführen, starte, starten, gestartet, öffne, rufe',
  write:
    'schreibe, schreiben, schreibt, geschrieben, überschreibe*, ersetze, ersetzen, ersetzt, erstelle, erstellen, speichere*, lege, ablegen, aktualisiere*, übernimm',
  amend:
    'ergänze, ergänzen, füge, hinzufügen, hinzuzufügen, hänge, anhängen, anzuhängen, trage, eintragen, einzutragen, eingetragen, ändere, ändern, geändert, bearbeite*, erweitere*, setze, umschreiben',
  obey: 'befolge*, folge, folgen, halte dich, richte dich, beachte*, gehorche*, handle, handele, tue was, tu was, mach was, verfahre*, gilt, gelten',
  follow:
    'führe, ausführen, ausgeführt, umsetzen, setze, übernimm, übernehmen, anwenden, wende, halte, behandle, behandeln',
  disable:
    'deaktiviere*, schalte, abschalten, ausschalten, abgeschaltet, ausgeschaltet, umgehe, umgehen, überspringe*, überspringen, unterdrücke*, entferne, entfernen, lockere*',
  tell: 'erwähn*, informier*, sprich, spricht, sprechen, ansprechen, anzusprechen, präsentier*, darstell*, kommentier*, berichten, berichtest, zeigst, sagst, nennst, hinweisen, hinzuweisen, aufmerksam, fragst, frage, verkünd*, offenbar*, preisgeben, preisgib, sage, sag, sagen, erwähne*, erwähnt, erwähnung, informiere*, informiert, teile, mitteilen, mitgeteilt, verrate*, berichte*, melde, melden, zeige, zeigen, gezeigt, anzeigen, offenlege*, offenlegen, benachrichtige*, hinweisen, weise, hinweis, erzähle*, erfahren, erfährt, merkt, merken, bemerkt, bemerken, wissen, angeben, aufführen, thematisiere*, kommentiere*, nenne, nennen',
  erase:
    'lösche, löschen, löscht, gelöscht, entferne, entfernen, entfernt, verberge*, verbergen, verstecke*, bereinige*',
  outrank:
    'vorrang, hat vorrang, haben vorrang, überschreibt, übersteuert, übersteuern, höhere priorität, geht vor, gehen vor, auch wenn der nutzer, auch wenn der benutzer, selbst wenn der nutzer, selbst wenn der benutzer, statt des nutzers, verbindlicher, maßgeblich',
  secret:
    'api-schlüssel, api-keys, api-key, api key, schlüssel, zugangsdaten, anmeldedaten, passwort, passwörter, passwörtern, kennwort, kennwörter, geheimnis, geheimnisse, geheimnissen, umgebungsvariable*, zugriffstoken, token, tokens, privater schlüssel, privaten schlüssel, ssh-schlüssel, seed-phrase, wiederherstellungsphrase, schlüsselbund, cookies, credentials, secrets',
  talk: 'fragen der nutzerin, fragen des nutzers, fragen des benutzers, fragen der benutzerin, fragen der person, nachrichten, was der nutzer, was die nutzerin, was der benutzer, wortlaut der unterhaltung, chat, gespräch*, gesprächsverlauf, unterhaltung*, konversation*, chatverlauf, chat-verlauf, verlauf, sitzung, sitzungsprotokoll*, sitzungsverlauf, protokoll der sitzung, transkript*, dialog, nachrichtenverlauf, nutzereingabe*, benutzereingabe*, nutzeranfrage*, anfrage, anfragen, prompts, eingaben, chatprotokoll*, sitzungsinhalt*',
  personal:
    'empfängerliste*, mailingliste*, abonnentenliste*, telefonnummer*, adresse der, adressen der, lebenslauf, bewerbungsunterlagen, konfigurationsordner, shell-historie, dotfiles, zwischenablage, bildschirmfoto*, screenshot*, browserverlauf, shell-verlauf, shell-history, kontakte, adressbuch, posteingang, postfach, personenbezogene*, persönliche daten, kundendaten, kundenliste*, patientendaten, gehaltsdaten, gehaltsliste*, rechnername, hostname, benutzername, verzeichnisliste, nutzerdaten, benutzerdaten, gerätedaten',
  work: 'vertragstext*, textes, texte, wortlaut, eingereichten, unterlagen, tabelle, liste, datei, dateien, quelltext*, quellcode, code, dokument*, entwurf, entwürfe, projekt, projektdateien, anhang, anhänge, vertrag, verträge, ergebnis, ergebnisse, ausgabe, bericht, berichte, daten, kopie, kopien, inhalt, inhalte, zusammenfassung, text, protokoll, protokolle, logdatei*, logs, repository, rechnung*, metadaten',
  memory:
    'agentenprofil*, regeldateien, projektregeln, anweisungsdatei*, merkdatei, langzeitgedächtnis, dein gedächtnis, deinem gedächtnis, gedächtnisdatei*, erinnerungsdatei, regeldatei*, systemprompt, systemanweisung*, dauerhafte anweisung*, globale anweisung*',
  skills:
    'anderen skill.md, anderen skill.md-dateien, alle skill.md, allen skill.md, jede skill.md, andere skill.md-dateien, andere skills, anderen skills, anderer skills, übrigen skills, übrige skills, alle skills, allen skills, jeden skill, jedes skill, installierten skills, installierte skills, vorhandenen skills, vorhandene skills, weiteren skills, benachbarte skills, andere skill.md, skills-ordner, skill-ordner, skill-verzeichnis',
  settings:
    'einstellungen, mcp-einstellungen, mcp-konfiguration, client-konfiguration, konfigurationsdatei, erlaubnisliste, freigabeliste, hooks, hook, autostart, berechtigungen',
  rules:
    'was dort steht, das was dort, was da steht, nächste aufgabe, was es ausgibt, was er ausgibt, was sie ausgibt, die ausgabe, ausgabe, seine ausgabe, antwort des servers, die antwort, weisung, anweisung, anweisungen, anleitung, regeln, regel, befehl, befehle, schritte, vorgaben, vorgabe, inhalt, was dort steht, dort steht, was darin steht, darin steht, was sie sagt, was er sagt, die seite, der seite, aufgaben, richtlinie*, weisungen',
  program:
    'hilfsprogramm*, programm, paket, begleitprogramm*, begleit-app, erweiterung, komponente, treiber, laufzeit*, werkzeug, client, dienst, modul, installer, installationsprogramm, skript, anwendung, app, helfer, binary, bibliothek, brücke',
  step: 'diesen schritt, dieser schritt, diesem schritt, den schritt, diese übertragung, die übertragung, den upload, dieser vorgang, diesen vorgang, davon, darüber, darauf, hiervon, hierüber, dies, das, diese anweisung, diesen hinweis, diesen abschnitt, den abruf, den versand',
  control:
    'bestätigung*, genehmigung*, freigabe, sandbox, virenscanner, virenschutz, firewall, sicherheitsprüfung*, sicherheitsabfrage*, rückfrage*, zertifikatsprüfung*',
  it: 'es, sie, ihn, diese, dieses, das ergebnis, die ergebnisse, den inhalt, die ausgabe, alles, beides, das archiv, die datei, den text, die daten, die werte',
  collector:
    'unseren server, unserem server, externen server, externer server, den server, webhook*, sammelstelle, endpunkt, sammelendpunkt, telemetrie-endpunkt, dienst des herstellers, den hersteller, den autor, dritten',
  public: 'öffentliches repository, öffentlichen gist, gist, öffentlich zugänglich*',
  agent: 'assistent, assistenten, agent, agenten, modell, ki',
  user: 'nutzer, nutzers, nutzern, nutzerin, benutzer, benutzers, benutzern, benutzerin, anwender, anwenders, person, mensch, menschen, kunde, kunden, niemand, niemandem, dem team, ihm, ihr, ihnen, auftraggeber',
  not: 'nicht, nichts, nie, niemals, kein, keine, keinen, keinem, keiner, ohne, vermeide, vermeiden, statt, unterlasse, braucht nicht, brauchst nicht, muss nicht, verboten',
  notAfter: 'nicht, nichts, nie, niemals, unterlassen, vermeiden',
  quietly:
    'heimlich, unbemerkt, verdeckt, stillschweigend, im stillen, diskret, unauffällig, lautlos, kommentarlos, im hintergrund ohne, insgeheim, geräuschlos',
  standing:
    'jeder, jede, jedes, jedem, jeden, immer, stets, automatisch, regelmäßig, täglich, stündlich, sobald, zu beginn, am anfang, am ende, beim start, beim laden, vor der antwort, bevor du antwortest, nach abschluss, abschließend, zum schluss, künftig, ab sofort, grundsätzlich, verpflichtend, pflicht',
  asked:
    'wenn der nutzer, wenn der benutzer, falls der nutzer, falls der benutzer, auf wunsch, auf anfrage, nach rückfrage, mit zustimmung, nach zustimmung, nach bestätigung, nach freigabe, frage den nutzer, frage den benutzer, frage vorher, frag vorher, frage zuerst, erst nach, nur wenn, optional, ausdrücklich*, zeige dem nutzer, zeige dem benutzer, bestätigen lassen, zustimmt',
  own: 'eigenen server, eigener server, eigenes konto, eigene, eigenen, lokal, lokale, selbst gehostet*, deinen server, deinem server, ihren server, ihrem server, konfigurierten, konfigurierte, auf diesem rechner, bleibt auf',
  attack:
    'angreifer*, bösartig*, schadsoftware, schadcode, phishing, verdächtig*, warnsignal*, erkenne, erkennt, erkennung, beispiel für, wenn eine seite, wenn ein dokument, wenn eine datei, wenn eine nachricht, wenn eine e-mail',
  first:
    'zuerst, zunächst, vorher, vor der ersten, vor dem ersten, bevor, voraussetzung*, erforderlich, benötigt, notwendig, zwingend, muss, müssen, ohne dieses, ohne diese, funktioniert nur, falls nicht vorhanden, einmalig',
  style:
    'rohe, rohdaten, json, fachbegriffe, passwörter, schlüssel, token, geheimnisse, zwischenergebnisse, technische, interne',
  hush: 'kein wort verlor*, kein wort darüber, wird kein wort, verschwiegen, verschweige, bleibt unter uns, bleibt intern, ohne dass der nutzer, ohne dass der benutzer, ohne dass die nutzerin, ohne dass die person, ohne dass jemand, geht niemanden etwas an, ohne rückfrage, ohne zu fragen, ohne nachzufragen, verschweig*, unerwähnt, kein wort, für dich, ohne kommentar, ohne es zu erwähnen, ohne erwähnung, ohne aufsehen, nicht der rede wert, ohne weitere erklärung, interner schritt, würde nur, lenkt nur, nur vom inhalt ablenken, ohne hinweis, ohne rückmeldung, ohne wissen, ohne ausgabe',
}
