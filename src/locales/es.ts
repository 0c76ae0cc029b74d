import type { Texts } from './en.ts';

/**
 * Spanish as in Spain, to `tú`. What Latin America says otherwise is in `es-419.ts`. A vote is `canjeado`: that says nothing
 * of who hands its reward over, or whether they did.
 */
export const es: Texts = {
  claim: {
    granted: {
      title: 'Voto canjeado',
      description: 'El voto de **{{player}}** está confirmado. La recompensa ya se puede entregar.',
      arrived: 'El voto de **{{player}}** está confirmado y la recompensa ya ha llegado al servidor de juego.',
      maybeTwo:
        'La respuesta a otro intento de este canje se perdió o llegó tarde, así que puede que también se haya canjeado un segundo voto. Si falta una recompensa, indica la referencia `{{reference}}` al equipo de moderación.',
      unlikelyTwo:
        'El servicio de votación no pudo responder a otro intento de este canje. Es poco probable, pero puede que también se haya canjeado un segundo voto. Si falta una recompensa, indica la referencia `{{reference}}` al equipo de moderación.',
    },
    none: {
      title: 'Aún no se ha encontrado ningún voto',
      description:
        'No hay ningún voto de **{{player}}** que recompensar. Si acabas de votar, espera un momento y vuelve a comprobarlo.',
    },
    already: {
      title: 'Ya canjeado',
      description:
        'El voto de **{{player}}** ya estaba canjeado. Cada voto se recompensa una sola vez. ¿No te ha llegado la recompensa? Indica la referencia `{{reference}}` al equipo de moderación.',
      own: 'Canjeaste el voto de **{{player}}** {{relative}}. Cada voto se recompensa una sola vez. ¿No te ha llegado la recompensa? Indica la referencia `{{reference}}` al equipo de moderación.',
      recorded: 'Este bot registró el canje anterior el {{time}}.',
      reference: 'Referencia de esta solicitud: {{reference}}',
    },
    'likely-granted': {
      title: 'Voto canjeado, primera respuesta perdida',
      description:
        'El equipo de moderación decidirá qué pasa con este voto, y este bot te lo dirá. El servicio de votación indica que el voto de **{{player}}** está canjeado, pero una de sus respuestas se perdió. Lo más probable es que este bot canjeara ese voto o uno anterior. ¿No te ha llegado la recompensa? Indica la referencia `{{reference}}` al equipo de moderación.',
    },
    pending: {
      title: 'Canje aún sin confirmar',
      description:
        'El servicio de votación aún no ha confirmado el voto de **{{player}}**. Este bot lo seguirá intentando durante 15 minutos. Si para entonces todo sigue igual, indica la referencia `{{reference}}` al equipo de moderación. Puedes volver a comprobarlo sin ningún riesgo.',
    },
    reviewed: {
      unstated:
        'Se trata del voto de **{{player}}**. Alguien del equipo de moderación lo ha revisado y ha marcado el canje como resuelto. Si todavía falta algo, indica la referencia `{{reference}}` al equipo de moderación.',
      claimed:
        'Se trata del voto de **{{player}}**. Alguien del equipo de moderación lo ha revisado: sí se canjeó. Si todavía falta algo, indica la referencia `{{reference}}` al equipo de moderación.',
      'not-claimed':
        'Se trata del voto de **{{player}}**. Alguien del equipo de moderación lo ha revisado: no se canjeó. Si el voto sigue ahí, puedes volver a intentar canjearlo.',
    },
    unavailable: {
      title: 'Servicio de votación no disponible',
      notSent:
        'No se ha podido conectar con el servicio de votación, así que no se ha canjeado nada. Si **{{player}}** ha votado, su voto sigue intacto: inténtalo de nuevo más tarde.',
      refused:
        'El servicio de votación ha rechazado el canje, así que no se ha canjeado nada. Si **{{player}}** ha votado, su voto sigue intacto: inténtalo de nuevo más tarde.',
      notSentNow: 'Esta vez no se ha podido conectar con el servicio de votación. Inténtalo de nuevo más tarde.',
      refusedNow: 'El servicio de votación ha rechazado este intento. Inténtalo de nuevo más tarde.',
    },
    postponed: {
      title: 'Espera, por favor',
      notSent:
        'Hay demasiados canjes a la vez, así que no se ha enviado nada para **{{player}}**. Si hay un voto, sigue intacto: inténtalo de nuevo {{relative}}.',
      notSentNow:
        'Hay demasiados canjes a la vez, así que esta vez no se ha enviado nada. Inténtalo de nuevo {{relative}}.',
      late: 'Había demasiados canjes a la vez, así que no se envió nada. Vuelve a comprobarlo ahora.',
      interrupted:
        'El canje se ha interrumpido antes de enviar nada para **{{player}}**. Si hay un voto, sigue intacto: vuelve a comprobarlo ahora.',
      interruptedNow: 'Esta vez el canje se ha interrumpido antes de enviar nada. Vuelve a comprobarlo ahora.',
    },
    late: 'Sobre tu canje para **{{player}}** ({{relative}}):',
    lateIn: 'Sobre tu canje para **{{player}}** en {{guild}} ({{relative}}):',
    inDoubt:
      'La respuesta a un intento anterior se perdió, así que puede que este bot ya haya canjeado un voto de **{{player}}**. Si falta una recompensa, indica la referencia `{{reference}}` al equipo de moderación.',
    notSetUp: {
      title: 'Aquí no está configurado el canje de votos',
      description:
        'Este servidor de Discord no tiene un token de acceso para canjear votos. Alguien con el permiso *Gestionar servidor* puede configurar uno con </settings token>.',
    },
    tokenRefused: {
      title: 'Hace falta un administrador',
      description:
        'Token de acceso rechazado. El servicio de votación no acepta el que se usa aquí para canjear votos, así que no se ha canjeado nada. Alguien con el permiso *Gestionar servidor* puede configurar otro con </settings token>; si el token es del operador de este bot, le toca al operador renovarlo.',
      now: 'Token de acceso rechazado. El servicio de votación no acepta el que se usa aquí para canjear votos. Alguien con el permiso *Gestionar servidor* puede configurar otro con </settings token>; si el token es del operador de este bot, le toca al operador renovarlo.',
    },
    badName: {
      title: 'Revisa el nombre de jugador',
      description:
        'Un nombre de jugador tiene de 1 a {{max}} caracteres y ningún salto de línea. Escríbelo tal como aparece en el juego.',
      refused:
        'El servicio de votación no acepta **{{player}}** como nombre de jugador. Escríbelo tal como aparece en el juego.',
    },
    announcement: {
      title: 'Gracias por votar',
      description: '**{{player}}** ha votado. La recompensa ya se puede entregar.',
      arrived: '**{{player}}** ha votado. La recompensa ya ha llegado al servidor de juego.',
      wasResolved:
        'Para el equipo de moderación: este canje ya estaba marcado como resuelto. Conviene averiguar antes quién lo marcó, para que el voto no se recompense dos veces.',
      maybeTwo:
        'Para el equipo de moderación: la respuesta a otro intento se perdió o llegó tarde, así que puede que también se haya canjeado un segundo voto. Conviene consultar al servicio de votación antes de entregar más de una recompensa.',
      unlikelyTwo:
        'Para el equipo de moderación: el servicio de votación no pudo responder a otro intento. Es poco probable, pero puede que también se haya canjeado un segundo voto.',
    },
    nameSaved: {
      title: 'Nombre guardado',
      description:
        'Desde ahora, </claimvote> sin nombre canjea aquí los votos de **{{player}}**. Los últimos {{max}} nombres guardados se sugieren mientras escribes.',
    },
    moderatorsTold: {
      title: 'El equipo de moderación ya está avisado',
      description: 'Tu pregunta aparece en su canal, con la referencia `{{reference}}`.',
    },
    noModerators: {
      title: 'Avisa tú al equipo de moderación',
      description:
        'En este momento este bot no tiene aquí un canal para el equipo de moderación. Indícale la referencia `{{reference}}`: con ella podrá abrir tu canje.',
    },
    modalTitle: 'Canjear tu voto',
    modalLabel: 'Nombre de jugador',
    modalHint: 'Tal como aparece en el juego',
    forgotten: {
      title: 'Canje no encontrado',
      description: 'Este canje ya no está registrado. Usa </claimvote>.',
    },
  },
  claims: {
    list: {
      title: 'Canjes',
      parked: '**A la espera del equipo de moderación**',
      others: '**Otros canjes**',
      shownToSome: 'respuesta mostrada a {{shown}} de {{asked}}',
      notShown: 'respuesta aún no mostrada',
      resolved: 'Marcado como resuelto',
      reward: {
        held: 'recompensa retenida',
        parked: '¿ha llegado la recompensa?',
        badName: 'recompensa no enviada',
        due: 'recompensa aún no aceptada',
      },
      page: 'Canjes: {{total, number}} · a la espera del equipo de moderación: {{parked, number}} · página {{page, number}} de {{pages, number}}',
      pick: 'Mostrar uno de estos canjes',
    },
    file: {
      title: 'Canjes en un archivo',
      description: 'El archivo contiene todos los canjes de esta lista.',
      cut: 'El archivo contiene los primeros {{max, number}} canjes de esta lista: los que esperan al equipo de moderación y después los más recientes. Para otros, acota la lista con las opciones de </claims>.',
    },
    noneFound: {
      title: 'No se han encontrado canjes',
      description: 'Este servidor de Discord aún no tiene canjes, o ninguno coincide con las opciones de </claims>.',
    },
    gone: {
      title: 'Esta lista está cerrada',
      description: 'Es demasiado antigua o no es tuya. Usa </claims> de nuevo.',
    },
    notFound: {
      title: 'Canje no encontrado',
      description: 'Este canje ya no está registrado en este servidor de Discord. Usa </claims> de nuevo.',
    },
    underWay: 'Canje en curso',
    sentAgain:
      'La recompensa se está enviando de nuevo. Un webhook la reconoce por su ID y la cuenta una sola vez; NuVotifier la vuelve a entregar.',
    askRepeat:
      'El servidor de juego ya ha aceptado esta recompensa. NuVotifier no se da cuenta de que un voto llega otra vez: entrega la recompensa **una vez más**. Queda anotado quién lo ha pedido.',
    repeatNeedsManager:
      'No se ha enviado nada: el servidor de juego ya ha aceptado esta recompensa y la entregaría una vez más. Para eso necesitas *Gestionar servidor*.',
    nothingToSend: 'Ya no hay nada que enviar de este canje.',
    placeIsOff:
      'No se ha enviado nada: el destino de esta recompensa está en pausa o desactivado. Con </settings rewards> se puede reanudar.',
    arrived: 'Anotado: la recompensa ha llegado.',
    nothingParked: 'Eso ya no está pendiente en este canje.',
    reviewed: 'Revisado por el equipo de moderación',
    resolved: 'Nunca confirmado, marcado como resuelto por el equipo de moderación',
    refused: 'Rechazado por el servicio de votación',
    deletedPerson: 'alguien (datos eliminados)',
    detail: {
      title: 'Canje {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      maybeTwo:
        'La respuesta a otro intento se perdió o llegó tarde, así que puede que también se haya canjeado un segundo voto.',
      unlikelyTwo:
        'El servicio de votación no pudo responder a otro intento. Es poco probable, pero puede que también se haya canjeado un segundo voto.',
      alsoInDoubt:
        'También en duda para este jugador: {{references}}. Si se trata del mismo voto, decide solo sobre uno.',
      inDoubt:
        'La respuesta a un intento anterior para este jugador se perdió, así que puede que se haya canjeado un voto aunque este canje no tuvo éxito.',
      parked:
        'El servicio de votación nunca indicó si este voto está canjeado. Vuelve a comprobarlo y marca el canje como resuelto cuando el asunto esté aclarado.',
      told: 'se le mostró: {{verdict}}',
      toldNothing: 'aún no se le ha mostrado ninguna respuesta',
      before_one: '{{count}} anterior',
      before_other: '{{count}} anteriores',
      noAttempts: 'Ninguno: no se envió nada al servicio de votación.',
      fields: {
        asked: 'Solicitado por',
        attempts: 'Intentos',
        resolved: 'Marcado como resuelto por',
        note: 'Nota',
        reward: 'Recompensa',
        decided: 'Decisiones sobre la recompensa',
      },
      decisions: { 'sent-again': 'enviada de nuevo: {{hook}}', arrived: 'llegada confirmada: {{hook}}' },
      outcomes: {
        none: 'no había ningún voto que canjear',
        claimed: 'el voto se canjeó',
        already: 'el voto ya estaba canjeado',
        notSent: 'no se pudo conectar con el servicio de votación, así que no se envió nada',
        rejected: 'el servicio de votación lo rechazó (estado {{status}})',
        unknown: 'enviado, pero no llegó ninguna respuesta utilizable',
        unfinished: 'enviado, pero no consta ninguna respuesta',
      },
    },
    resolve: {
      modalTitles: {
        unstated: 'Marcar este canje como resuelto',
        claimed: 'El voto sí se canjeó',
        'not-claimed': 'El voto no se canjeó',
      },
      modalLabel: '¿Qué has averiguado?',
      modalHint: 'Solo para el equipo de moderación: quienes solicitaron el canje no lo ven',
      done: 'Este canje está marcado como resuelto. A quienes lo solicitaron se les avisará, en cuanto sea posible, de que alguien del equipo de moderación lo ha revisado.',
      decided:
        'Lo que has averiguado queda registrado. A quienes solicitaron el canje se les avisará en cuanto sea posible.',
      already: 'Alguien ya había marcado este canje como resuelto, así que tu nota no se ha guardado.',
      notParked: 'Este canje ya no espera al equipo de moderación, así que tu nota no se ha guardado.',
      badNote: {
        title: 'Revisa la nota',
        description: 'Una nota tiene de 1 a {{max}} caracteres. No se ha cambiado nada.',
      },
    },
  },
  escalations: {
    pending: {
      title: 'Un canje espera al equipo de moderación',
      description: 'El servicio de votación nunca indicó si el voto de **{{player}}** está canjeado.',
      todo: '*Abrir el canje* permite comprobarlo de nuevo; si no, decide aquí. Se avisa a quien lo solicitó.',
    },
    'likely-granted': {
      description:
        'El voto de **{{player}}** está canjeado, muy probablemente por este bot, pero la respuesta que lo decía se perdió. También puede tratarse de un voto anterior.',
      todo: 'Para el equipo de moderación: hay que comprobarlo antes de entregar la recompensa. </claims> muestra lo que se ha canjeado para este jugador.',
    },
    granted: {
      title: 'Puede que corresponda una segunda recompensa',
      description:
        'El voto de **{{player}}** está confirmado. La respuesta a otro intento del mismo canje se perdió o llegó tarde, así que puede que también se haya canjeado un segundo voto.',
      todo: 'Consulta al servicio de votación antes de entregar más de una recompensa.',
    },
    delivery: {
      title: '¿Ha llegado la recompensa?',
      description: 'No se sabe si la recompensa de un canje le ha llegado a **{{player}}**.',
      todo: 'Si el jugador la tiene, o si se la entregas tú: *Ha llegado*. Si no: *Enviar de nuevo*.',
    },
    badName: {
      title: 'Recompensa no enviada',
      description:
        'En un voto, un nombre tiene como máximo 16 letras, cifras y guiones bajos, así que la recompensa de **{{player}}** no se envió.',
      todo: 'Entrégala tú y después pulsa *Ha llegado*.',
    },
    failing: {
      title: 'Recompensa aún no aceptada',
      description:
        'El servidor de juego aún no ha aceptado la recompensa para **{{player}}**. Se sigue intentando automáticamente.',
      todo: 'Con el permiso *Gestionar servidor* se ve en </settings rewards> qué falla. *Enviar de nuevo* lo intenta de inmediato.',
    },
    asked: {
      title: 'Un miembro pregunta por un canje',
      description: '{{person}} pregunta por el canje para **{{player}}**. Se le mostró: {{verdict}}.',
      todo: '*Abrir el canje* muestra qué ha pasado y qué puedes hacer.',
      decide: '*Abrir el canje* muestra qué ha pasado. Lo que decidas, aquí o allí, se comunica a quien preguntó.',
    },
    elsewhere:
      'Solo puede decidir el equipo de moderación de otro servidor de Discord, donde se solicitó primero. También se avisa a quien lo solicitó aquí.',
    decide: '*Abrir el canje* muestra qué se canjeó. Después decide aquí: se avisa a quien lo solicitó.',
    facts: { asked: 'Solicitado por:', reward: 'Recompensa:', todo: 'Qué hacer:' },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Eliminación programada para el {{time}}. Actúa antes para evitarla.',
    deletionPast: 'La eliminación estaba programada para el {{time}}.',
    grace: 'En período de gracia hasta el {{time}}. Paga antes para conservar la suscripción.',
    gracePast: 'El período de gracia terminó el {{time}}.',
    cancelled: 'Cancelada, así que no se renueva. Activa hasta el {{time}}.',
    cancelledPast: 'Cancelada, así que no se renovó. El período terminó el {{time}}.',
    cancelledOpenEnd: 'Cancelada, así que no se renueva al final del período.',
    changePending: 'Hay un cambio pendiente en la suscripción.',
    stale: 'Copia guardada {{time}}; el servicio de suscripciones no responde.',
    standard:
      '“Standard” es también la respuesta para un servidor o equipo desconocido o eliminado; revisa el ID si no te lo esperabas.',
    checked: 'Consultada {{time}}',
    quoted: '“{{text}}”',
    chooseBelow: 'Elige abajo qué suscripción mostrar',
    version: 'versión {{version}} del registro',
    kinds: { server: 'Servidor', team: 'Equipo' },
    teamModes: { solo: 'individual', studio: 'estudio' },
    fields: {
      kind: 'Tipo',
      interval: 'Facturación',
      renews: 'Se renueva el',
      wasDue: 'Vencía el',
      activeUntil: 'Activa hasta el',
      periodEnded: 'El período terminó el',
      change: 'Cambio pendiente',
      since: 'Suscripción desde el',
      id: 'ID',
    },
    words: {
      active: 'Activa',
      past_due: 'Pago atrasado',
      canceled: 'Cancelada',
      month: 'Mensual',
      year: 'Anual',
      plan: 'Plan',
      interval: 'Facturación',
      effective_at: 'Se aplica el',
    },
    changed: '{{what}}: {{value}}',
    unavailable: {
      title: 'Servicio de suscripciones no disponible',
      description:
        'No se ha podido consultar la suscripción en el servicio de suscripciones y no hay ninguna copia guardada. Inténtalo de nuevo más tarde.',
    },
    keyRefused: {
      title: 'Debe intervenir el operador del bot',
      description:
        'El servicio de suscripciones ha rechazado la clave de aplicación del bot. Solo el operador de este bot puede renovarla.',
    },
    badId: {
      title: 'Revisa el ID del servidor o equipo',
      description:
        'El ID de un servidor o equipo tiene de 1 a 80 caracteres: letras de la A a la Z, cifras y `_ . : -`. Cópialo de donde se gestiona el servidor o equipo, o elige uno de los que </plan> sugiere mientras escribes.',
    },
    noneLinked: {
      title: 'Ningún servidor ni equipo vinculado',
      description:
        'Todavía no hay ningún servidor ni equipo vinculado a este servidor de Discord. Alguien con el permiso *Gestionar servidor* puede vincular uno.',
      manager:
        'Todavía no hay ningún servidor ni equipo vinculado a este servidor de Discord. Vincula uno con </entity link>.',
    },
    notLinked: {
      title: 'No vinculado a este servidor de Discord',
      description:
        'Ningún servidor ni equipo con este ID está vinculado a este servidor de Discord. Elige uno de los que </plan> sugiere mientras escribes.',
    },
    others: 'Mostrar otra suscripción',
  },
  plans: {
    title: 'Suscripciones',
    progress: 'Consultadas: {{done, number}} de {{total, number}}',
    unanswered: 'Sin respuesta del servicio de suscripciones',
    deletion: 'Eliminación {{time}}',
    deletionPast: 'Debía eliminarse {{time}}',
    grace: 'El período de gracia termina {{time}}',
    gracePast: 'El período de gracia terminó {{time}}',
    cancelled: 'Cancelada, termina {{time}}',
    cancelledPast: 'Cancelada, terminó {{time}}',
    cancelledOpenEnd: 'Cancelada',
    change: 'Cambio pendiente',
    stale: 'Copia guardada {{time}}',
    nothing: 'No se ha podido consultar ninguno de estos ID.',
    allWell: 'Nada requiere atención.',
    page: '{{total, number}} en total · requieren atención: {{attention, number}} · página {{page, number}} de {{pages, number}}',
    fields: {
      badIds: 'No son ID de un servidor o equipo',
      notLinked: 'No vinculados a este servidor de Discord',
      leftOut: 'Omitidos',
    },
    leftOut: '{{count, number}}, porque se consultan como máximo {{max, number}} a la vez.',
    file: {
      title: 'Suscripciones en un archivo',
      description:
        'El archivo contiene todas las suscripciones de esta lista, con todo lo que el servicio de suscripciones indica de ellas.',
    },
    closed: {
      title: 'Esta lista está cerrada',
      description: 'Es demasiado antigua o no es tuya. Usa </plans> de nuevo.',
    },
  },
  entity: {
    ask: {
      title: '¿Vincular este servidor o equipo?',
      here: 'Según el servicio de suscripciones, `{{id}}` es:',
      elsewhere: 'Se vinculará al servidor de Discord `{{guild}}`. Según el servicio de suscripciones, `{{id}}` es:',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'Aparecerá en las listas como **{{label}}**.',
    },
    linked: {
      title: 'Vinculado',
      description: '**{{label}}** (`{{id}}`) está vinculado.',
      elsewhere: 'Esto vale para el servidor de Discord `{{guild}}`.',
      isDefault: '</plan> sin ID muestra esta suscripción.',
    },
    already: { title: 'Ya vinculado', description: '`{{id}}` ya está vinculado, así que no se ha cambiado nada.' },
    full: {
      title: 'Límite de vínculos alcanzado',
      description:
        'A un servidor de Discord se pueden vincular como máximo {{max, number}} servidores y equipos. Desvincula alguno que ya no haga falta.',
    },
    forbidden: {
      title: 'No puedes usar esto aquí',
      description:
        'Solo el operador de este bot puede vincular servidores y equipos a otro servidor de Discord, y solo puede responder la persona a la que se preguntó.',
    },
    expired: {
      title: 'No confirmado a tiempo',
      description:
        'Esta pregunta es demasiado antigua o ya tiene respuesta. Si el servidor o equipo aún no está vinculado, usa </entity link>.',
    },
    cancelled: { title: 'No vinculado', description: 'No se ha vinculado nada.' },
    notHome: {
      title: 'Pídeselo al operador de este bot',
      description:
        'Solo el operador de este bot puede vincular servidores y equipos aquí. Envíale estos dos ID:\nservidor de Discord `{{guild}}`\nservidor o equipo `{{id}}`',
    },
    badGuild: {
      title: 'Revisa el ID del servidor de Discord',
      description:
        'El ID de un servidor de Discord tiene de 17 a 20 cifras. Cópialo en Discord con el modo de desarrollador activado.',
    },
    notInGuild: {
      title: 'El bot no está en ese servidor de Discord',
      description:
        'Este bot no está en el servidor de Discord `{{guild}}`. Revisa el ID o invita antes al bot a ese servidor.',
    },
    unlinked: {
      title: 'Desvinculado',
      description: '**{{label}}** (`{{id}}`) ya no está vinculado aquí.',
    },
    list: {
      line: '**{{label}}**\n-# `{{id}}`',
      defaultLine: '**{{label}}** · predeterminado\n-# `{{id}}`',
      page: 'Vinculados: {{total, number}} · página {{page, number}} de {{pages, number}}',
      pick: 'Elegir otro como predeterminado',
      chooseBelow: 'Elige abajo cuál muestra </plan> sin ID.',
    },
  },
  setup: {
    title: 'Configuración de este servidor de Discord',
    pick: 'Ver o cambiar una opción',
    fix: 'Corregir: {{what}}',
    start: 'Configurar: {{what}}',
    then: 'Después: {{what}}',
    fields: { next: 'Siguiente paso', done: 'Listo', optional: 'Opcional' },
    next: {
      token: 'Aquí todavía no se pueden canjear votos: configura el token de acceso de tu servidor de juego.',
      entities: 'Vincula tu servidor o equipo, para que </plan> encuentre su suscripción.',
      'vote-link': 'Indica a los miembros dónde votar.',
      announcements: 'Elige dónde se anuncian los votos canjeados.',
      moderators: 'Elige dónde se publican los canjes que necesitan una decisión.',
      nothing: 'Ninguno: todo lo necesario está configurado.',
    },
    names: {
      token: 'Token de acceso',
      entities: 'Servidores y equipos vinculados',
      'vote-link': 'Enlaces de votación',
      announcements: 'Anuncios',
      moderators: 'Canal del equipo de moderación',
      rewards: 'Recompensas en el servidor de juego',
      alerts: 'Avisos de suscripción',
      panel: 'Panel de canje',
      'voter-role': 'Rol de votante',
      reminders: 'Recordatorios para votar',
      goal: 'Objetivo',
    },
    token: {
      own: 'Termina en `{{ending}}`',
      operators: 'El del operador',
      none: 'Ninguno: aquí no se pueden canjear votos',
    },
    badNumber: {
      title: 'Revisa el número',
      description: 'Debe ser un número entero de {{min, number}} a {{max, number}}. No se ha cambiado nada.',
    },
  },
  forms: {
    channel: 'Canal',
    role: 'Rol',
    arrival: 'Llegada',
    yes: 'Sí',
    no: 'No',
    hours: 'Horas',
    claims: 'Canjes',
    every: 'Período',
    url: 'Enlace de votación',
    label: 'Etiqueta',
    id: 'ID',
  },
  settings: {
    token: {
      modalTitle: 'Token de acceso para canjear votos',
      modalLabel: 'Token de acceso',
      modalHint: 'De tu cuenta en el servicio de votación',
      saved: {
        title: 'Token de acceso guardado',
        description:
          'Los votos se canjean desde ahora con el token que termina en `{{ending}}`. Se guarda cifrado y nunca se muestra entero. El primer canje mostrará si funciona.',
      },
      otherHooks:
        'Destinos de recompensas limitados a un token de acceso anterior, a los que por eso no se envía ningún canje nuevo: {{count, number}}. </settings rewards> muestra cuáles.',
      askClear: {
        title: '¿Borrar el token de acceso?',
        description:
          'El token que termina en `{{ending}}` se eliminará aquí, y solo quien lo tenga podrá volver a configurarlo.',
      },
      cleared: {
        title: 'Token de acceso borrado',
        operators: 'Los votos se canjean desde ahora con el token del operador.',
        none: 'Aquí no se podrán canjear votos hasta que se configure un token con </settings token>.',
      },
      changed: {
        title: 'El token de acceso ha cambiado',
        description:
          'El token al que correspondía este botón ya no está configurado, así que no se ha borrado nada. </setup> muestra los ajustes actuales.',
      },
      bad: {
        title: 'Revisa el token de acceso',
        description:
          'Un token de acceso tiene de {{min}} a {{max}} caracteres: solo letras de la A a la Z, cifras y símbolos, sin espacios. No se ha cambiado nada.',
        foreign:
          'Esto parece un token de {{service}}. El token de acceso está en tu cuenta del servicio de votación. No se ha cambiado nada.',
      },
    },
    voteLink: {
      saved: 'Enlace de votación guardado',
      removed: 'Enlace de votación eliminado',
      none: 'Este servidor de Discord no tiene enlaces de votación propios.',
      hint: 'Cada uno aparece como botón en los mensajes sobre los votos. En un enlace, `{player}` se sustituye por el nombre del jugador; el panel no conoce ninguno, así que no muestra esos enlaces. Puede haber hasta {{max}}.',
      remove: 'Quitar un enlace de votación',
      tooMany: {
        title: 'No cabe otro enlace de votación',
        description: 'Ya hay {{max}}. Quita uno primero: </settings vote-link> los muestra.',
      },
      bad: {
        title: 'Revisa el enlace de votación',
        description:
          'Un enlace de votación empieza por `https://` y tiene como máximo {{max}} caracteres; `{player}` puede estar en cualquier parte después del nombre del sitio. No se ha cambiado nada.',
      },
    },
    panel: {
      refused: 'No se ha podido publicar el panel',
      states: {
        none: 'Aún no hay ningún panel. Un panel es un mensaje con tus enlaces de votación y un botón con el que todo el mundo puede canjear su voto. Así se verá:',
        shown: 'El panel está en <#{{channel}}>. Así se ve:',
        gone: 'Se ha eliminado el mensaje del panel. Así se verá:',
        'out-of-reach':
          'El panel está en <#{{channel}}>, donde el bot ya no puede cambiarlo. Deja que vea el canal y envíe mensajes en él, o mueve el panel con </settings panel>. Así debería verse:',
      },
      changed: { shown: 'El panel está en <#{{channel}}>.', none: 'Se ha quitado el panel.' },
      'out-of-reach':
        'El bot no puede publicar en este canal. Concédele allí *Ver canal*, *Enviar mensajes* e *Insertar enlaces*. No se ha cambiado nada.',
      unusable: 'Elige un canal de texto o de anuncios. No se ha cambiado nada.',
      modalTitle: 'Texto del panel',
      modalLabel: 'Texto',
      modalHint: 'Puedes usar Markdown, excepto enlaces ocultos tras un texto.',
    },
    announcements: {
      saved: {
        title: 'Anuncios guardados',
        on: 'Los votos canjeados se anuncian en <#{{channel}}>.',
        off: 'Los votos canjeados no se anuncian.',
      },
      arrival: 'Cuando la recompensa llega al servidor de juego, el anuncio también lo dice.',
      noChannel: {
        title: 'Elige un canal',
        description:
          'Hace falta un canal donde publicar los anuncios: indícalo con la opción `channel`. No se ha cambiado nada.',
      },
      stopped: {
        title: 'Los anuncios están desactivados',
        description:
          'El último anuncio no se pudo publicar en <#{{channel}}>: el canal ya no existe, o el bot no puede enviar mensajes en él. Por eso se desactivaron los anuncios. Deja que el bot publique allí y usa </settings announcements> con `on:True`, o elige otro canal con `channel:`.',
      },
    },
    alerts: {
      saved: {
        title: 'Avisos de suscripción guardados',
        on: 'Los cambios en las suscripciones de los servidores y equipos vinculados se publican en <#{{channel}}>, con recordatorios 7 días, 3 días y 1 día antes de que termine un período de gracia o una suscripción cancelada, o de que se elimine un servidor o equipo. Cualquiera que vea ese canal puede leerlos.',
        off: 'Los cambios en las suscripciones no se publican.',
      },
      noChannel: {
        title: 'Elige un canal',
        description:
          'Hace falta un canal donde publicar los avisos de suscripción: indícalo con la opción `channel`. No se ha cambiado nada.',
      },
      stopped: {
        title: 'Los avisos de suscripción están desactivados',
        description:
          'El último aviso de suscripción no se pudo publicar en <#{{channel}}>: el canal ya no existe, o el bot no puede enviar mensajes en él. Por eso se desactivaron los avisos de suscripción. Deja que el bot publique allí y usa </settings alerts> con `on:True`, o elige otro canal con `channel:`.',
      },
    },
    moderators: {
      saved: {
        title: 'Canal del equipo de moderación guardado',
        on: 'Los canjes que necesitan al equipo de moderación se publican desde ahora en <#{{channel}}>. Allí se lee quién los solicitó, así que elige un canal que solo vea el equipo de moderación.',
        off: 'Los canjes que necesitan al equipo de moderación no se publican. </claims> los muestra.',
      },
      noChannel: {
        title: 'Elige un canal',
        description:
          'Hace falta un canal donde publicar lo que tiene que revisar el equipo de moderación: indícalo con la opción `channel`. No se ha cambiado nada.',
      },
      stopped: {
        title: 'El canal del equipo de moderación está desactivado',
        description:
          'El último canje que necesita al equipo de moderación no se pudo publicar en <#{{channel}}>: el canal ya no existe, o el bot no puede enviar mensajes en él. Por eso esos canjes ya no se publican; </claims> los muestra. Deja que el bot publique allí y usa </settings moderators> con `on:True`, o elige otro canal con `channel:`.',
      },
    },
    role: {
      mentioned:
        'Cada publicación menciona a <@&{{role}}>. Discord avisa a sus miembros solo si cualquiera puede mencionar ese rol, o si el bot tiene allí *Mencionar @everyone, @here y todos los roles*.',
      bad: {
        title: 'Elige otro rol',
        description:
          'Se puede mencionar cualquier rol de este servidor de Discord, excepto `@everyone`. No se ha cambiado nada.',
      },
    },
    permissions: {
      needed: 'El bot necesita allí *Ver canal*, *Enviar mensajes* e *Insertar enlaces*.',
      missing: 'El bot todavía no puede publicar allí. Concédele: {{permissions}}.',
    },
  },
  voterRole: {
    savedTitle: 'Rol de votante guardado',
    problemTitle: 'Este rol no puede ser el rol de votante',
    on: 'Quien canjea un voto obtiene <@&{{role}}> durante {{duration}}. El siguiente canje prolonga ese tiempo.',
    stoppedState:
      'Por ahora nadie obtiene <@&{{role}}>, porque el bot no pudo asignarlo. Duración prevista: {{duration}}.',
    off: 'Quien canjea un voto no obtiene ningún rol.',
    lost: 'Miembros que perderán el rol en cuanto Discord deje que el bot se lo quite: {{count, number}}.',
    unchecked: 'Discord no ha indicado si el bot puede asignarlo. Si no puede, se te avisará.',
    unchanged: 'No se ha cambiado nada.',
    none: {
      title: 'Elige un rol',
      description: 'Indica el rol con la opción `role`. No se ha cambiado nada.',
    },
    problems: {
      permission:
        'El bot no puede asignar roles aquí: necesita *Gestionar roles*. Vuelve a añadirlo con el enlace que pide ese permiso; todos los ajustes se conservan. También puedes concedérselo en *Ajustes del servidor > Roles*.',
      hierarchy:
        'El bot solo puede asignar roles que estén por debajo del suyo. En *Ajustes del servidor > Roles*, arrastra un rol del bot por encima de <@&{{role}}>.',
      deleted: 'El rol ya no existe. Elige otro.',
      managed: 'Discord u otra aplicación asigna <@&{{role}}>, así que nadie más puede hacerlo. Elige otro.',
      everyone: 'Todo el mundo tiene ya `@everyone`. Elige otro.',
      powerful:
        'Los miembros con <@&{{role}}> pueden moderar o gestionar algo, y cualquiera que vote podría hacerlo también. Elige un rol sin esos permisos, o quítaselos.',
      'not-yours':
        'Solo puedes elegir un rol que tú mismo podrías dar: uno por debajo de tu rol más alto. <@&{{role}}> no lo es.',
      refused:
        'Discord no deja que el bot asigne <@&{{role}}>. Necesita *Gestionar roles* y un rol por encima de ese; si la moderación exige la autenticación en dos pasos, el propietario del bot también debe tenerla activada.',
    },
    stopped: {
      title: 'El rol de votante está desactivado',
      description:
        'Por eso se desactivó; los miembros lo conservan hasta que termine su plazo. Cuando esté arreglado, usa </settings voter-role> con `on:True`.',
      another: 'Por eso se desactivó. Elige otro con </settings voter-role>.',
    },
    notice: {
      title: 'Por ahora no hay rol de votante',
      description:
        'Por ahora, quien canjea un voto no obtiene ningún rol. Alguien con el permiso *Gestionar servidor* puede ver por qué con </settings voter-role>.',
    },
  },
  problems: {
    none: 'Todo está en orden.',
    heading: '**Por corregir**',
    channelGone: '{{what}}: el canal ya no existe. Elige otro con {{command}}.',
    channelClosed: '{{what}}: el bot no puede publicar en <#{{channel}}>. Concédele allí: {{permissions}}.',
    channelUnknown: '{{what}}: Discord no ha indicado si el bot puede publicar en <#{{channel}}>.',
    moderatorsPublic:
      '{{what}}: todo el mundo ve <#{{channel}}>, y las publicaciones nombran a personas. Elige un canal que solo vea el equipo de moderación.',
    mentionGone: 'Avisos de suscripción: el rol que mencionan ya no existe. Elige otro con </settings alerts>.',
    panelGone: 'Panel de canje: se ha eliminado su mensaje. Publícalo de nuevo con </settings panel>.',
    panelClosed:
      'Panel de canje: el bot no puede cambiarlo en <#{{channel}}>. Deja que vea el canal y envíe mensajes en él, o mueve el panel con </settings panel>.',
    panelUnknown: 'Panel de canje: Discord no ha indicado si sigue ahí.',
    tokenLost: 'Token de acceso: se ha perdido la clave que lo cifraba. Configúralo de nuevo con </settings token>.',
    tokenRefused:
      'Token de acceso: el servicio de votación lo rechazó en el último canje. Configura otro con </settings token>.',
    operatorsToken:
      'Token de acceso: el servicio de votación rechazó el del operador en el último canje. El operador debe renovarlo, o puedes configurar uno propio con </settings token>.',
    entity:
      'Servidor o equipo vinculado {{id}}: el servicio de suscripciones no indica ninguna suscripción. Revisa el ID con </plan>, o desvincúlalo con </entity unlink>.',
    moreEntities: 'Otros servidores y equipos vinculados sin suscripción: {{count, number}}. </plans> los muestra.',
    plansUnknown:
      'Servidores y equipos vinculados: el servicio de suscripciones no responde, así que no se sabe nada de sus suscripciones.',
    keyRefused:
      'Servidores y equipos vinculados: el servicio de suscripciones rechaza la clave de aplicación del bot. El operador debe renovarla.',
    hooks: {
      paused: 'Recompensas, {{hook}}: en pausa. Reanúdalo con </settings rewards>.',
      stopped:
        'Recompensas, {{hook}}: el último intento falló, así que no se envía nada. Envía una prueba y reanúdalo con </settings rewards>.',
      gone: 'Recompensas, {{hook}}: el destino ya no acepta mensajes (estado 410). Reanúdalo con </settings rewards> si fue un error.',
      lost: 'Recompensas, {{hook}}: se ha perdido la clave que cifraba su dirección. Añádelo de nuevo con </settings rewards>.',
      failing:
        'Recompensas, {{hook}}: falla desde el {{time}}. Último motivo: {{outcome}}. Puedes enviar una prueba con </settings rewards>.',
    },
  },
  goal: {
    savedTitle: 'Objetivo guardado',
    offTitle: 'El objetivo está desactivado',
    progress: '**{{count, number}} de {{claims, number}}** votos canjeados con este bot, hasta el {{until}}',
    every: { day: 'Cada día:', week: 'Cada semana:', month: 'Cada mes:' },
    off: 'No hay ningún objetivo.',
    howTo:
      'Cuentan todos los canjes confirmados aquí con este bot, los haga quien los haga. Los días, las semanas (desde el lunes) y los meses empiezan a medianoche UTC. El objetivo aparece en los anuncios y en el panel de canje, y una publicación avisa una vez por período de que se ha alcanzado.',
    noNumber: {
      title: 'Elige un número',
      description: 'Indica con la opción `claims` cuántos canjes deben confirmarse. No se ha cambiado nada.',
    },
    reached: {
      title: 'Objetivo alcanzado',
      description:
        'Canjes confirmados con este bot: **{{claims, number}}**. ¡Gracias! La cuenta vuelve a empezar el {{until}}.',
    },
  },
  reminders: {
    message: {
      title: 'Recordatorio para votar: {{guild}}',
      description:
        '**{{guild}}** indica que se puede volver a votar después de {{duration}}. Tu último voto allí se canjeó {{relative}}.\n\nEste mensaje te llega porque lo pediste. Pulsa *Dejar de avisar* si no quieres más.',
    },
    now: {
      title: 'Tus recordatorios para votar',
      on: 'Te llega un mensaje directo {{duration}} después de tu último voto canjeado aquí: según este servidor de Discord, entonces se puede volver a votar.',
      next: 'El próximo llega el {{time}}.',
      nextClaim: 'El próximo llegará después de tu próximo voto canjeado.',
      quiet:
        'De {{from}} a {{to}} ({{zone}}) no llega ningún recordatorio; los que tocan en ese horario llegan poco después. Esto vale en todos los servidores de Discord.',
      noQuiet: 'No tienes horas de silencio. Elígelas con </remind> y `from:`, `to:` y `timezone:`.',
      off: 'Este servidor de Discord no te envía recordatorios para votar.',
      notHere:
        'Por ahora, este servidor de Discord no envía recordatorios para votar. Alguien con el permiso *Gestionar servidor* puede activarlos con </settings reminders>.',
    },
    quiet: {
      incomplete: {
        title: 'Indica desde cuándo y hasta cuándo',
        description:
          'Las horas de silencio necesitan un inicio, un final y una zona horaria: `from:`, `to:` y `timezone:`. No se ha cambiado nada.',
      },
      'no-hours': {
        title: 'Elige dos horas distintas',
        description:
          'Las horas de silencio no pueden terminar a la misma hora a la que empiezan. No se ha cambiado nada.',
      },
      'bad-zone': {
        title: 'Revisa la zona horaria',
        description:
          'Elige una de las que se sugieren mientras escribes, como `Europe/London`, o indica la diferencia con UTC: `UTC+2`. No se ha cambiado nada.',
      },
    },
    stopped: {
      title: 'Los recordatorios están desactivados',
      description:
        'Ese servidor de Discord ya no te envía recordatorios para votar. Para volver a activarlos, usa </remind> allí.',
    },
    closed: {
      title: 'Tus recordatorios para votar están desactivados',
      description:
        'Discord no ha permitido que el bot te enviara un mensaje directo, así que el bot ya no te envía recordatorios aquí. Permite los mensajes directos en los ajustes de privacidad de este servidor de Discord, y desbloquea al bot si lo has bloqueado; después usa </remind>.',
    },
    guild: {
      saved: 'Recordatorios para votar guardados',
      on: 'A los miembros que lo quieran les llega un mensaje directo {{duration}} después de su último voto canjeado, con los enlaces de votación. Dice que, según este servidor de Discord, ya se puede volver a votar.',
      off: 'No se envían recordatorios para votar.',
      wanted: 'Miembros que lo quieren: {{count, number}}.',
      howTo: 'Cada miembro decide con </remind>, o con *Activar recordatorios* junto a la respuesta a un canje.',
    },
  },
  rewards: {
    list: {
      none: 'Los votos canjeados aún no se envían a ningún destino. Si tu servidor de Minecraft tiene NuVotifier, añádelo: sus plugins entregan cada recompensa, también a quienes entren más tarde. A cualquier otro servidor de juego se le puede avisar con un webhook.',
      description: 'Cada voto canjeado se envía a todos estos destinos. Elige uno abajo para verlo o cambiarlo.',
      line: '**{{hook}}** · {{address}}\n{{state}} · en espera: {{waiting, number}}',
      tests: 'Últimos votos de prueba',
      option: '{{hook}} · {{state}}',
      pick: 'Mostrar uno de estos destinos',
    },
    names: { webhook: 'Webhook {{number}}', votifier: 'NuVotifier {{number}}', gone: 'Destino {{number}}' },
    failing: 'falla desde el {{time}}: {{outcome}}',
    states: {
      on: 'Activado',
      paused: 'En pausa',
      stopped: 'Detenido tras el último intento',
      gone: 'Rechazado de forma definitiva (410)',
    },
    detail: {
      title: 'Recompensas: {{hook}}',
      failing: '**El envío falla** desde el {{time}}. Último motivo: {{outcome}}.',
      states: {
        lost: 'No se puede enviar nada: la dirección se perdió.',
        on: 'Los votos se envían a medida que se canjean. Un envío que falla se intenta diez veces en un plazo de tres días.',
        paused:
          'No se envía nada hasta que reanudes el envío. Lo que se canjee mientras tanto espera, 30 días como máximo.',
        stopped:
          'Fallaron demasiados intentos, así que ya no se envía nada. Envía una prueba y, cuando llegue, reanuda el envío: entonces se enviará todo lo que esté en espera, en el orden de los canjes.',
        gone: 'El destino ya no acepta mensajes (estado 410), así que no se envía nada. Reanuda el envío si fue un error.',
      },
      lost: 'Se perdió con la clave que la cifraba. Elimina este destino y añádelo de nuevo.',
      claims: {
        all: 'Todos los canjes de este servidor de Discord',
        'of-current-token': 'Solo los canjes con el token de acceso actual',
        'of-other-token': 'Solo los canjes con un token de acceso anterior',
      },
      twoSecrets: 'El nuevo ya es válido; el anterior lo sigue siendo hasta el {{until}}.',
      fields: {
        address: 'Dirección',
        claims: 'Canjes que se envían',
        waiting: 'En espera de envío',
        secret: 'Secreto',
        service: 'Nombre de servicio de estos votos',
      },
      newToken: '**Se usa el token nuevo** desde ahora.',
      paused: '**En pausa.**',
      resumed: '**Reanudado.** Lo que estaba en espera se envía ahora.',
      narrowed: '**Limitado** a los canjes con el token de acceso actual.',
      widened: '**Ya no está limitado.**',
    },
    add: {
      modalTitle: 'Añadir un webhook de recompensas',
      modalLabel: 'Dirección a la que se envían los mensajes',
      modalHint: 'Empieza por https',
      done: {
        title: 'Webhook añadido',
        description:
          'Este es el secreto del webhook {{number}}, con el que tu servidor de juego sabe que un mensaje es auténtico. Cópialo ahora: se guarda cifrado y no se vuelve a mostrar nunca.\n`{{secret}}`',
      },
      bad: {
        title: 'Revisa la dirección',
        form: 'Un webhook necesita una dirección web completa, como `https://game.example/votes`, sin nombre de usuario ni contraseña. No se ha cambiado nada.',
        https:
          'La dirección debe empezar por `https://`, para que nadie pueda leer ni cambiar por el camino lo que se envía. No se ha cambiado nada.',
        private:
          'La dirección debe ser pública en internet, no de esta máquina ni de una red privada. No se ha cambiado nada.',
      },
      full: {
        title: 'No cabe otro destino',
        description:
          'Un servidor de Discord puede enviar los votos canjeados a {{max}} destinos como máximo. Elimina alguno que ya no haga falta.',
      },
    },
    votifier: {
      modalTitle: 'Añadir un servidor con NuVotifier',
      addressLabel: 'Dirección y puerto de NuVotifier',
      tokenLabel: 'Token',
      tokenHint: 'En el config.yml de NuVotifier, debajo de tokens: lo que sigue a default',
      newTokenTitle: 'Usar otro token',
      done: {
        title: 'NuVotifier añadido',
        description:
          'Desde ahora, cada voto canjeado se envía a {{hook}}. Los plugins reconocen estos votos por el nombre de servicio `{{service}}`. Envía ahora una prueba, con un nombre de jugador tuyo.',
      },
      bad: {
        known:
          'Estos canjes ya se envían a este servidor de juego, que daría cada recompensa dos veces. No se ha cambiado nada.',
        form: 'Hacen falta la dirección de tu servidor de juego y el puerto de NuVotifier, como `play.example.org:8192`. No se ha cambiado nada.',
        private:
          'La dirección debe ser pública en internet, no de esta máquina ni de una red privada. No se ha cambiado nada.',
      },
      badToken: {
        title: 'Revisa el token',
        description:
          'Un token no tiene espacios. Está en el `config.yml` de NuVotifier, debajo de `tokens:`, después de `default:`. No se ha cambiado nada.',
      },
      testTitle: 'Enviar un voto de prueba',
      testLabel: 'Jugador para el voto de prueba',
      testHint: 'El jugador obtiene de verdad una recompensa. Hasta 16 letras, cifras y guiones bajos.',
    },
    rotated: {
      title: 'Secreto nuevo',
      description:
        'Este es el secreto nuevo del webhook {{number}}. Cópialo ahora: no se vuelve a mostrar nunca. El anterior sigue siendo válido durante un día, para que tu servidor de juego pueda hacer el cambio.\n`{{secret}}`',
    },
    test: {
      delivered: { title: 'La prueba ha llegado', description: '{{hook}}: {{outcome}}.' },
      refused: {
        title: 'La prueba no se ha aceptado',
        description: '{{hook}}: {{outcome}}. Solo un estado de 200 a 299 cuenta como aceptado.',
      },
      failed: {
        title: 'La prueba no ha llegado',
        description: '{{hook}}: {{outcome}}.',
      },
      notTaken: { title: 'El voto de prueba no se ha aceptado', description: '{{hook}}: {{outcome}}.' },
      unclear: {
        title: 'Puede que el voto de prueba haya llegado',
        description: '{{hook}}: {{outcome}}. Mira si le ha llegado al jugador antes de enviar otro.',
      },
    },
    askRemove: {
      title: '¿Eliminar este destino?',
      description:
        '{{hook}} se eliminará, con su dirección y su secreto. Recompensas en espera que entonces no se enviarán: {{waiting, number}}. Para detenerlo solo por un tiempo, ponlo en pausa.',
    },
    noToken: {
      title: 'No hay token de acceso',
      description:
        'Aquí no hay ningún token de acceso para canjear votos, así que no se puede limitar el envío a uno. No se ha cambiado nada. Configura uno con </settings token>.',
    },
    notFound: {
      title: 'No encontrado',
      description: 'Este destino se eliminó. </settings rewards> muestra adónde se envían los votos canjeados.',
    },
    failingNews: {
      title: '{{hook}} no acepta recompensas',
      description:
        'Los últimos intentos fallaron: {{outcome}}. Lo que no se aceptó se vuelve a enviar; lo que quizá haya llegado queda en manos del equipo de moderación. </settings rewards> muestra más detalles y permite enviar una prueba.',
    },
    stopped: {
      title: '{{hook}} está detenido',
      stopped:
        'Las recompensas se han rechazado allí una y otra vez, así que ya no se envía ninguna. No se pierde ningún mensaje: abre el destino en </settings rewards>, envía una prueba y reanúdalo cuando llegue.',
      gone: 'El destino ya no acepta mensajes (estado 410), así que ya no se envía ninguno. Si fue un error, reanuda el envío en </settings rewards>.',
    },
    notice: {
      title: 'Las recompensas se retrasan',
      description:
        'Por ahora, los votos canjeados no llegan al servidor de juego. No se pierde ninguno. Alguien con el permiso *Gestionar servidor* puede ver por qué con </settings rewards>.',
    },
    outcomes: {
      accepted: 'aceptado (estado {{status}})',
      refused: 'respondió con el estado {{status}}',
      unreachable: 'no se pudo conectar con la dirección: revisa el nombre, el puerto y el certificado',
      'no-answer': 'no llegó ninguna respuesta',
      'vote-taken': 'el voto se aceptó',
      'vote-failed': 'NuVotifier indicó un error mientras un plugin procesaba el voto; su registro dice cuál',
      'no-votifier':
        'ningún NuVotifier 2 respondió en esa dirección: revisa el nombre y el puerto, que está en el config.yml de NuVotifier después de port',
      'bad-name': 'en un voto, un nombre tiene como máximo 16 letras, cifras y guiones bajos, así que no se envió nada',
      'bad-token':
        'NuVotifier rechazó el token: tiene que ser el de su config.yml, debajo de tokens, después de default',
      'unknown-service':
        'NuVotifier no tiene ningún token para este bot: en su config.yml, añade default debajo de tokens',
      'bad-challenge': 'NuVotifier rechazó el desafío que él mismo había enviado',
      blocked: 'la dirección no es pública en internet',
      unreadable: 'su dirección o su secreto se perdieron con la clave que los cifraba',
    },
    deliveries: {
      goneHook: '{{hook}} (eliminado)',
      held: 'espera a que el equipo de moderación diga si el voto se canjeó',
      sending: 'se está enviando',
      parked: '**decide el equipo de moderación**: {{outcome}}',
      due: 'aún no aceptado',
      delivered: 'aceptado el {{time}}',
      dropped: 'no se envió',
      tried: 'intentos: {{tries}}, el último: {{outcome}}',
      triedInAll: 'intentos en total: {{tries}}',
    },
  },
  alerts: {
    titles: {
      deletion: 'Eliminación {{days, relativetime(day)}}: {{label}}',
      grace: 'El período de gracia termina {{days, relativetime(day)}}: {{label}}',
      period: 'La suscripción termina {{days, relativetime(day)}}: {{label}}',
      'deletion-scheduled': 'Eliminación programada: {{label}}',
      'grace-begun': 'Empieza el período de gracia: {{label}}',
      cancelled: 'Suscripción cancelada: {{label}}',
      'plan-changed': 'Cambio de plan: {{label}}',
      'status-changed': 'Cambio de estado: {{label}}',
      'change-pending': 'Cambio pendiente en la suscripción: {{label}}',
      'pending-change-changed': 'Cambio pendiente modificado: {{label}}',
      'pending-change-dropped': 'Cambio pendiente anulado: {{label}}',
      'grace-ended': 'Período de gracia terminado: {{label}}',
      'cancellation-withdrawn': 'Cancelación retirada: {{label}}',
      'deletion-lifted': 'Eliminación anulada: {{label}}',
    },
    'plan-changed': 'El plan cambió de **{{from}}** a **{{to}}**.',
    'status-changed': 'El estado cambió de **{{from}}** a **{{to}}**.',
    'grace-begun': 'Ha empezado un período de gracia. Termina el {{time}}. Paga antes para conservar la suscripción.',
    'grace-ended': 'Ya no hay ningún período de gracia en curso. </plan> muestra el estado actual.',
    cancelled: 'La suscripción se canceló, así que no se renueva. Está activa hasta el {{time}}.',
    cancelledOpenEnd: 'La suscripción se canceló, así que no se renueva al final del período.',
    'cancellation-withdrawn': 'Se retiró la cancelación.',
    'change-pending': 'Hay un cambio pendiente en la suscripción:\n{{change}}',
    'pending-change-changed': 'El cambio pendiente en la suscripción es ahora:\n{{change}}',
    'pending-change-dropped': 'Ya no hay ningún cambio pendiente en la suscripción.',
    'deletion-scheduled': 'La eliminación está programada para el {{time}}. Actúa antes para evitarla.',
    'deletion-lifted': 'Ya no hay ninguna eliminación programada.',
    warning: {
      grace: 'Recordatorio: el período de gracia termina el {{time}}. Paga antes para conservar la suscripción.',
      period: 'Recordatorio: la suscripción está cancelada y termina el {{time}}.',
      deletion: 'Recordatorio: la eliminación está programada para el {{time}}. Actúa antes para evitarla.',
    },
  },
  privacy: {
    exported: {
      title: 'Tus datos',
      description:
        'El archivo contiene todo lo que este bot tiene guardado sobre ti, en todos los servidores de Discord.',
    },
    ask: {
      title: '¿Eliminar tus datos?',
      description:
        'Tus canjes, tus nombres guardados y tus recordatorios se eliminarán en todos los servidores de Discord, y tu nombre se quitará de los servidores y equipos que vinculaste y de los canjes que marcaste como resueltos. Tus canjes desaparecerán también de la lista del equipo de moderación en </claims>, salvo los que otra persona también haya solicitado. Lo que se publicó en canales seguirá allí. Esto no se puede deshacer. Los votos confirmados seguirán confirmados, y un canje en curso llegará hasta el final, pero no se te dirá cómo termina.',
    },
    deleted: {
      title: 'Tus datos se han eliminado',
      description:
        'Nada de lo que este bot tiene guardado hace ya referencia a ti. Lo que ya estaba publicado en canales sigue allí.',
    },
    kept: { title: 'No se ha eliminado nada', description: 'Tus datos siguen como estaban.' },
  },
  panel: {
    title: '¿Ya has votado? Canjea tu voto',
    text: 'Vota por nosotros y pulsa *Canjear mi voto*. Solo tú ves la respuesta.',
  },
  help: {
    title: 'Qué puedes hacer aquí',
    everyone:
      '</claimvote>: canjear tu voto\n</privacy export>: obtener en un archivo todo lo que hay guardado sobre ti\n</privacy delete>: eliminarlo',
    remind:
      '</remind>: pedir que se te avise por mensaje directo cuando puedas volver a votar, y elegir tus horas de silencio',
    notSetUp:
      'Aquí no se pueden canjear votos hasta que alguien que gestione este servidor de Discord configure un token de acceso.',
    moderators:
      '</plan>: consultar la suscripción de un servidor o equipo\n</plans>: ver muchas suscripciones a la vez\n</claims>: ver los canjes pasados y decidir sobre los que nunca se confirmaron. *Canjes de este miembro*, en el menú de un miembro, en *Aplicaciones*, muestra los suyos.',
    managers:
      '</setup>: ver qué está configurado aquí, y cambiarlo\n</entity unlink>: desvincular un servidor o equipo',
    fields: { moderators: 'Para moderar', managers: 'Para gestionar' },
    toFix: 'Algo no funciona: </setup> muestra qué, y cómo corregirlo.',
    setUp: '</setup> te lleva hasta ahí.',
    optional: 'Opcional, y aún sin configurar: {{what}}. Todo está en </setup>.',
    footer: 'Escribe / para ver todos los comandos que puedes usar.',
  },
  common: {
    forbidden: {
      title: 'No puedes usar esto aquí',
      description: 'Necesitas el permiso *{{permission}}*.',
    },
    permissions: {
      manageServer: 'Gestionar servidor',
      moderateMembers: 'Aislar temporalmente a miembros',
      manageRoles: 'Gestionar roles',
      viewChannel: 'Ver canal',
      sendMessages: 'Enviar mensajes',
      embedLinks: 'Insertar enlaces',
    },
    number: '{{value, number}}',
    hours_one: '{{count, number}} hora',
    hours_other: '{{count, number}} horas',
    more_one: 'y {{count, number}} más',
    more_other: 'y {{count, number}} más',
    reference: 'Referencia {{reference}}',
    wait: {
      title: 'Espera, por favor',
      until: 'El servicio está saturado. Inténtalo de nuevo {{relative}}.',
      unknown: 'El servicio está saturado. Inténtalo de nuevo dentro de un momento.',
      tooFast: 'Las solicitudes llegan demasiado rápido. Inténtalo de nuevo {{relative}}.',
    },
    storage: {
      title: 'Almacenamiento no disponible',
      description:
        'El bot no puede guardar nada en este momento, así que no se ha hecho nada. Inténtalo de nuevo más tarde.',
    },
    unclear: {
      title: 'No se sabe si se ha guardado',
      claim:
        'La base de datos no ha respondido si tu canje está guardado. Si lo está, pronto verás aquí el resultado. Si en un minuto no cambia nada, usa </claimvote> otra vez: ningún voto se recompensa dos veces.',
      decision:
        'La base de datos no ha respondido si esto está guardado. Abre el canje otra vez: vale lo que muestre. Si falta tu decisión, tómala de nuevo.',
      change:
        'La base de datos no ha respondido si tu cambio está guardado, así que puede que ya esté en vigor. Míralo antes de repetirlo.',
    },
    unforeseen: {
      title: 'Algo ha salido mal',
      description: 'Si vuelve a ocurrir, envía al operador de este bot la referencia `{{reference}}`.',
    },
  },
  buttons: {
    change: 'Cambiar',
    add: 'Añadir',
    setUp: 'Configuración',
    checkAgain: 'Volver a comprobar',
    vote: 'Votar',
    voteOn: 'Votar: {{label}}',
    claimMyVote: 'Canjear mi voto',
    remindMe: 'Activar recordatorios',
    stopReminding: 'Dejar de avisar',
    noQuietHours: 'Quitar las horas de silencio',
    editText: 'Editar el texto',
    usualText: 'Restablecer el texto',
    removePanel: 'Quitar el panel',
    refresh: 'Actualizar',
    share: 'Compartir',
    manageBilling: 'Gestionar la facturación',
    needsAttention: 'Requieren atención',
    showAll: 'Mostrar todo',
    rememberName: 'Guardar este nombre',
    link: 'Vincular',
    cancel: 'Cancelar',
    earlier: 'Página anterior',
    later: 'Página siguiente',
    clearToken: 'Borrar el token',
    stopMentioning: 'Dejar de mencionar el rol',
    deleteData: 'Eliminar mis datos',
    markResolved: 'Marcar como resuelto',
    wasClaimed: 'Sí se canjeó',
    wasNotClaimed: 'No se canjeó',
    sendAgain: 'Enviar de nuevo',
    handOutAgain: 'Entregar de nuevo',
    tellModerators: 'Avisar al equipo de moderación',
    itArrived: 'Ha llegado',
    addVotifier: 'Añadir NuVotifier',
    addWebhook: 'Añadir un webhook',
    showHook: 'Mostrar {{hook}}',
    newToken: 'Token nuevo',
    sendTest: 'Enviar una prueba',
    pause: 'Pausar',
    resume: 'Reanudar',
    newSecret: 'Secreto nuevo',
    onlyThisToken: 'Solo el token actual',
    everyClaim: 'Todos los canjes',
    turnOff: 'Desactivar',
    remove: 'Eliminar',
    allowRoles: 'Permitir que asigne roles',
    backToList: 'Volver a la lista',
    openClaim: 'Abrir el canje',
    tryAgain: 'Intentar de nuevo',
    downloadCsv: 'Descargar CSV',
  },
  commands: {
    help: { description: 'Qué puedes hacer aquí' },
    claimvote: {
      description: 'Canjear tu voto por la recompensa',
      playername: 'Tu nombre de jugador, tal como aparece en el juego',
    },
    claims: {
      description: 'Canjes de este servidor de Discord, primero los que esperan al equipo de moderación',
      ofMember: 'Canjes de este miembro',
      playername: 'Solo los canjes para jugadores cuyo nombre contenga esto',
      member: 'Solo los canjes que solicitó este miembro',
      reference: 'Solo el canje con esta referencia, que está en la respuesta al miembro',
      outcome: 'Solo los canjes con este resultado',
      outcomes: {
        parked: 'A la espera del equipo de moderación',
        open: 'En curso',
        granted: 'Voto canjeado',
        none: 'Aún no se ha encontrado ningún voto',
        already: 'Ya canjeado',
        'likely-granted': 'Voto canjeado, primera respuesta perdida',
        pending: 'Sin confirmar, aunque esté marcado como resuelto',
        refused: 'Rechazado por el servicio de votación',
        unavailable: 'Servicio de votación no disponible',
        postponed: 'No enviado por el bot, saturado o interrumpido',
        undelivered: 'Recompensa que aún no ha llegado',
      },
    },
    plan: {
      description: 'Mostrar la suscripción de un servidor o equipo',
      entity: 'ID del servidor o equipo; vacío: el predeterminado',
    },
    plans: {
      description: 'Mostrar las suscripciones de los servidores y equipos vinculados aquí, con un archivo CSV',
      entities: 'ID separados por comas o espacios; vacío: todos los vinculados',
    },
    entity: {
      description: 'Los servidores y equipos cuyas suscripciones se pueden consultar aquí',
      link: {
        description: 'Vincular un servidor o equipo',
        id: 'ID del servidor o equipo',
        label: 'Cómo llamarlo aquí; vacío: su nombre en el servicio de suscripciones',
        guild: 'ID de otro servidor de Discord al que vincularlo (solo para el operador de este bot)',
      },
      unlink: { description: 'Desvincular un servidor o equipo', id: 'ID del servidor o equipo' },
      list: { description: 'Mostrar lo que está vinculado y elegir el predeterminado' },
    },
    setup: { description: 'Ver qué está configurado aquí, qué está mal y cuál es el siguiente paso' },
    settings: {
      description: 'Cómo funciona este bot en este servidor de Discord',
      token: { description: 'Configurar el token de acceso con el que se canjean los votos' },
      panel: {
        description: 'Publicar un mensaje con un botón para que todo el mundo canjee su voto',
        channel: 'Dónde publicarlo',
      },
      'vote-link': {
        description: 'Añadir o quitar un enlace donde votan los miembros',
        url: 'Un enlace https; {player} se sustituye por el nombre',
        label: 'El texto de su botón; vacío: Votar',
      },
      announcements: {
        description: 'Agradecer en público el voto cuando se canjea',
        channel: 'Dónde publicar',
        on: 'Si se publica o no',
        arrival: 'Si se añade que la recompensa ha llegado al servidor de juego',
      },
      alerts: {
        description: 'Publicar los cambios en las suscripciones de los servidores y equipos vinculados',
        channel: 'Dónde publicar',
        on: 'Si se publica o no',
        role: 'El rol que se menciona en cada publicación; opcional',
      },
      moderators: {
        description: 'Publicar los canjes que necesitan al equipo de moderación',
        channel: 'Dónde publicar: un canal que solo vea el equipo de moderación',
        on: 'Si se publica o no',
      },
      rewards: {
        description: 'Configurar adónde se envían los votos canjeados, para que tu servidor de juego los recompense',
      },
      'voter-role': {
        description: 'Dar un rol durante unas horas a quien canjea un voto',
        role: 'El rol que se asigna',
        hours: 'Durante cuántas horas; el siguiente canje lo prolonga',
        on: 'Si se asigna o no',
      },
      goal: {
        description: 'Fijar cuántos canjes deben confirmarse cada día, semana o mes',
        claims: 'Cuántos',
        every: 'En qué período; vacío: como antes, o una semana',
        periods: { day: 'Día', week: 'Semana', month: 'Mes' },
        on: 'Si hay un objetivo o no',
      },
      reminders: {
        description: 'Enviar recordatorios para votar a los miembros que los quieran',
        hours: 'Cuántas horas después de su último voto canjeado',
        on: 'Si se envían o no',
      },
    },
    remind: {
      description: 'Pedir que se te avise por mensaje directo cuando puedas volver a votar',
      on: 'Si quieres recordatorios; vacío: sí',
      from: 'Cuándo empiezan tus horas de silencio: ningún mensaje a partir de entonces',
      to: 'Cuándo terminan tus horas de silencio',
      timezone: 'La zona horaria de tus horas de silencio: escribe una ciudad, o UTC+2',
    },
    privacy: {
      description: 'Qué tiene guardado este bot sobre ti',
      export: { description: 'Obtener en un archivo todo lo que hay guardado sobre ti' },
      delete: { description: 'Eliminar lo que hay guardado sobre ti' },
    },
  },
};
