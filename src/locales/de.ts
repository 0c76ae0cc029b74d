import type { Texts } from './en.ts';

/** German, to `du`. A vote is `eingelöst`: that says nothing of who hands its reward over, or whether they did. */
export const de: Texts = {
  claim: {
    granted: {
      title: 'Vote eingelöst',
      description: 'Der Vote von **{{player}}** ist bestätigt. Die Belohnung kann jetzt vergeben werden.',
      arrived: 'Der Vote von **{{player}}** ist bestätigt, und die Belohnung ist beim Gameserver angekommen.',
      maybeTwo:
        'Die Antwort auf einen anderen Versuch dieser Einlösung ging verloren oder kam zu spät. Vielleicht wurde also auch ein zweiter Vote eingelöst. Falls eine Belohnung fehlt, nenne dem Moderationsteam die Referenz `{{reference}}`.',
      unlikelyTwo:
        'Der Vote-Dienst konnte einen anderen Versuch dieser Einlösung nicht beantworten. Dass auch ein zweiter Vote eingelöst wurde, ist möglich, aber unwahrscheinlich. Falls eine Belohnung fehlt, nenne dem Moderationsteam die Referenz `{{reference}}`.',
    },
    none: {
      title: 'Noch kein Vote gefunden',
      description:
        'Für **{{player}}** gibt es keinen Vote, der belohnt werden kann. Wenn du gerade erst gevotet hast, warte einen Moment und prüfe es dann erneut.',
    },
    already: {
      title: 'Bereits eingelöst',
      description:
        'Der Vote von **{{player}}** wurde bereits eingelöst. Ein Vote wird nur einmal belohnt. Keine Belohnung? Nenne dem Moderationsteam die Referenz `{{reference}}`.',
      own: 'Du hast den Vote von **{{player}}** {{relative}} eingelöst. Ein Vote wird nur einmal belohnt. Keine Belohnung? Nenne dem Moderationsteam die Referenz `{{reference}}`.',
      recorded: 'Dieser Bot hat die frühere Einlösung am {{time}} verzeichnet.',
      reference: 'Referenz dieser Anfrage: {{reference}}',
    },
    'likely-granted': {
      title: 'Vote eingelöst, erste Antwort verloren',
      description:
        'Das Moderationsteam entscheidet, wie es weitergeht, und dieser Bot sagt dir dann Bescheid. Laut Vote-Dienst ist der Vote von **{{player}}** eingelöst, aber eine Antwort des Dienstes an diesen Bot ging verloren. Sehr wahrscheinlich hat also dieser Bot diesen oder einen früheren Vote eingelöst. Keine Belohnung? Nenne dem Moderationsteam die Referenz `{{reference}}`.',
    },
    pending: {
      title: 'Einlösung noch nicht bestätigt',
      description:
        'Der Vote-Dienst hat den Vote von **{{player}}** noch nicht bestätigt. Dieser Bot versucht es 15 Minuten lang weiter. Falls sich bis dahin nichts geändert hat, nenne dem Moderationsteam die Referenz `{{reference}}`. Erneutes Prüfen schadet nicht.',
    },
    reviewed: {
      unstated:
        'Es geht um den Vote von **{{player}}**. Jemand vom Moderationsteam hat sich das angesehen und die Einlösung als erledigt markiert. Falls noch etwas fehlt, nenne dem Moderationsteam die Referenz `{{reference}}`.',
      claimed:
        'Es geht um den Vote von **{{player}}**. Jemand vom Moderationsteam hat sich das angesehen: Der Vote wurde eingelöst. Falls noch etwas fehlt, nenne dem Moderationsteam die Referenz `{{reference}}`.',
      'not-claimed':
        'Es geht um den Vote von **{{player}}**. Jemand vom Moderationsteam hat sich das angesehen: Der Vote wurde nicht eingelöst. Falls es den Vote noch gibt, kannst du noch einmal versuchen, ihn einzulösen.',
    },
    unavailable: {
      title: 'Vote-Dienst nicht verfügbar',
      notSent:
        'Der Vote-Dienst war nicht erreichbar, deshalb wurde nichts eingelöst. Falls **{{player}}** gevotet hat, ist der Vote noch da: Versuche es später noch einmal.',
      refused:
        'Der Vote-Dienst hat die Einlösung abgelehnt, es wurde also nichts eingelöst. Falls **{{player}}** gevotet hat, ist der Vote noch da: Versuche es später noch einmal.',
      notSentNow: 'Der Vote-Dienst war gerade nicht erreichbar. Versuche es später noch einmal.',
      refusedNow: 'Der Vote-Dienst hat diesen Versuch abgelehnt. Versuche es später noch einmal.',
    },
    postponed: {
      title: 'Bitte warten',
      notSent:
        'Gerade wollen zu viele auf einmal ihren Vote einlösen, deshalb wurde für **{{player}}** nichts gesendet. Falls es einen Vote gibt, ist er noch da: Versuche es {{relative}} noch einmal.',
      notSentNow:
        'Gerade wollen zu viele auf einmal ihren Vote einlösen, deshalb wurde diesmal nichts gesendet. Versuche es {{relative}} noch einmal.',
      late: 'Zu viele wollten auf einmal ihren Vote einlösen, deshalb wurde nichts gesendet. Prüfe es jetzt erneut.',
      interrupted:
        'Der Bot wurde unterbrochen, bevor er für **{{player}}** etwas gesendet hat. Falls es einen Vote gibt, ist er noch da: Prüfe es jetzt erneut.',
      interruptedNow: 'Der Bot wurde unterbrochen, bevor er diesmal etwas gesendet hat. Prüfe es jetzt erneut.',
    },
    late: 'Zu deiner Einlösung für **{{player}}** ({{relative}}):',
    lateIn: 'Zu deiner Einlösung für **{{player}}** auf {{guild}} ({{relative}}):',
    inDoubt:
      'Die Antwort auf einen früheren Versuch ging verloren. Vielleicht hat dieser Bot also schon einen Vote von **{{player}}** eingelöst. Falls eine Belohnung fehlt, nenne dem Moderationsteam die Referenz `{{reference}}`.',
    notSetUp: {
      title: 'Das Einlösen ist hier nicht eingerichtet',
      description:
        'Auf diesem Discord-Server ist kein Zugriffstoken zum Einlösen von Votes hinterlegt. Wer die Berechtigung *Server verwalten* hat, kann das mit </settings token> ändern.',
    },
    tokenRefused: {
      title: 'Ein Admin muss eingreifen',
      description:
        'Zugriffstoken abgelehnt. Der Vote-Dienst akzeptiert das Token nicht, mit dem hier Votes eingelöst werden, deshalb wurde nichts eingelöst. Wer die Berechtigung *Server verwalten* hat, kann mit </settings token> ein anderes hinterlegen; falls das abgelehnte dem Betreiber dieses Bots gehört, muss er es erneuern.',
      now: 'Zugriffstoken abgelehnt. Der Vote-Dienst akzeptiert das Token nicht, mit dem hier Votes eingelöst werden. Wer die Berechtigung *Server verwalten* hat, kann mit </settings token> ein anderes hinterlegen; falls das abgelehnte dem Betreiber dieses Bots gehört, muss er es erneuern.',
    },
    badName: {
      title: 'Prüfe den Spielernamen',
      description:
        'Ein Spielername hat 1 bis {{max}} Zeichen und keine Zeilenumbrüche. Schreibe ihn genau wie im Spiel.',
      refused: 'Der Vote-Dienst akzeptiert **{{player}}** nicht als Spielernamen. Schreibe ihn genau wie im Spiel.',
    },
    announcement: {
      title: 'Danke fürs Voten',
      description: '**{{player}}** hat gevotet. Die Belohnung kann jetzt vergeben werden.',
      arrived: '**{{player}}** hat gevotet. Die Belohnung ist beim Gameserver angekommen.',
      wasResolved:
        'An das Moderationsteam: Diese Einlösung war schon als erledigt markiert. Klärt zuerst, wer das war, damit der Vote nicht zweimal belohnt wird.',
      maybeTwo:
        'An das Moderationsteam: Die Antwort auf einen anderen Versuch ging verloren oder kam zu spät. Vielleicht wurde also auch ein zweiter Vote eingelöst. Fragt beim Vote-Dienst nach, bevor ihr mehr als eine Belohnung vergebt.',
      unlikelyTwo:
        'An das Moderationsteam: Der Vote-Dienst konnte einen anderen Versuch nicht beantworten. Dass auch ein zweiter Vote eingelöst wurde, ist möglich, aber unwahrscheinlich.',
    },
    nameSaved: {
      title: 'Name gemerkt',
      description:
        '</claimvote> ohne Namen löst hier jetzt den Vote von **{{player}}** ein. Die letzten {{max}} gemerkten Namen werden beim Tippen vorgeschlagen.',
    },
    moderatorsTold: {
      title: 'Moderationsteam informiert',
      description: 'Deine Frage steht in seinem Kanal, mit der Referenz `{{reference}}`.',
    },
    noModerators: {
      title: 'Sag dem Moderationsteam selbst Bescheid',
      description:
        'Dieser Bot hat hier zurzeit keinen Kanal für das Moderationsteam. Nenne dem Moderationsteam die Referenz `{{reference}}`: Damit kann es deine Einlösung öffnen.',
    },
    modalTitle: 'Vote einlösen',
    modalLabel: 'Spielername',
    modalHint: 'Genau wie im Spiel',
    forgotten: {
      title: 'Einlösung nicht gefunden',
      description: 'Diese Einlösung ist nicht mehr gespeichert. Verwende stattdessen </claimvote>.',
    },
  },
  claims: {
    list: {
      title: 'Einlösungen',
      parked: '**Warten auf das Moderationsteam**',
      others: '**Andere Einlösungen**',
      shownToSome: 'Antwort bisher {{shown}} von {{asked}} Personen angezeigt',
      notShown: 'Antwort noch nicht angezeigt',
      resolved: 'Als erledigt markiert',
      reward: {
        held: 'Belohnung zurückgehalten',
        parked: 'Belohnung angekommen?',
        badName: 'Belohnung nicht gesendet',
        due: 'Belohnung noch nicht angenommen',
      },
      page: 'Einlösungen: {{total, number}} · warten auf das Moderationsteam: {{parked, number}} · Seite {{page, number}} von {{pages, number}}',
      pick: 'Eine dieser Einlösungen anzeigen',
    },
    file: {
      title: 'Einlösungen als Datei',
      description: 'Die Datei enthält alle Einlösungen dieser Liste.',
      cut: 'Die Datei enthält die ersten {{max, number}} Einlösungen dieser Liste: erst die, die auf das Moderationsteam warten, dann die neuesten. Wenn du andere brauchst, grenze die Liste mit den Optionen von </claims> ein.',
    },
    noneFound: {
      title: 'Keine Einlösungen gefunden',
      description:
        'Auf diesem Discord-Server gibt es noch keine Einlösungen, oder keine passt zu den Optionen von </claims>.',
    },
    gone: {
      title: 'Liste nicht mehr verfügbar',
      description: 'Sie ist zu alt oder nicht deine. Verwende </claims> noch einmal.',
    },
    notFound: {
      title: 'Einlösung nicht gefunden',
      description:
        'Diese Einlösung ist auf diesem Discord-Server nicht mehr gespeichert. Verwende </claims> noch einmal.',
    },
    underWay: 'Einlösung läuft',
    sentAgain:
      'Die Belohnung wird noch einmal gesendet. Ein Webhook erkennt sie an der ID und zählt sie nur einmal; NuVotifier vergibt sie ein weiteres Mal.',
    askRepeat:
      'Der Spielserver hat diese Belohnung schon angenommen. NuVotifier merkt nicht, wenn ein Vote noch einmal kommt: Es vergibt die Belohnung **ein weiteres Mal**. Festgehalten wird, wer das veranlasst hat.',
    repeatNeedsManager:
      'Es wurde nichts gesendet: Der Spielserver hat diese Belohnung schon angenommen und würde sie ein weiteres Mal vergeben. Dafür brauchst du *Server verwalten*.',
    nothingToSend: 'Für diese Einlösung gibt es nichts mehr zu senden.',
    placeIsOff:
      'Es wurde nichts gesendet: Der Empfänger ist pausiert oder aus. Mit </settings rewards> lässt sich das Senden fortsetzen.',
    arrived: 'Notiert: Die Belohnung ist angekommen.',
    nothingParked: 'Das ist bei dieser Einlösung nicht mehr offen.',
    reviewed: 'Vom Moderationsteam angesehen',
    resolved: 'Nie bestätigt, vom Moderationsteam als erledigt markiert',
    refused: 'Vom Vote-Dienst abgelehnt',
    deletedPerson: 'jemand (Daten gelöscht)',
    detail: {
      title: 'Einlösung {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      maybeTwo:
        'Die Antwort auf einen anderen Versuch ging verloren oder kam zu spät. Vielleicht wurde also auch ein zweiter Vote eingelöst.',
      unlikelyTwo:
        'Der Vote-Dienst konnte einen anderen Versuch nicht beantworten. Dass auch ein zweiter Vote eingelöst wurde, ist möglich, aber unwahrscheinlich.',
      alsoInDoubt:
        'Für diesen Spieler auch ungeklärt: {{references}}. Falls es um denselben Vote geht, entscheidet nur einmal.',
      inDoubt:
        'Die Antwort auf einen früheren Versuch für diesen Spielernamen ging verloren. Vielleicht wurde also ein Vote eingelöst, obwohl diese Einlösung nichts ergab.',
      parked:
        'Der Vote-Dienst hat nie mitgeteilt, ob dieser Vote eingelöst ist. Prüfe es erneut und markiere die Einlösung als erledigt, sobald die Sache geklärt ist.',
      told: 'angezeigt: {{verdict}}',
      toldNothing: 'noch keine Antwort angezeigt',
      before_one: '{{count}} weiterer davor',
      before_other: '{{count}} weitere davor',
      noAttempts: 'Keine: Es wurde nichts an den Vote-Dienst gesendet.',
      fields: {
        asked: 'Angefragt von',
        attempts: 'Versuche',
        resolved: 'Als erledigt markiert von',
        note: 'Notiz',
        reward: 'Belohnung',
        decided: 'Entscheidungen zur Belohnung',
      },
      decisions: { 'sent-again': 'erneut gesendet: {{hook}}', arrived: 'angekommen: {{hook}}' },
      outcomes: {
        none: 'es gab keinen Vote zum Einlösen',
        claimed: 'der Vote wurde eingelöst',
        already: 'der Vote war schon vorher eingelöst',
        notSent: 'der Vote-Dienst war nicht erreichbar, es wurde nichts gesendet',
        rejected: 'der Vote-Dienst hat abgelehnt (Status {{status}})',
        unknown: 'gesendet, aber es kam keine brauchbare Antwort zurück',
        unfinished: 'gesendet, aber keine Antwort festgehalten',
      },
    },
    resolve: {
      modalTitles: {
        unstated: 'Diese Einlösung als erledigt markieren',
        claimed: 'Der Vote wurde eingelöst',
        'not-claimed': 'Der Vote wurde nicht eingelöst',
      },
      modalLabel: 'Was hast du herausgefunden?',
      modalHint: 'Nur fürs Moderationsteam: Wer angefragt hat, sieht das nicht',
      done: 'Diese Einlösung ist als erledigt markiert. Wer sie angefragt hat, erfährt so bald wie möglich, dass sich jemand vom Moderationsteam das angesehen hat.',
      decided:
        'Was du herausgefunden hast, ist festgehalten. Wer die Einlösung angefragt hat, erfährt es so bald wie möglich.',
      already: 'Jemand hatte diese Einlösung schon als erledigt markiert, deshalb wurde deine Notiz nicht gespeichert.',
      notParked:
        'Diese Einlösung wartet nicht mehr auf das Moderationsteam, deshalb wurde deine Notiz nicht gespeichert.',
      badNote: {
        title: 'Prüfe die Notiz',
        description: 'Eine Notiz hat 1 bis {{max}} Zeichen. Es wurde nichts geändert.',
      },
    },
  },
  escalations: {
    pending: {
      title: 'Eine Einlösung wartet auf euch',
      description: 'Der Vote-Dienst hat den Vote von **{{player}}** nie bestätigt.',
      todo: '*Einlösung öffnen* prüft sie erneut; oder entscheidet hier. Wer angefragt hat, erfährt es.',
    },
    'likely-granted': {
      description:
        'Der Vote von **{{player}}** ist eingelöst, sehr wahrscheinlich durch diesen Bot, aber die Antwort, in der das stand, ging verloren. Es kann auch ein früherer Vote sein.',
      todo: 'An das Moderationsteam: Prüft das, bevor ihr die Belohnung vergebt. </claims> zeigt, was für diesen Spielernamen eingelöst wurde.',
    },
    granted: {
      title: 'Vielleicht steht eine zweite Belohnung aus',
      description:
        'Der Vote von **{{player}}** ist bestätigt. Eine andere Antwort dazu ging verloren oder kam zu spät: Vielleicht wurden zwei Votes eingelöst.',
      todo: 'Fragt beim Vote-Dienst nach, bevor ihr mehr als eine Belohnung vergebt.',
    },
    delivery: {
      title: 'Ist die Belohnung angekommen?',
      description: 'Unklar ist, ob **{{player}}** die Belohnung hat.',
      todo: 'Ist sie im Spiel da, oder vergebt ihr sie selbst: *Ist angekommen*. Sonst: *Erneut senden*.',
    },
    badName: {
      title: 'Eine Belohnung wurde nicht gesendet',
      description:
        'Ein Name hat in einem Vote höchstens 16 Buchstaben, Ziffern und Unterstriche, deshalb wurde die Belohnung für **{{player}}** nicht gesendet.',
      todo: 'Vergebt sie selbst und drückt dann auf *Ist angekommen*.',
    },
    failing: {
      title: 'Eine Belohnung wird nicht angenommen',
      description:
        'Der Gameserver nimmt die Belohnung für **{{player}}** noch nicht an. Dieser Bot versucht es weiter.',
      todo: 'Den Grund zeigt </settings rewards>, wenn du *Server verwalten* darfst. *Erneut senden* versucht es sofort.',
    },
    asked: {
      title: 'Ein Mitglied fragt nach einer Einlösung',
      description: '{{person}} fragt nach der Einlösung für **{{player}}**. Angezeigt wurde: {{verdict}}.',
      todo: '*Einlösung öffnen* zeigt, was passiert ist und was ihr tun könnt.',
      decide:
        '*Einlösung öffnen* zeigt, was passiert ist. Was ihr hier oder dort entscheidet, erfahren alle, die gefragt haben.',
    },
    elsewhere:
      'Zuständig ist das Moderationsteam eines anderen Discord-Servers, auf dem zuerst angefragt wurde. Wer hier angefragt hat, erfährt es auch.',
    decide: '*Einlösung öffnen* zeigt, was eingelöst wurde. Entscheidet dann hier: Wer angefragt hat, erfährt es.',
    facts: { asked: 'Von:', reward: 'Belohnung:', todo: 'Zu tun:' },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Löschung am {{time}}. Werde vorher aktiv, um sie zu verhindern.',
    deletionPast: 'Die Löschung war für den {{time}} geplant.',
    grace: 'Kulanzfrist bis zum {{time}}. Zahle vorher, um das Abo zu behalten.',
    gracePast: 'Die Kulanzfrist endete am {{time}}.',
    cancelled: 'Gekündigt, verlängert sich also nicht. Aktiv bis zum {{time}}.',
    cancelledPast: 'Gekündigt, wurde also nicht verlängert. Die Laufzeit endete am {{time}}.',
    cancelledOpenEnd: 'Gekündigt, verlängert sich also am Ende der Laufzeit nicht.',
    changePending: 'Eine Änderung des Abos steht an.',
    stale: 'Gespeicherte Kopie, {{time}} abgerufen; der Abo-Dienst antwortet nicht.',
    standard:
      '„Standard“ ist auch die Antwort, wenn ein Server oder Team unbekannt oder gelöscht ist; prüfe die ID, falls dich das überrascht.',
    checked: 'Geprüft {{time}}',
    quoted: '„{{text}}“',
    chooseBelow: 'Wähle unten, welches Abo angezeigt wird',
    version: 'Datensatzversion {{version}}',
    kinds: { server: 'Server', team: 'Team' },
    teamModes: { solo: 'Solo', studio: 'Studio' },
    fields: {
      kind: 'Art',
      interval: 'Abrechnung',
      renews: 'Verlängert sich am',
      wasDue: 'War fällig am',
      activeUntil: 'Aktiv bis',
      periodEnded: 'Laufzeit endete am',
      change: 'Anstehende Änderung',
      since: 'Abo seit',
      id: 'ID',
    },
    words: {
      active: 'Aktiv',
      past_due: 'Zahlung überfällig',
      canceled: 'Gekündigt',
      month: 'Monatlich',
      year: 'Jährlich',
      plan: 'Abo',
      interval: 'Abrechnung',
      effective_at: 'Gilt ab',
    },
    changed: '{{what}}: {{value}}',
    unavailable: {
      title: 'Abo-Dienst nicht verfügbar',
      description:
        'Das Abo konnte nicht beim Abo-Dienst abgefragt werden, und es gibt keine gespeicherte Kopie davon. Versuche es später noch einmal.',
    },
    keyRefused: {
      title: 'Der Betreiber muss eingreifen',
      description:
        'Der Abo-Dienst hat den Anwendungsschlüssel des Bots abgelehnt. Nur der Betreiber dieses Bots kann ihn erneuern.',
    },
    badId: {
      title: 'Prüfe die ID des Servers oder Teams',
      description:
        'Die ID eines Servers oder Teams hat 1 bis 80 Zeichen: Buchstaben von A bis Z, Ziffern und `_ . : -`. Kopiere sie dort, wo der Server oder das Team verwaltet wird, oder wähle eine, die </plan> beim Tippen vorschlägt.',
    },
    noneLinked: {
      title: 'Kein Server oder Team verknüpft',
      description:
        'Mit diesem Discord-Server ist noch kein Server oder Team verknüpft. Wer *Server verwalten* darf, kann das ändern.',
      manager:
        'Mit diesem Discord-Server ist noch kein Server oder Team verknüpft. Mit </entity link> kannst du das ändern.',
    },
    notLinked: {
      title: 'Hier nicht verknüpft',
      description:
        'Mit diesem Discord-Server ist kein Server oder Team mit dieser ID verknüpft. Wähle eine ID, die </plan> beim Tippen vorschlägt.',
    },
    others: 'Ein anderes Abo anzeigen',
  },
  plans: {
    title: 'Abos',
    progress: '{{done, number}} von {{total, number}} abgefragt',
    unanswered: 'Keine Antwort vom Abo-Dienst',
    deletion: 'Löschung {{time}}',
    deletionPast: 'Löschung war {{time}} fällig',
    grace: 'Kulanzfrist endet {{time}}',
    gracePast: 'Kulanzfrist endete {{time}}',
    cancelled: 'Gekündigt, endet {{time}}',
    cancelledPast: 'Gekündigt, endete {{time}}',
    cancelledOpenEnd: 'Gekündigt',
    change: 'Änderung steht an',
    stale: 'Gespeicherte Kopie, {{time}} abgerufen',
    nothing: 'Keine dieser IDs konnte abgefragt werden.',
    allWell: 'Kein Handlungsbedarf.',
    page: '{{total, number}} insgesamt · mit Handlungsbedarf: {{attention, number}} · Seite {{page, number}} von {{pages, number}}',
    fields: {
      badIds: 'Keine ID eines Servers oder Teams',
      notLinked: 'Nicht mit diesem Discord-Server verknüpft',
      leftOut: 'Ausgelassen',
    },
    leftOut: '{{count, number}}, denn auf einmal werden höchstens {{max, number}} abgefragt.',
    file: {
      title: 'Abos als Datei',
      description: 'Die Datei enthält alle Abos dieser Liste, mit allem, was der Abo-Dienst dazu angibt.',
    },
    closed: {
      title: 'Liste nicht mehr verfügbar',
      description: 'Sie ist zu alt oder nicht deine. Verwende </plans> noch einmal.',
    },
  },
  entity: {
    ask: {
      title: 'Diesen Server oder dieses Team verknüpfen?',
      here: 'Der Abo-Dienst gibt zu `{{id}}` an:',
      elsewhere: 'Soll mit dem Discord-Server `{{guild}}` verknüpft werden. Der Abo-Dienst gibt zu `{{id}}` an:',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'In Listen heißt der Eintrag **{{label}}**.',
    },
    linked: {
      title: 'Verknüpft',
      description: '**{{label}}** (`{{id}}`) ist verknüpft.',
      elsewhere: 'Das gilt für den Discord-Server `{{guild}}`.',
      isDefault: '</plan> ohne ID zeigt dieses Abo an.',
    },
    already: {
      title: 'Bereits verknüpft',
      description: '`{{id}}` ist bereits verknüpft, deshalb wurde nichts geändert.',
    },
    full: {
      title: 'Höchstzahl an Verknüpfungen erreicht',
      description:
        'Mit einem Discord-Server können höchstens {{max, number}} Server und Teams verknüpft sein. Löse eine Verknüpfung, die nicht mehr gebraucht wird.',
    },
    forbidden: {
      title: 'Das kannst du hier nicht verwenden',
      description:
        'Nur der Betreiber dieses Bots kann Server und Teams mit einem anderen Discord-Server verknüpfen, und antworten kann nur, wer gefragt wurde.',
    },
    expired: {
      title: 'Nicht rechtzeitig bestätigt',
      description:
        'Diese Frage ist zu alt oder schon beantwortet. Falls der Server oder das Team noch nicht verknüpft ist, verwende </entity link>.',
    },
    cancelled: { title: 'Nicht verknüpft', description: 'Es wurde nichts verknüpft.' },
    notHome: {
      title: 'Frage den Betreiber dieses Bots',
      description:
        'Nur der Betreiber dieses Bots kann hier Server und Teams verknüpfen. Schicke ihm diese beiden IDs:\nDiscord-Server `{{guild}}`\nServer oder Team `{{id}}`',
    },
    badGuild: {
      title: 'Prüfe die ID des Discord-Servers',
      description:
        'Die ID eines Discord-Servers hat 17 bis 20 Ziffern. Kopiere sie in Discord bei eingeschaltetem Entwicklermodus.',
    },
    notInGuild: {
      title: 'Der Bot ist nicht auf diesem Discord-Server',
      description:
        'Dieser Bot ist nicht auf dem Discord-Server `{{guild}}`. Prüfe die ID, oder lade den Bot zuerst dorthin ein.',
    },
    unlinked: {
      title: 'Verknüpfung gelöst',
      description: '**{{label}}** (`{{id}}`) ist hier nicht mehr verknüpft.',
    },
    list: {
      line: '**{{label}}**\n-# `{{id}}`',
      defaultLine: '**{{label}}** · voreingestellt\n-# `{{id}}`',
      page: '{{total, number}} verknüpft · Seite {{page, number}} von {{pages, number}}',
      pick: 'Eine andere Voreinstellung wählen',
      chooseBelow: 'Wähle unten, was </plan> ohne ID anzeigt.',
    },
  },
  setup: {
    title: 'Einrichtung dieses Discord-Servers',
    pick: 'Eine Einstellung ansehen oder ändern',
    fix: 'Beheben: {{what}}',
    start: 'Einrichten: {{what}}',
    then: 'Danach: {{what}}',
    fields: { next: 'Nächster Schritt', done: 'Eingerichtet', optional: 'Bei Bedarf' },
    next: {
      token: 'Votes können hier noch nicht eingelöst werden: Hinterlege das Zugriffstoken deines Gameservers.',
      entities: 'Verknüpfe deinen Server oder dein Team, damit </plan> das Abo findet.',
      'vote-link': 'Zeige den Mitgliedern, wo sie voten können.',
      announcements: 'Wähle, wo eingelöste Votes bekannt gegeben werden.',
      moderators: 'Wähle, wo Einlösungen gepostet werden, die eine Entscheidung brauchen.',
      nothing: 'Keiner: Alles Nötige ist eingerichtet.',
    },
    names: {
      token: 'Zugriffstoken',
      entities: 'Verknüpfte Server und Teams',
      'vote-link': 'Vote-Links',
      announcements: 'Ankündigungen',
      moderators: 'Kanal des Moderationsteams',
      rewards: 'Belohnungen auf dem Gameserver',
      alerts: 'Abo-Meldungen',
      panel: 'Panel zum Einlösen',
      'voter-role': 'Vote-Rolle',
      reminders: 'Erinnerungen ans Voten',
      goal: 'Ziel',
    },
    token: {
      own: 'Endet auf `{{ending}}`',
      operators: 'Vom Betreiber',
      none: 'Keines: Votes können hier nicht eingelöst werden',
    },
    badNumber: {
      title: 'Prüfe die Zahl',
      description: 'Es muss eine ganze Zahl von {{min, number}} bis {{max, number}} sein. Es wurde nichts geändert.',
    },
  },
  forms: {
    channel: 'Kanal',
    role: 'Rolle',
    arrival: 'Ankunft',
    yes: 'Ja',
    no: 'Nein',
    hours: 'Stunden',
    claims: 'Einlösungen',
    every: 'Zeitraum',
    url: 'Vote-Link',
    label: 'Bezeichnung',
    id: 'ID',
  },
  settings: {
    token: {
      modalTitle: 'Zugriffstoken zum Einlösen von Votes',
      modalLabel: 'Zugriffstoken',
      modalHint: 'Aus deinem Konto beim Vote-Dienst',
      saved: {
        title: 'Zugriffstoken gespeichert',
        description:
          'Votes werden jetzt mit dem Token eingelöst, das auf `{{ending}}` endet. Es wird verschlüsselt gespeichert und nie vollständig angezeigt. Ob es funktioniert, zeigt die erste Einlösung.',
      },
      otherHooks:
        'Empfänger, die auf ein früheres Zugriffstoken beschränkt sind und deshalb von keiner neuen Einlösung erfahren: {{count, number}} (siehe </settings rewards>).',
      askClear: {
        title: 'Zugriffstoken löschen?',
        description:
          'Das Token, das auf `{{ending}}` endet, wird hier gelöscht. Nur wer es hat, kann es wieder hinterlegen.',
      },
      cleared: {
        title: 'Zugriffstoken gelöscht',
        operators: 'Votes werden jetzt mit dem Token des Betreibers eingelöst.',
        none: 'Votes können hier erst wieder eingelöst werden, wenn mit </settings token> ein Token hinterlegt ist.',
      },
      changed: {
        title: 'Das Zugriffstoken hat sich geändert',
        description:
          'Das Token, für das dieser Button gedacht war, ist nicht mehr hinterlegt, deshalb wurde nichts gelöscht. </setup> zeigt, was jetzt eingestellt ist.',
      },
      bad: {
        title: 'Prüfe das Zugriffstoken',
        description:
          'Ein Zugriffstoken hat {{min}} bis {{max}} Zeichen: nur Buchstaben von A bis Z, Ziffern und Sonderzeichen, keine Leerzeichen. Es wurde nichts geändert.',
        foreign:
          'Das sieht nach einem Token für {{service}} aus. Das Zugriffstoken findest du in deinem Konto beim Vote-Dienst. Es wurde nichts geändert.',
      },
    },
    voteLink: {
      saved: 'Vote-Link gespeichert',
      removed: 'Vote-Link entfernt',
      none: 'Dieser Discord-Server hat keinen eigenen Vote-Link.',
      hint: 'Jeder Link erscheint als Button überall, wo Mitglieder etwas zu ihren Votes lesen. `{player}` in einem Link wird durch den Spielernamen ersetzt; im Panel, das keinen kennt, fehlt so ein Link. Möglich sind bis zu {{max}}.',
      remove: 'Einen Vote-Link entfernen',
      tooMany: {
        title: 'Kein Platz für einen weiteren Vote-Link',
        description:
          'Mehr als {{max}} sind nicht möglich. Entferne zuerst einen: </settings vote-link> listet sie auf.',
      },
      bad: {
        title: 'Prüfe den Vote-Link',
        description:
          'Ein Vote-Link beginnt mit `https://` und hat höchstens {{max}} Zeichen; `{player}` darf überall hinter dem Namen der Website stehen. Es wurde nichts geändert.',
      },
    },
    panel: {
      refused: 'Das Panel konnte nicht gepostet werden',
      states: {
        none: 'Es gibt noch kein Panel. Ein Panel ist eine Nachricht mit deinen Vote-Links und einem Button, über den alle ihren Vote einlösen können. So wird es aussehen:',
        shown: 'Das Panel ist in <#{{channel}}>. So sieht es aus:',
        gone: 'Die Nachricht mit dem Panel wurde gelöscht. So wird es aussehen:',
        'out-of-reach':
          'Das Panel ist in <#{{channel}}>, wo der Bot es nicht mehr ändern kann. Lass ihn den Kanal sehen und dort Nachrichten senden, oder verschiebe es mit </settings panel>. So sollte es aussehen:',
      },
      changed: { shown: 'Das Panel ist in <#{{channel}}>.', none: 'Das Panel wurde entfernt.' },
      'out-of-reach':
        'Der Bot kann in diesem Kanal nicht posten. Gib ihm dort *Kanal ansehen*, *Nachrichten senden* und *Links einbetten*. Es wurde nichts geändert.',
      unusable: 'Wähle einen Text- oder Ankündigungskanal. Es wurde nichts geändert.',
      modalTitle: 'Text des Panels',
      modalLabel: 'Text',
      modalHint: 'Markdown funktioniert, nur maskierte Links nicht.',
    },
    announcements: {
      saved: {
        title: 'Ankündigungen gespeichert',
        on: 'Eingelöste Votes werden in <#{{channel}}> bekannt gegeben.',
        off: 'Eingelöste Votes werden nicht bekannt gegeben.',
      },
      arrival: 'Kommt die Belohnung beim Gameserver an, steht das auch in der Ankündigung.',
      noChannel: {
        title: 'Wähle einen Kanal',
        description:
          'Ankündigungen brauchen einen Kanal: Wähle ihn mit der Option `channel`. Es wurde nichts geändert.',
      },
      stopped: {
        title: 'Ankündigungen sind ausgeschaltet',
        description:
          'Die letzte Ankündigung konnte nicht in <#{{channel}}> gepostet werden: Den Kanal gibt es nicht mehr, oder der Bot darf dort keine Nachrichten senden. Deshalb wurden die Ankündigungen ausgeschaltet. Lass den Bot dort posten und verwende dann </settings announcements> mit `on:True`, oder wähle mit `channel:` einen anderen Kanal.',
      },
    },
    alerts: {
      saved: {
        title: 'Abo-Meldungen gespeichert',
        on: 'Änderungen an den Abos der verknüpften Server und Teams werden in <#{{channel}}> gepostet, mit Erinnerungen 7 Tage, 3 Tage und 1 Tag, bevor eine Kulanzfrist oder ein gekündigtes Abo endet oder ein Server oder Team gelöscht wird. Alle, die diesen Kanal sehen, können sie lesen.',
        off: 'Änderungen an Abos werden nicht gepostet.',
      },
      noChannel: {
        title: 'Wähle einen Kanal',
        description:
          'Abo-Meldungen brauchen einen Kanal: Wähle ihn mit der Option `channel`. Es wurde nichts geändert.',
      },
      stopped: {
        title: 'Abo-Meldungen sind ausgeschaltet',
        description:
          'Die letzte Abo-Meldung konnte nicht in <#{{channel}}> gepostet werden: Den Kanal gibt es nicht mehr, oder der Bot darf dort keine Nachrichten senden. Deshalb wurden die Abo-Meldungen ausgeschaltet. Lass den Bot dort posten und verwende dann </settings alerts> mit `on:True`, oder wähle mit `channel:` einen anderen Kanal.',
      },
    },
    moderators: {
      saved: {
        title: 'Kanal des Moderationsteams gespeichert',
        on: 'Einlösungen, um die sich das Moderationsteam kümmern muss, werden ab jetzt in <#{{channel}}> gepostet. Dort steht, wer angefragt hat: Wähle also einen Kanal, den nur das Moderationsteam sieht.',
        off: 'Einlösungen, um die sich das Moderationsteam kümmern muss, werden nicht gepostet. </claims> listet sie auf.',
      },
      noChannel: {
        title: 'Wähle einen Kanal',
        description:
          'Das Moderationsteam braucht einen Kanal: Wähle ihn mit der Option `channel`. Es wurde nichts geändert.',
      },
      stopped: {
        title: 'Der Kanal des Moderationsteams ist ausgeschaltet',
        description:
          'Die letzte Einlösung, um die sich das Moderationsteam kümmern muss, konnte nicht in <#{{channel}}> gepostet werden: Den Kanal gibt es nicht mehr, oder der Bot darf dort keine Nachrichten senden. Deshalb werden solche Einlösungen nicht mehr gepostet; </claims> listet sie auf. Lass den Bot dort posten und verwende dann </settings moderators> mit `on:True`, oder wähle mit `channel:` einen anderen Kanal.',
      },
    },
    role: {
      mentioned:
        'Jeder Post dort erwähnt <@&{{role}}>. Discord benachrichtigt die Mitglieder dieser Rolle nur, wenn alle sie erwähnen dürfen oder der Bot dort *Erwähne @everyone, @here und „Alle Rollen“* hat.',
      bad: {
        title: 'Wähle eine andere Rolle',
        description:
          'Jede Rolle dieses Discord-Servers kann erwähnt werden, außer `@everyone`. Es wurde nichts geändert.',
      },
    },
    permissions: {
      needed: 'Der Bot braucht dort *Kanal ansehen*, *Nachrichten senden* und *Links einbetten*.',
      missing: 'Der Bot kann dort noch nicht posten. Gib ihm: {{permissions}}.',
    },
  },
  voterRole: {
    savedTitle: 'Vote-Rolle gespeichert',
    problemTitle: 'Diese Rolle kann nicht die Vote-Rolle sein',
    on: 'Wer einen Vote einlöst, bekommt für {{duration}} <@&{{role}}>. Die nächste Einlösung verlängert das.',
    stoppedState:
      'Zurzeit bekommt niemand <@&{{role}}>, weil der Bot die Rolle nicht vergeben konnte. Vorgesehene Dauer: {{duration}}.',
    off: 'Wer einen Vote einlöst, bekommt keine Rolle.',
    lost: 'Mitglieder, die die Rolle verlieren, sobald Discord dem Bot erlaubt, sie zu entziehen: {{count, number}}.',
    unchecked: 'Discord hat nicht mitgeteilt, ob der Bot sie vergeben darf. Falls nicht, erfährst du es.',
    unchanged: 'Es wurde nichts geändert.',
    none: {
      title: 'Wähle eine Rolle',
      description: 'Wähle sie mit der Option `role`. Es wurde nichts geändert.',
    },
    problems: {
      permission:
        'Der Bot darf hier keine Rollen vergeben: Er braucht *Rollen verwalten*. Füge ihn über den Einladungslink noch einmal hinzu, diesmal mit dieser Berechtigung; alle Einstellungen bleiben. Oder gib ihm die Berechtigung unter *Servereinstellungen > Rollen*.',
      hierarchy:
        'Der Bot kann nur Rollen vergeben, die unter seiner eigenen stehen. Ziehe unter *Servereinstellungen > Rollen* eine Rolle des Bots über <@&{{role}}>.',
      deleted: 'Die Rolle gibt es nicht mehr. Wähle eine andere.',
      managed: 'Discord oder eine andere App vergibt <@&{{role}}>, deshalb kann das sonst niemand. Wähle eine andere.',
      everyone: '`@everyone` haben schon alle. Wähle eine andere.',
      powerful:
        'Mitglieder mit <@&{{role}}> können etwas moderieren oder verwalten, und das könnten dann alle, die voten. Wähle eine Rolle ohne solche Berechtigungen, oder entziehe sie dieser Rolle.',
      'not-yours':
        'Du kannst nur eine Rolle wählen, die du selbst vergeben könntest: eine unter deiner eigenen höchsten Rolle. <@&{{role}}> ist keine solche.',
      refused:
        'Discord lässt den Bot <@&{{role}}> nicht vergeben. Er braucht *Rollen verwalten* und eine Rolle über dieser; wo fürs Moderieren Zwei-Faktor-Authentifizierung verlangt wird, muss auch der Besitzer des Bots sie eingeschaltet haben.',
    },
    stopped: {
      title: 'Die Vote-Rolle ist ausgeschaltet',
      description:
        'Deshalb wurde die Vote-Rolle ausgeschaltet; Mitglieder behalten sie, bis ihre Zeit um ist. Sobald das behoben ist, verwende </settings voter-role> mit `on:True`.',
      another: 'Deshalb wurde die Vote-Rolle ausgeschaltet. Wähle mit </settings voter-role> eine andere.',
    },
    notice: {
      title: 'Zurzeit keine Vote-Rolle',
      description:
        'Wer einen Vote einlöst, bekommt zurzeit keine Rolle. Wer *Server verwalten* darf, sieht mit </settings voter-role>, warum.',
    },
  },
  problems: {
    none: 'Alles in Ordnung.',
    heading: '**Zu beheben**',
    channelGone: '{{what}}: Den Kanal gibt es nicht mehr. Wähle mit {{command}} einen anderen.',
    channelClosed: '{{what}}: Der Bot kann in <#{{channel}}> nicht posten. Gib ihm dort: {{permissions}}.',
    channelUnknown: '{{what}}: Discord hat nicht mitgeteilt, ob der Bot in <#{{channel}}> posten kann.',
    moderatorsPublic:
      '{{what}}: Alle können <#{{channel}}> sehen, und die Posts nennen Namen. Wähle einen Kanal, den nur das Moderationsteam sieht.',
    mentionGone:
      'Abo-Meldungen: Die Rolle, die sie erwähnen, gibt es nicht mehr. Wähle mit </settings alerts> eine andere.',
    panelGone: 'Panel zum Einlösen: Die Nachricht wurde gelöscht. Poste es mit </settings panel> neu.',
    panelClosed:
      'Panel zum Einlösen: Der Bot kann es in <#{{channel}}> nicht ändern. Lass ihn den Kanal sehen und dort Nachrichten senden, oder verschiebe es mit </settings panel>.',
    panelUnknown: 'Panel zum Einlösen: Discord hat nicht mitgeteilt, ob es noch da ist.',
    tokenLost:
      'Zugriffstoken: Der Schlüssel, mit dem es verschlüsselt wurde, ist verloren. Hinterlege es mit </settings token> neu.',
    tokenRefused:
      'Zugriffstoken: Der Vote-Dienst hat es bei der letzten Einlösung abgelehnt. Hinterlege mit </settings token> ein anderes.',
    operatorsToken:
      'Zugriffstoken: Der Vote-Dienst hat das des Betreibers bei der letzten Einlösung abgelehnt. Der Betreiber muss es erneuern, oder du hinterlegst mit </settings token> ein eigenes.',
    entity:
      'Verknüpfung {{id}}: Der Abo-Dienst nennt kein Abo. Prüfe die ID mit </plan>, oder löse die Verknüpfung mit </entity unlink>.',
    moreEntities: 'Weitere verknüpfte Server und Teams ohne Abo: {{count, number}} (siehe </plans>).',
    plansUnknown:
      'Verknüpfte Server und Teams: Der Abo-Dienst antwortet nicht, deshalb ist über ihre Abos nichts bekannt.',
    keyRefused:
      'Verknüpfte Server und Teams: Der Abo-Dienst lehnt den Anwendungsschlüssel des Bots ab. Der Betreiber muss ihn erneuern.',
    hooks: {
      paused: 'Belohnungen, {{hook}}: pausiert. Setze das Senden mit </settings rewards> fort.',
      stopped:
        'Belohnungen, {{hook}}: Der letzte Versuch schlug fehl, deshalb wird nichts gesendet. Sende mit </settings rewards> einen Test und setze dann das Senden fort.',
      gone: 'Belohnungen, {{hook}}: Der Empfänger nimmt nichts mehr an (Status 410). Setze das Senden mit </settings rewards> fort, falls das ein Irrtum war.',
      lost: 'Belohnungen, {{hook}}: Der Schlüssel, mit dem die Adresse verschlüsselt wurde, ist verloren. Füge sie mit </settings rewards> neu hinzu.',
      failing:
        'Belohnungen, {{hook}}: Das Senden schlägt seit dem {{time}} fehl. Letzter Grund: {{outcome}}. Mit </settings rewards> kannst du einen Test senden.',
    },
  },
  goal: {
    savedTitle: 'Ziel gespeichert',
    offTitle: 'Das Ziel ist ausgeschaltet',
    progress: 'Über diesen Bot eingelöste Votes: **{{count, number}} von {{claims, number}}**, bis zum {{until}}',
    every: { day: 'Jeden Tag:', week: 'Jede Woche:', month: 'Jeden Monat:' },
    off: 'Es gibt kein Ziel.',
    howTo:
      'Es zählt jede Einlösung, die hier über diesen Bot bestätigt wird, egal wer einlöst. Tage, Wochen (ab Montag) und Monate beginnen um Mitternacht UTC. Das Ziel steht in den Ankündigungen und auf dem Panel, und ein Post meldet einmal je Zeitraum, dass es erreicht ist.',
    noNumber: {
      title: 'Wähle eine Zahl',
      description:
        'Gib mit der Option `claims` an, wie viele Einlösungen bestätigt werden sollen. Es wurde nichts geändert.',
    },
    reached: {
      title: 'Ziel erreicht',
      description:
        'Über diesen Bot bestätigte Einlösungen: **{{claims, number}}** – danke euch allen! Neu gezählt wird ab dem {{until}}.',
    },
  },
  reminders: {
    message: {
      title: 'Erinnerung ans Voten: {{guild}}',
      description:
        'Laut **{{guild}}** kann man nach {{duration}} wieder voten. Dein letzter Vote dort wurde {{relative}} eingelöst.\n\nDu bekommst diese Nachricht, weil du darum gebeten hast. *Nicht mehr erinnern* beendet das.',
    },
    now: {
      title: 'Deine Erinnerungen ans Voten',
      on: 'Du wirst {{duration}} nach deinem letzten hier eingelösten Vote per Direktnachricht erinnert: Dann kann man laut diesem Discord-Server wieder voten.',
      next: 'Die nächste Erinnerung kommt am {{time}}.',
      nextClaim: 'Die nächste Erinnerung folgt auf deinen nächsten eingelösten Vote.',
      quiet:
        'Zwischen {{from}} und {{to}} Uhr ({{zone}}) kommt nichts. Was in dieser Zeit fällig wird, kommt kurz danach. Das gilt auf allen Discord-Servern.',
      noQuiet: 'Du hast keine Ruhezeit. Lege eine mit </remind> und `from:`, `to:` und `timezone:` fest.',
      off: 'Dieser Discord-Server erinnert dich nicht ans Voten.',
      notHere:
        'Dieser Discord-Server erinnert zurzeit niemanden ans Voten. Wer *Server verwalten* darf, kann das mit </settings reminders> einschalten.',
    },
    quiet: {
      incomplete: {
        title: 'Gib an, von wann bis wann',
        description:
          'Eine Ruhezeit braucht einen Anfang, ein Ende und eine Zeitzone: `from:`, `to:` und `timezone:`. Es wurde nichts geändert.',
      },
      'no-hours': {
        title: 'Wähle zwei verschiedene Uhrzeiten',
        description: 'Eine Ruhezeit kann nicht zu der Uhrzeit enden, zu der sie beginnt. Es wurde nichts geändert.',
      },
      'bad-zone': {
        title: 'Prüfe die Zeitzone',
        description:
          'Wähle eine, die beim Tippen vorgeschlagen wird, wie `Europe/London`, oder gib die Abweichung von UTC an: `UTC+2`. Es wurde nichts geändert.',
      },
    },
    stopped: {
      title: 'Erinnerungen sind ausgeschaltet',
      description:
        'Der Discord-Server erinnert dich nicht mehr ans Voten. Mit </remind> schaltest du das dort wieder ein.',
    },
    closed: {
      title: 'Deine Erinnerungen ans Voten sind ausgeschaltet',
      description:
        'Discord hat dem Bot nicht erlaubt, dir eine Direktnachricht zu senden, deshalb erinnert er dich hier nicht mehr. Erlaube Direktnachrichten in den Privatsphäreeinstellungen dieses Discord-Servers und hebe die Blockierung des Bots auf, falls du ihn blockiert hast; verwende dann </remind>.',
    },
    guild: {
      saved: 'Erinnerungen ans Voten gespeichert',
      on: 'Mitglieder, die das möchten, werden {{duration}} nach ihrem letzten eingelösten Vote per Direktnachricht mit den Vote-Links erinnert. Darin steht, dass man laut diesem Discord-Server dann wieder voten kann.',
      off: 'Kein Mitglied wird daran erinnert, wieder zu voten.',
      wanted: 'Mitglieder, die das möchten: {{count, number}}.',
      howTo:
        'Jedes Mitglied entscheidet selbst, mit </remind> oder mit *Mich erinnern* bei der Antwort auf eine Einlösung.',
    },
  },
  rewards: {
    list: {
      none: 'Eingelöste Votes werden noch nirgendwohin gemeldet. Wenn dein Minecraft-Server NuVotifier hat, füge es hinzu: Seine Plugins vergeben die Belohnungen, auch wenn jemand erst später online kommt. Jeden anderen Gameserver kann ein Webhook benachrichtigen.',
      description:
        'Jeder eingelöste Vote wird allen diesen Empfängern gemeldet. Wähle unten einen, um ihn anzusehen oder zu ändern.',
      line: '**{{hook}}** · {{address}}\n{{state}} · noch zu senden: {{waiting, number}}',
      tests: 'Neueste Test-Votes',
      option: '{{hook}} · {{state}}',
      pick: 'Einen dieser Empfänger anzeigen',
    },
    names: { webhook: 'Webhook {{number}}', votifier: 'NuVotifier {{number}}', gone: 'Empfänger {{number}}' },
    failing: 'schlägt seit dem {{time}} fehl: {{outcome}}',
    states: {
      on: 'An',
      paused: 'Pausiert',
      stopped: 'Nach dem letzten Versuch angehalten',
      gone: 'Endgültig abgelehnt (410)',
    },
    detail: {
      title: 'Belohnungen: {{hook}}',
      failing: 'Seit dem {{time}} **schlägt das Senden fehl**. Letzter Grund: {{outcome}}.',
      states: {
        lost: 'Es kann nichts gesendet werden: Die Adresse ist verloren.',
        on: 'Votes werden gemeldet, sobald sie eingelöst sind. Was fehlschlägt, wird innerhalb von drei Tagen insgesamt zehnmal versucht.',
        paused:
          'Bis du das Senden fortsetzt, wird nichts gesendet. Was inzwischen eingelöst wird, wartet höchstens 30 Tage.',
        stopped:
          'Zu viele Versuche schlugen fehl, deshalb wird nichts mehr gesendet. Sende einen Test und setze das Senden fort, sobald der Test ankommt: Dann wird alles gesendet, was wartet, in der Reihenfolge der Einlösungen.',
        gone: 'Der Empfänger nimmt nichts mehr an (Status 410), deshalb wird nichts gesendet. Setze das Senden fort, falls das ein Irrtum war.',
      },
      lost: 'Verloren, zusammen mit dem Schlüssel, mit dem sie verschlüsselt wurde. Entferne diesen Empfänger und füge ihn neu hinzu.',
      claims: {
        all: 'Alle Einlösungen auf diesem Discord-Server',
        'of-current-token': 'Nur Einlösungen mit dem aktuellen Zugriffstoken',
        'of-other-token': 'Nur Einlösungen mit einem früheren Zugriffstoken',
      },
      twoSecrets: 'Das neue gilt; das vorherige gilt auch noch, bis zum {{until}}.',
      fields: {
        address: 'Adresse',
        claims: 'Was gemeldet wird',
        waiting: 'Noch zu senden',
        secret: 'Secret',
        service: 'Service-Name dieser Votes',
      },
      newToken: '**Das neue Token** wird ab jetzt verwendet.',
      paused: '**Pausiert.**',
      resumed: '**Fortgesetzt.** Was wartet, wird jetzt gesendet.',
      narrowed: '**Beschränkt** auf Einlösungen mit dem aktuellen Zugriffstoken.',
      widened: '**Nicht mehr beschränkt.**',
    },
    add: {
      modalTitle: 'Belohnungs-Webhook hinzufügen',
      modalLabel: 'Adresse, an die gesendet wird',
      modalHint: 'Beginnt mit https',
      done: {
        title: 'Webhook hinzugefügt',
        description:
          'Das ist das Secret von Webhook {{number}}. Daran erkennt dein Gameserver, dass eine Nachricht echt ist. Kopiere es jetzt: Es wird verschlüsselt gespeichert und nie wieder angezeigt.\n`{{secret}}`',
      },
      bad: {
        title: 'Prüfe die Adresse',
        form: 'Ein Webhook braucht eine vollständige Webadresse wie `https://game.example/votes`, ohne Benutzernamen oder Passwort. Es wurde nichts geändert.',
        https:
          'Die Adresse muss mit `https://` beginnen, damit unterwegs niemand lesen oder ändern kann, was gesendet wird. Es wurde nichts geändert.',
        private:
          'Die Adresse muss ins öffentliche Internet führen, nicht zu diesem Rechner oder in ein privates Netz. Es wurde nichts geändert.',
      },
      full: {
        title: 'Kein Platz für einen weiteren Empfänger',
        description:
          'Ein Discord-Server kann eingelöste Votes höchstens {{max}} Empfängern melden. Entferne einen, der nicht mehr gebraucht wird.',
      },
    },
    votifier: {
      modalTitle: 'Server mit NuVotifier hinzufügen',
      addressLabel: 'Adresse und Port von NuVotifier',
      tokenLabel: 'Token',
      tokenHint: 'In der config.yml von NuVotifier, unter tokens: was hinter default steht',
      newTokenTitle: 'Anderes Token verwenden',
      done: {
        title: 'NuVotifier hinzugefügt',
        description:
          'Ab jetzt wird jeder eingelöste Vote an {{hook}} gesendet. Plugins erkennen diese Votes am Service-Namen `{{service}}`. Sende jetzt einen Test mit einem deiner Spielernamen.',
      },
      bad: {
        known:
          'Dieser Gameserver bekommt diese Einlösungen schon und würde jede Belohnung zweimal vergeben. Es wurde nichts geändert.',
        form: 'Nötig sind die Adresse deines Gameservers und der Port von NuVotifier, zum Beispiel `play.example.org:8192`. Es wurde nichts geändert.',
        private:
          'Die Adresse muss ins öffentliche Internet führen, nicht zu diesem Rechner oder in ein privates Netz. Es wurde nichts geändert.',
      },
      badToken: {
        title: 'Prüfe das Token',
        description:
          'Ein Token enthält keine Leerzeichen. Es steht in der `config.yml` von NuVotifier, unter `tokens:`, hinter `default:`. Es wurde nichts geändert.',
      },
      testTitle: 'Test-Vote senden',
      testLabel: 'Spielername für den Vote',
      testHint: 'Dafür gibt es wirklich eine Belohnung. Höchstens 16 Buchstaben, Ziffern und Unterstriche.',
    },
    rotated: {
      title: 'Neues Secret',
      description:
        'Das ist das neue Secret von Webhook {{number}}. Kopiere es jetzt: Es wird nie wieder angezeigt. Das vorherige gilt noch einen Tag, damit Zeit zum Umstellen bleibt.\n`{{secret}}`',
    },
    test: {
      delivered: { title: 'Der Test ist angekommen', description: '{{hook}}: {{outcome}}.' },
      refused: {
        title: 'Der Test wurde nicht angenommen',
        description: '{{hook}}: {{outcome}}. Nur ein Status von 200 bis 299 zählt als angenommen.',
      },
      failed: {
        title: 'Der Test ist nicht angekommen',
        description: '{{hook}}: {{outcome}}.',
      },
      notTaken: { title: 'Der Test-Vote wurde nicht angenommen', description: '{{hook}}: {{outcome}}.' },
      unclear: {
        title: 'Vielleicht ist der Test-Vote angekommen',
        description: '{{hook}}: {{outcome}}. Sieh im Spiel nach, ob er angekommen ist, bevor du noch einen sendest.',
      },
    },
    askRemove: {
      title: 'Diesen Empfänger entfernen?',
      description:
        '{{hook}} wird mit Adresse und Secret gelöscht. Wenn du nur eine Weile nichts senden willst, pausiere das Senden stattdessen. Meldungen, die noch warten und dann nicht gesendet werden: {{waiting, number}}.',
    },
    noToken: {
      title: 'Kein Zugriffstoken vorhanden',
      description:
        'Hier gibt es zurzeit kein Zugriffstoken, mit dem Votes eingelöst werden, also auch keines, auf das sich etwas beschränken ließe. Es wurde nichts geändert. Mit </settings token> kannst du eines hinterlegen.',
    },
    notFound: {
      title: 'Nicht gefunden',
      description:
        'Dieser Empfänger wurde entfernt. </settings rewards> zeigt, wohin eingelöste Votes gemeldet werden.',
    },
    failingNews: {
      title: '{{hook}} nimmt keine Belohnungen an',
      description:
        'Die letzten Versuche schlugen fehl: {{outcome}}. Was nicht angenommen wurde, wird noch einmal gesendet; was angekommen sein kann, bleibt dem Moderationsteam überlassen. In </settings rewards> siehst du mehr und kannst einen Test senden.',
    },
    stopped: {
      title: '{{hook}} ist aus',
      stopped:
        'Belohnungen wurden dort immer wieder abgelehnt, deshalb wird dorthin nichts mehr gesendet. Keine Nachricht ist verloren: Öffne den Empfänger in </settings rewards>, sende einen Test und setze das Senden fort, sobald der Test ankommt.',
      gone: 'Der Empfänger nimmt nichts mehr an (Status 410), deshalb wird dorthin nichts mehr gesendet. Falls das ein Irrtum war, setze das Senden in </settings rewards> fort.',
    },
    notice: {
      title: 'Belohnungen verzögern sich',
      description:
        'Eingelöste Votes erreichen den Gameserver zurzeit nicht. Keiner geht verloren. Wer *Server verwalten* darf, sieht mit </settings rewards>, warum.',
    },
    outcomes: {
      accepted: 'angenommen (Status {{status}})',
      refused: 'Die Antwort hatte den Status {{status}}',
      unreachable: 'Die Adresse war nicht erreichbar: Prüfe den Namen, den Port und das Zertifikat',
      'no-answer': 'Es kam keine Antwort',
      'vote-taken': 'Der Vote wurde angenommen',
      'vote-failed':
        'NuVotifier hat einen Fehler gemeldet, während ein Plugin den Vote verarbeitete; welchen, steht in seinem Log',
      'no-votifier':
        'Unter dieser Adresse hat kein NuVotifier 2 geantwortet: Prüfe den Namen und den Port, er steht in der config.yml von NuVotifier hinter port',
      'bad-name':
        'Ein Name hat in einem Vote höchstens 16 Buchstaben, Ziffern und Unterstriche, deshalb wurde nichts gesendet',
      'bad-token':
        'NuVotifier hat das Token abgelehnt: Es muss das aus seiner config.yml sein, unter tokens, hinter default',
      'unknown-service':
        'NuVotifier hat kein Token für diesen Bot: Ergänze in seiner config.yml unter tokens den Eintrag default',
      'bad-challenge': 'NuVotifier hat die Challenge abgelehnt, die es selbst geschickt hatte',
      blocked: 'Die Adresse führt nicht ins öffentliche Internet',
      unreadable: 'Adresse oder Secret sind verloren, zusammen mit dem Schlüssel, mit dem sie verschlüsselt wurden',
    },
    deliveries: {
      goneHook: '{{hook}} (entfernt)',
      held: 'wartet darauf, dass jemand vom Moderationsteam sagt, ob der Vote eingelöst wurde',
      sending: 'wird gerade gesendet',
      parked: '**das Moderationsteam entscheidet**: {{outcome}}',
      due: 'noch nicht angenommen',
      delivered: 'angenommen am {{time}}',
      dropped: 'wurde nicht gesendet',
      tried: 'Versuche: {{tries}}, der letzte: {{outcome}}',
      triedInAll: 'Versuche insgesamt: {{tries}}',
    },
  },
  alerts: {
    titles: {
      deletion: 'Löschung {{days, relativetime(day)}}: {{label}}',
      grace: 'Kulanzfrist endet {{days, relativetime(day)}}: {{label}}',
      period: 'Abo endet {{days, relativetime(day)}}: {{label}}',
      'deletion-scheduled': 'Löschung geplant: {{label}}',
      'grace-begun': 'Kulanzfrist hat begonnen: {{label}}',
      cancelled: 'Abo gekündigt: {{label}}',
      'plan-changed': 'Abo geändert: {{label}}',
      'status-changed': 'Status geändert: {{label}}',
      'change-pending': 'Abo-Änderung steht an: {{label}}',
      'pending-change-changed': 'Anstehende Abo-Änderung angepasst: {{label}}',
      'pending-change-dropped': 'Abo-Änderung entfällt: {{label}}',
      'grace-ended': 'Kulanzfrist vorbei: {{label}}',
      'cancellation-withdrawn': 'Kündigung zurückgenommen: {{label}}',
      'deletion-lifted': 'Löschung entfällt: {{label}}',
    },
    'plan-changed': 'Das Abo hat sich von **{{from}}** zu **{{to}}** geändert.',
    'status-changed': 'Der Status hat sich von **{{from}}** zu **{{to}}** geändert.',
    'grace-begun': 'Eine Kulanzfrist hat begonnen. Sie endet am {{time}}. Zahle vorher, um das Abo zu behalten.',
    'grace-ended': 'Es läuft keine Kulanzfrist mehr. </plan> zeigt den aktuellen Stand.',
    cancelled: 'Das Abo wurde gekündigt, verlängert sich also nicht. Es ist bis zum {{time}} aktiv.',
    cancelledOpenEnd: 'Das Abo wurde gekündigt, verlängert sich also am Ende der Laufzeit nicht.',
    'cancellation-withdrawn': 'Die Kündigung wurde zurückgenommen.',
    'change-pending': 'Eine Änderung des Abos steht an:\n{{change}}',
    'pending-change-changed': 'Die anstehende Änderung des Abos lautet jetzt:\n{{change}}',
    'pending-change-dropped': 'Es steht keine Änderung des Abos mehr an.',
    'deletion-scheduled': 'Die Löschung ist für den {{time}} geplant. Werde vorher aktiv, um sie zu verhindern.',
    'deletion-lifted': 'Es ist keine Löschung mehr geplant.',
    warning: {
      grace: 'Erinnerung: Die Kulanzfrist endet am {{time}}. Zahle vorher, um das Abo zu behalten.',
      period: 'Erinnerung: Das Abo ist gekündigt und endet am {{time}}.',
      deletion: 'Erinnerung: Die Löschung ist für den {{time}} geplant. Werde vorher aktiv, um sie zu verhindern.',
    },
  },
  privacy: {
    exported: {
      title: 'Deine Daten',
      description: 'Die Datei enthält alles, was dieser Bot über dich gespeichert hat, auf allen Discord-Servern.',
    },
    ask: {
      title: 'Deine Daten löschen?',
      description:
        'Deine Einlösungen, gemerkten Namen und Erinnerungen werden auf allen Discord-Servern gelöscht, und dein Name wird bei den Servern und Teams entfernt, die du verknüpft hast, und bei den Einlösungen, die du als erledigt markiert hast. Deine Einlösungen verschwinden auch aus der Liste des Moderationsteams in </claims>, es sei denn, jemand anderes hat dieselben angefragt. Was in Kanälen gepostet wurde, bleibt dort. Das lässt sich nicht rückgängig machen. Bestätigte Votes bleiben bestätigt, und eine laufende Einlösung wird zu Ende geführt, aber du erfährst nicht, wie sie ausgeht.',
    },
    deleted: {
      title: 'Deine Daten sind gelöscht',
      description:
        'Nichts, was dieser Bot gespeichert hat, verweist noch auf dich. Was schon in Kanälen gepostet ist, bleibt dort.',
    },
    kept: { title: 'Es wurde nichts gelöscht', description: 'Deine Daten sind unverändert.' },
  },
  panel: {
    title: 'Gevotet? Löse deinen Vote ein',
    text: 'Vote für uns und drücke dann auf *Meinen Vote einlösen*. Nur du siehst die Antwort.',
  },
  help: {
    title: 'Was du hier tun kannst',
    everyone:
      '</claimvote>: deinen Vote einlösen\n</privacy export>: alles, was über dich gespeichert ist, als Datei abrufen\n</privacy delete>: diese Daten löschen lassen',
    remind: '</remind>: per Direktnachricht erfahren, wann du wieder voten kannst, und deine Ruhezeit wählen',
    notSetUp:
      'Votes können hier erst eingelöst werden, wenn jemand, der diesen Discord-Server verwaltet, ein Zugriffstoken hinterlegt hat.',
    moderators:
      '</plan>: das Abo eines Servers oder Teams abfragen\n</plans>: viele Abos auf einmal ansehen\n</claims>: vergangene Einlösungen ansehen und über die entscheiden, die nie bestätigt wurden. *Einlösungen dieses Mitglieds*, im Menü eines Mitglieds unter *Apps*, zeigt, was dieses Mitglied eingelöst hat.',
    managers:
      '</setup>: ansehen, was hier eingerichtet ist, und es ändern\n</entity unlink>: die Verknüpfung eines Servers oder Teams lösen',
    fields: { moderators: 'Moderation', managers: 'Verwaltung' },
    toFix: 'Etwas funktioniert nicht: </setup> zeigt, was es ist und wie du es behebst.',
    setUp: '</setup> führt dich hin.',
    optional: 'Bei Bedarf noch einzurichten: {{what}}. Alles findest du in </setup>.',
    footer: 'Tippe /, um alle Befehle zu sehen, die du verwenden kannst.',
  },
  common: {
    forbidden: {
      title: 'Das kannst du hier nicht verwenden',
      description: 'Du brauchst die Berechtigung *{{permission}}*.',
    },
    permissions: {
      manageServer: 'Server verwalten',
      moderateMembers: 'Mitglieder im Timeout',
      manageRoles: 'Rollen verwalten',
      viewChannel: 'Kanal ansehen',
      sendMessages: 'Nachrichten senden',
      embedLinks: 'Links einbetten',
    },
    number: '{{value, number}}',
    hours_one: '{{count, number}} Stunde',
    hours_other: '{{count, number}} Stunden',
    more_one: 'und noch {{count, number}}',
    more_other: 'und noch {{count, number}}',
    reference: 'Referenz {{reference}}',
    wait: {
      title: 'Bitte warten',
      until: 'Der Dienst ist ausgelastet. Versuche es {{relative}} noch einmal.',
      unknown: 'Der Dienst ist ausgelastet. Versuche es gleich noch einmal.',
      tooFast: 'Zu viele Anfragen in kurzer Zeit. Versuche es {{relative}} noch einmal.',
    },
    storage: {
      title: 'Speicher nicht verfügbar',
      description: 'Der Bot kann gerade nichts speichern, deshalb ist nichts passiert. Versuche es später noch einmal.',
    },
    unclear: {
      title: 'Unklar, ob es gespeichert ist',
      claim:
        'Die Datenbank hat nicht gemeldet, ob deine Einlösung gespeichert ist. Wenn ja, liest du hier bald das Ergebnis. Ändert sich innerhalb einer Minute nichts, verwende noch einmal </claimvote>: Kein Vote wird zweimal belohnt.',
      decision:
        'Die Datenbank hat nicht gemeldet, ob das gespeichert ist. Öffne die Einlösung noch einmal: Was dort steht, gilt. Fehlt deine Entscheidung, triff sie noch einmal.',
      change:
        'Die Datenbank hat nicht gemeldet, ob deine Änderung gespeichert ist. Sie gilt vielleicht schon: Sieh nach, bevor du sie wiederholst.',
    },
    unforeseen: {
      title: 'Etwas ist schiefgelaufen',
      description: 'Falls es noch einmal passiert, schicke dem Betreiber dieses Bots die Referenz `{{reference}}`.',
    },
  },
  buttons: {
    change: 'Ändern',
    add: 'Hinzufügen',
    setUp: 'Einrichtung',
    checkAgain: 'Erneut prüfen',
    vote: 'Voten',
    voteOn: 'Voten: {{label}}',
    claimMyVote: 'Meinen Vote einlösen',
    remindMe: 'Mich erinnern',
    stopReminding: 'Nicht mehr erinnern',
    noQuietHours: 'Ruhezeit aufheben',
    editText: 'Text bearbeiten',
    usualText: 'Standardtext verwenden',
    removePanel: 'Panel entfernen',
    refresh: 'Aktualisieren',
    share: 'Teilen',
    manageBilling: 'Abrechnung verwalten',
    needsAttention: 'Nur mit Handlungsbedarf',
    showAll: 'Alle anzeigen',
    rememberName: 'Diesen Namen merken',
    link: 'Verknüpfen',
    cancel: 'Abbrechen',
    earlier: 'Vorherige Seite',
    later: 'Nächste Seite',
    clearToken: 'Token löschen',
    stopMentioning: 'Rolle nicht mehr erwähnen',
    deleteData: 'Meine Daten löschen',
    markResolved: 'Als erledigt markieren',
    wasClaimed: 'Wurde eingelöst',
    wasNotClaimed: 'Wurde nicht eingelöst',
    sendAgain: 'Erneut senden',
    handOutAgain: 'Erneut vergeben',
    tellModerators: 'Moderationsteam informieren',
    itArrived: 'Ist angekommen',
    addVotifier: 'NuVotifier hinzufügen',
    addWebhook: 'Webhook hinzufügen',
    showHook: '{{hook}} anzeigen',
    newToken: 'Token ändern',
    sendTest: 'Test senden',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    newSecret: 'Secret erneuern',
    onlyThisToken: 'Nur mit aktuellem Token',
    everyClaim: 'Alle Einlösungen',
    turnOff: 'Ausschalten',
    remove: 'Entfernen',
    allowRoles: 'Rollenvergabe erlauben',
    backToList: 'Zurück zur Liste',
    openClaim: 'Einlösung öffnen',
    tryAgain: 'Erneut versuchen',
    downloadCsv: 'CSV herunterladen',
  },
  commands: {
    help: { description: 'Was du hier tun kannst' },
    claimvote: {
      description: 'Deinen Vote einlösen, um die Belohnung anzufordern',
      playername: 'Dein Spielername, genau wie im Spiel',
    },
    claims: {
      description: 'Einlösungen auf diesem Discord-Server, zuerst die, die auf das Moderationsteam warten',
      ofMember: 'Einlösungen dieses Mitglieds',
      playername: 'Nur Einlösungen für Spielernamen, die das enthalten',
      member: 'Nur Einlösungen, die dieses Mitglied angefragt hat',
      reference: 'Nur die Einlösung mit dieser Referenz, die in der Antwort an ein Mitglied steht',
      outcome: 'Nur Einlösungen mit diesem Ausgang',
      outcomes: {
        parked: 'Wartet auf das Moderationsteam',
        open: 'Läuft',
        granted: 'Vote eingelöst',
        none: 'Noch kein Vote gefunden',
        already: 'Bereits eingelöst',
        'likely-granted': 'Vote eingelöst, erste Antwort verloren',
        pending: 'Nicht bestätigt, auch wenn als erledigt markiert',
        refused: 'Vom Vote-Dienst abgelehnt',
        unavailable: 'Vote-Dienst nicht verfügbar',
        postponed: 'Vom Bot nicht gesendet (überlastet oder unterbrochen)',
        undelivered: 'Belohnung noch nicht angekommen',
      },
    },
    plan: {
      description: 'Das Abo eines Servers oder Teams anzeigen',
      entity: 'ID des Servers oder Teams; ohne Angabe: das voreingestellte Abo',
    },
    plans: {
      description: 'Die Abos aller hier verknüpften Server und Teams anzeigen, mit CSV-Datei',
      entities: 'IDs, durch Kommas oder Leerzeichen getrennt; ohne Angabe: alle, die verknüpft sind',
    },
    entity: {
      description: 'Die Server und Teams, deren Abos hier abgefragt werden können',
      link: {
        description: 'Einen Server oder ein Team verknüpfen',
        id: 'ID des Servers oder Teams',
        label: 'Name in den Listen hier; ohne Angabe: der Name beim Abo-Dienst',
        guild: 'ID eines anderen Discord-Servers zum Verknüpfen (nur für den Betreiber dieses Bots)',
      },
      unlink: { description: 'Die Verknüpfung eines Servers oder Teams lösen', id: 'ID des Servers oder Teams' },
      list: { description: 'Verknüpfungen anzeigen und die Voreinstellung wählen' },
    },
    setup: { description: 'Sehen, was hier eingerichtet ist, was nicht stimmt und was als Nächstes kommt' },
    settings: {
      description: 'Wie dieser Bot auf diesem Discord-Server arbeitet',
      token: { description: 'Das Zugriffstoken hinterlegen, mit dem Votes eingelöst werden' },
      panel: {
        description: 'Eine Nachricht posten, über die alle ihren Vote einlösen können',
        channel: 'Wo gepostet wird',
      },
      'vote-link': {
        description: 'Einen Link zum Voten hinzufügen oder entfernen',
        url: 'Ein Link mit https; {player} wird zum Namen',
        label: 'Was auf seinem Button steht; ohne Angabe: Voten',
      },
      announcements: {
        description: 'Öffentlich fürs Voten danken, wenn ein Vote eingelöst wird',
        channel: 'Wo gepostet wird',
        on: 'Ob gepostet wird',
        arrival: 'Ob ergänzt wird, dass die Belohnung beim Gameserver angekommen ist',
      },
      alerts: {
        description: 'Änderungen an den Abos der verknüpften Server und Teams posten',
        channel: 'Wo gepostet wird',
        on: 'Ob gepostet wird',
        role: 'Die Rolle, die in jedem Post erwähnt wird; optional',
      },
      moderators: {
        description: 'Einlösungen posten, um die sich das Moderationsteam kümmern muss',
        channel: 'Wo gepostet wird: ein Kanal, den nur das Moderationsteam sieht',
        on: 'Ob gepostet wird',
      },
      rewards: { description: 'Einstellen, wohin eingelöste Votes gemeldet werden, damit der Gameserver sie belohnt' },
      'voter-role': {
        description: 'Allen, die einen Vote einlösen, für einige Stunden eine Rolle geben',
        role: 'Welche Rolle vergeben wird',
        hours: 'Für wie viele Stunden; die nächste Einlösung verlängert das',
        on: 'Ob sie vergeben wird',
      },
      goal: {
        description: 'Festlegen, wie viele Einlösungen je Tag, Woche oder Monat bestätigt werden sollen',
        claims: 'Wie viele',
        every: 'In welchem Zeitraum; ohne Angabe: wie bisher oder eine Woche',
        periods: { day: 'Tag', week: 'Woche', month: 'Monat' },
        on: 'Ob es ein Ziel gibt',
      },
      reminders: {
        description: 'Mitglieder, die das möchten, daran erinnern, wieder zu voten',
        hours: 'Wie viele Stunden nach dem letzten eingelösten Vote',
        on: 'Ob erinnert wird',
      },
    },
    remind: {
      description: 'Per Direktnachricht erfahren, wann du wieder voten kannst',
      on: 'Ob du erinnert wirst; ohne Angabe: ja',
      from: 'Wann deine Ruhezeit beginnt: Ab dann kommt keine Nachricht',
      to: 'Wann deine Ruhezeit endet',
      timezone: 'Die Zeitzone deiner Ruhezeit: Gib eine Stadt oder UTC+2 ein',
    },
    privacy: {
      description: 'Was dieser Bot über dich gespeichert hat',
      export: { description: 'Alles, was über dich gespeichert ist, als Datei abrufen' },
      delete: { description: 'Löschen, was über dich gespeichert ist' },
    },
  },
};
