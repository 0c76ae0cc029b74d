import type { Texts } from './en.ts';

/**
 * Portuguese as in Brazil, to `você`. A vote is `resgatado`: that says nothing of who hands its reward over, or whether
 * they did. Discord's times begin with a day of the week, which stands after a colon, `até` or `para`, never after `em`.
 */
export const ptBR: Texts = {
  claim: {
    granted: {
      title: 'Voto resgatado',
      description: 'O voto de **{{player}}** está confirmado. A recompensa já pode ser entregue.',
      arrived: 'O voto de **{{player}}** está confirmado, e a recompensa já chegou ao servidor de jogo.',
      maybeTwo:
        'A resposta a outra tentativa deste resgate se perdeu ou chegou tarde, então um segundo voto também pode ter sido resgatado. Se faltar uma recompensa, informe a referência `{{reference}}` à equipe de moderação.',
      unlikelyTwo:
        'O serviço de votação não conseguiu responder a outra tentativa deste resgate. É pouco provável, mas um segundo voto também pode ter sido resgatado. Se faltar uma recompensa, informe a referência `{{reference}}` à equipe de moderação.',
    },
    none: {
      title: 'Nenhum voto encontrado ainda',
      description:
        'Não há nenhum voto de **{{player}}** para recompensar. Se você acabou de votar, espere um momento e verifique de novo.',
    },
    already: {
      title: 'Já resgatado',
      description:
        'O voto de **{{player}}** já foi resgatado. Cada voto é recompensado uma única vez. A recompensa não chegou? Informe a referência `{{reference}}` à equipe de moderação.',
      own: 'Você resgatou o voto de **{{player}}** {{relative}}. Cada voto é recompensado uma única vez. A recompensa não chegou? Informe a referência `{{reference}}` à equipe de moderação.',
      recorded: 'Resgate anterior registrado por este bot: {{time}}.',
      reference: 'Referência deste pedido: {{reference}}',
    },
    'likely-granted': {
      title: 'Voto resgatado, primeira resposta perdida',
      description:
        'A equipe de moderação vai decidir o que fazer, e este bot avisará você. O serviço de votação informa que o voto de **{{player}}** já foi resgatado, mas uma das respostas do serviço se perdeu. Muito provavelmente foi este bot que resgatou este voto ou um anterior. A recompensa não chegou? Informe a referência `{{reference}}` à equipe de moderação.',
    },
    pending: {
      title: 'Resgate ainda não confirmado',
      description:
        'O serviço de votação ainda não confirmou o voto de **{{player}}**. Este bot continua tentando por 15 minutos. Se até lá nada mudar, informe a referência `{{reference}}` à equipe de moderação. Você pode verificar de novo sem nenhum risco.',
    },
    reviewed: {
      unstated:
        'Alguém da equipe de moderação analisou o caso do voto de **{{player}}** e marcou o resgate como resolvido. Se ainda faltar algo, informe a referência `{{reference}}` à equipe de moderação.',
      claimed:
        'Alguém da equipe de moderação analisou o caso: o voto de **{{player}}** foi resgatado. Se ainda faltar algo, informe a referência `{{reference}}` à equipe de moderação.',
      'not-claimed':
        'Alguém da equipe de moderação analisou o caso: o voto de **{{player}}** não foi resgatado. Se ele ainda estiver lá, você pode tentar o resgate de novo.',
    },
    unavailable: {
      title: 'Serviço de votação indisponível',
      notSent:
        'Não foi possível acessar o serviço de votação, então nada foi resgatado. Se **{{player}}** votou, o voto continua intacto: tente de novo mais tarde.',
      refused:
        'O serviço de votação recusou o resgate, então nada foi resgatado. Se **{{player}}** votou, o voto continua intacto: tente de novo mais tarde.',
      notSentNow: 'Não foi possível acessar o serviço de votação desta vez. Tente de novo mais tarde.',
      refusedNow: 'O serviço de votação recusou esta tentativa. Tente de novo mais tarde.',
    },
    postponed: {
      title: 'Aguarde um pouco',
      notSent:
        'Há gente demais resgatando ao mesmo tempo, então o resgate para **{{player}}** não foi enviado. Se houver um voto, ele continua intacto: tente de novo {{relative}}.',
      notSentNow:
        'Há gente demais resgatando ao mesmo tempo, então nada foi enviado desta vez. Tente de novo {{relative}}.',
      late: 'Havia gente demais resgatando ao mesmo tempo, então nada foi enviado. Verifique de novo agora.',
      interrupted:
        'O bot foi interrompido antes de enviar o resgate para **{{player}}**. Se houver um voto, ele continua intacto: verifique de novo agora.',
      interruptedNow: 'O bot foi interrompido antes de enviar o resgate desta vez. Verifique de novo agora.',
    },
    late: 'Sobre o seu resgate para **{{player}}** ({{relative}}):',
    lateIn: 'Sobre o seu resgate para **{{player}}** em {{guild}} ({{relative}}):',
    inDoubt:
      'A resposta a uma tentativa anterior se perdeu, então este bot já pode ter resgatado um voto de **{{player}}**. Se faltar uma recompensa, informe a referência `{{reference}}` à equipe de moderação.',
    notSetUp: {
      title: 'O resgate de votos não está configurado aqui',
      description:
        'Este servidor do Discord não tem um token de acesso para resgatar votos. Alguém com a permissão *Gerenciar servidor* pode definir um com </settings token>.',
    },
    tokenRefused: {
      title: 'Um administrador precisa intervir',
      description:
        'Token de acesso recusado. O serviço de votação não aceita o token usado aqui para resgatar votos, então nada foi resgatado. Alguém com a permissão *Gerenciar servidor* pode definir outro com </settings token>; se o token for do operador deste bot, cabe a ele renová-lo.',
      now: 'Token de acesso recusado. O serviço de votação não aceita o token usado aqui para resgatar votos. Alguém com a permissão *Gerenciar servidor* pode definir outro com </settings token>; se o token for do operador deste bot, cabe a ele renová-lo.',
    },
    badName: {
      title: 'Confira o nome do jogador',
      description:
        'Um nome de jogador tem de 1 a {{max}} caracteres, sem quebras de linha. Escreva-o exatamente como aparece no jogo.',
      refused:
        'O serviço de votação não aceita **{{player}}** como nome de jogador. Escreva-o exatamente como aparece no jogo.',
    },
    announcement: {
      title: 'Obrigado por votar',
      description: '**{{player}}** votou. A recompensa já pode ser entregue.',
      arrived: '**{{player}}** votou. A recompensa já chegou ao servidor de jogo.',
      wasResolved:
        'Para a equipe de moderação: este resgate já estava marcado como resolvido. Verifiquem antes quem o marcou, para que o voto não seja recompensado duas vezes.',
      maybeTwo:
        'Para a equipe de moderação: a resposta a outra tentativa se perdeu ou chegou tarde, então um segundo voto também pode ter sido resgatado. Consultem o serviço de votação antes de entregar mais de uma recompensa.',
      unlikelyTwo:
        'Para a equipe de moderação: o serviço de votação não conseguiu responder a outra tentativa. É pouco provável, mas um segundo voto também pode ter sido resgatado.',
    },
    nameSaved: {
      title: 'Nome salvo',
      description:
        '</claimvote> sem nome agora resgata o voto de **{{player}}** aqui. Os últimos {{max}} nomes salvos são sugeridos enquanto você digita.',
    },
    moderatorsTold: {
      title: 'A equipe de moderação foi avisada',
      description: 'A sua pergunta aparece no canal da equipe, com a referência `{{reference}}`.',
    },
    noModerators: {
      title: 'Fale diretamente com a equipe de moderação',
      description:
        'No momento, este bot não tem um canal para a equipe de moderação aqui. Informe a referência `{{reference}}` à equipe, para que ela possa abrir o seu resgate.',
    },
    modalTitle: 'Resgatar seu voto',
    modalLabel: 'Nome do jogador',
    modalHint: 'Exatamente como aparece no jogo',
    forgotten: {
      title: 'Resgate não encontrado',
      description: 'Este resgate não está mais registrado. Faça outro com </claimvote>.',
    },
  },
  claims: {
    list: {
      title: 'Resgates',
      parked: '**Aguardando a equipe de moderação**',
      others: '**Outros resgates**',
      shownToSome: 'resposta mostrada a {{shown}} de {{asked}}',
      notShown: 'resposta ainda não mostrada',
      resolved: 'Marcado como resolvido',
      reward: {
        held: 'recompensa retida',
        parked: 'a recompensa chegou?',
        badName: 'recompensa não enviada',
        due: 'recompensa ainda não aceita',
      },
      page: 'Resgates: {{total, number}} · aguardando a equipe de moderação: {{parked, number}} · página {{page, number}} de {{pages, number}}',
      pick: 'Mostrar um destes resgates',
    },
    file: {
      title: 'Arquivo com os resgates',
      description: 'O arquivo contém todos os resgates desta lista.',
      cut: 'O arquivo contém os primeiros {{max, number}} resgates desta lista: os que aguardam a equipe de moderação e depois os mais recentes. Para ver outros, filtre a lista com as opções de </claims>.',
    },
    noneFound: {
      title: 'Nenhum resgate encontrado',
      description: 'Este servidor do Discord ainda não tem resgates, ou nenhum corresponde às opções de </claims>.',
    },
    gone: {
      title: 'Lista indisponível',
      description: 'Ela é antiga demais ou não é sua. Use </claims> de novo.',
    },
    notFound: {
      title: 'Resgate não encontrado',
      description: 'Este resgate não está mais registrado neste servidor do Discord. Use </claims> de novo.',
    },
    underWay: 'Resgate em andamento',
    sentAgain:
      'A recompensa está sendo enviada de novo. Um webhook a reconhece pelo ID e a conta uma vez só; o NuVotifier a entrega mais uma vez.',
    askRepeat:
      'O servidor de jogo já aceitou esta recompensa. O NuVotifier não percebe quando um voto chega de novo: ele entrega a recompensa **mais uma vez**. Fica registrado quem pediu isso.',
    repeatNeedsManager:
      'Nada foi enviado: o servidor de jogo já aceitou esta recompensa e a entregaria mais uma vez. Para isso, você precisa de *Gerenciar servidor*.',
    nothingToSend: 'Não há mais nada a enviar para este resgate.',
    placeIsOff:
      'Nada foi enviado: o destino desta recompensa está pausado ou desativado. Retome o envio com </settings rewards>.',
    arrived: 'Anotado: a recompensa chegou.',
    nothingParked: 'Isso não está mais pendente neste resgate.',
    reviewed: 'Analisado pela equipe de moderação',
    resolved: 'Nunca confirmado, marcado como resolvido pela equipe de moderação',
    refused: 'Recusado pelo serviço de votação',
    deletedPerson: 'alguém (dados excluídos)',
    detail: {
      title: 'Resgate {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      maybeTwo:
        'A resposta a outra tentativa se perdeu ou chegou tarde, então um segundo voto também pode ter sido resgatado.',
      unlikelyTwo:
        'O serviço de votação não conseguiu responder a outra tentativa. É pouco provável, mas um segundo voto também pode ter sido resgatado.',
      alsoInDoubt: 'Também em dúvida para este jogador: {{references}}. Se for o mesmo voto, decida sobre um só.',
      inDoubt:
        'A resposta a uma tentativa anterior para este jogador se perdeu, então um voto pode ter sido resgatado, embora este resgate tenha ficado sem resultado.',
      parked:
        'O serviço de votação nunca informou se este voto foi resgatado. Verifique de novo e, depois de cuidar do caso, marque o resgate como resolvido.',
      told: 'resposta mostrada: {{verdict}}',
      toldNothing: 'nenhuma resposta mostrada ainda',
      before_one: '{{count}} anterior',
      before_other: '{{count}} anteriores',
      noAttempts: 'Nenhuma: nada foi enviado ao serviço de votação.',
      fields: {
        asked: 'Pedido por',
        attempts: 'Tentativas',
        resolved: 'Marcado como resolvido por',
        note: 'Nota',
        reward: 'Recompensa',
        decided: 'Decisões sobre a recompensa',
      },
      decisions: { 'sent-again': 'enviada de novo: {{hook}}', arrived: 'chegada confirmada: {{hook}}' },
      outcomes: {
        none: 'não havia nenhum voto para resgatar',
        claimed: 'o voto foi resgatado',
        already: 'o voto já tinha sido resgatado antes',
        notSent: 'não foi possível acessar o serviço de votação, então nada foi enviado',
        rejected: 'o serviço de votação recusou (status {{status}})',
        unknown: 'enviado, mas não chegou nenhuma resposta válida',
        unfinished: 'enviado, mas não há nenhuma resposta registrada',
      },
    },
    resolve: {
      modalTitles: {
        unstated: 'Marcar este resgate como resolvido',
        claimed: 'O voto foi resgatado',
        'not-claimed': 'O voto não foi resgatado',
      },
      modalLabel: 'O que você descobriu?',
      modalHint: 'Só para a equipe de moderação: quem pediu o resgate não vê',
      done: 'Este resgate está marcado como resolvido. Quem o pediu será avisado, assim que possível, de que alguém da equipe de moderação analisou o caso.',
      decided: 'O que você descobriu foi registrado. Quem pediu o resgate será avisado assim que possível.',
      already: 'Alguém já tinha marcado este resgate como resolvido, então a sua nota não foi salva.',
      notParked: 'Este resgate não aguarda mais a equipe de moderação, então a sua nota não foi salva.',
      badNote: {
        title: 'Confira a nota',
        description: 'Uma nota tem de 1 a {{max}} caracteres. Nada foi alterado.',
      },
    },
  },
  escalations: {
    pending: {
      title: 'Um resgate aguarda a equipe de moderação',
      description: 'Não se sabe se o voto de **{{player}}** foi resgatado.',
      todo: '*Abrir o resgate* permite verificar de novo; se preferir, decida aqui. Quem pediu será avisado.',
    },
    'likely-granted': {
      description:
        'O voto de **{{player}}** já foi resgatado, muito provavelmente por este bot, mas a resposta que dizia isso se perdeu. Também pode se tratar de um voto anterior.',
      todo: 'Para a equipe de moderação: verifiquem antes de entregar a recompensa. </claims> mostra o que foi resgatado para este jogador.',
    },
    granted: {
      title: 'Talvez seja preciso dar uma segunda recompensa',
      description:
        'O voto de **{{player}}** está confirmado. A resposta a outra tentativa do mesmo resgate se perdeu ou chegou tarde, então um segundo voto também pode ter sido resgatado.',
      todo: 'Consulte o serviço de votação antes de entregar mais de uma recompensa.',
    },
    delivery: {
      title: 'A recompensa chegou?',
      description: 'Não se sabe se **{{player}}** tem a recompensa.',
      todo: 'Se o jogador a tem, ou se você a entregar: *A recompensa chegou*. Se não: *Enviar de novo*.',
    },
    badName: {
      title: 'Uma recompensa não foi enviada',
      description:
        'Em um voto, um nome tem no máximo 16 letras, dígitos e sublinhados, então a recompensa para **{{player}}** não foi enviada.',
      todo: 'Faça a entrega por conta própria e depois clique em *A recompensa chegou*.',
    },
    failing: {
      title: 'Uma recompensa ainda não foi aceita',
      description:
        'O servidor de jogo ainda não aceitou a recompensa para **{{player}}**. As tentativas continuam automaticamente.',
      todo: 'Quem tem *Gerenciar servidor* vê o motivo em </settings rewards>. *Enviar de novo* tenta na hora.',
    },
    asked: {
      title: 'Um membro perguntou sobre um resgate',
      description: '{{person}} perguntou sobre o resgate para **{{player}}**. Resposta mostrada: {{verdict}}.',
      todo: '*Abrir o resgate* mostra o que aconteceu e o que você pode fazer.',
      decide: '*Abrir o resgate* mostra o que aconteceu. O que você decidir, aqui ou lá, é informado a quem perguntou.',
    },
    elsewhere:
      'Só a equipe de moderação de outro servidor do Discord, onde o resgate foi pedido primeiro, pode decidir. Quem pediu aqui também será avisado.',
    decide: '*Abrir o resgate* mostra o que foi resgatado. Depois decida aqui: quem pediu será avisado.',
    facts: { asked: 'Pedido por:', reward: 'Recompensa:', todo: 'O que fazer:' },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Exclusão programada para {{time}}. Tome providências antes para evitá-la.',
    deletionPast: 'A exclusão estava programada para {{time}}.',
    grace: 'Em período de carência até {{time}}. Pague antes disso para manter a assinatura.',
    gracePast: 'Fim do período de carência: {{time}}.',
    cancelled: 'Cancelada, então não será renovada. Ativa até {{time}}.',
    cancelledPast: 'Cancelada, então não foi renovada. Fim do período: {{time}}.',
    cancelledOpenEnd: 'Cancelada, então não será renovada no fim do período.',
    changePending: 'Há uma mudança de assinatura pendente.',
    stale: 'Cópia salva {{time}}; o serviço de assinaturas não está respondendo.',
    standard:
      '“Standard” também é a resposta para um servidor ou equipe que o serviço não conhece ou que foi excluído; confira o ID se não era isso que você esperava.',
    checked: 'Consultada {{time}}',
    quoted: '“{{text}}”',
    chooseBelow: 'Escolha abaixo qual assinatura mostrar',
    version: 'versão {{version}} do registro',
    kinds: { server: 'Servidor', team: 'Equipe' },
    teamModes: { solo: 'individual', studio: 'estúdio' },
    fields: {
      kind: 'Tipo',
      interval: 'Cobrança',
      renews: 'Renovação',
      wasDue: 'Vencimento',
      activeUntil: 'Ativa até',
      periodEnded: 'Fim do período',
      change: 'Mudança pendente',
      since: 'Assinatura desde',
      id: 'ID',
    },
    words: {
      active: 'Ativa',
      past_due: 'Pagamento atrasado',
      canceled: 'Cancelada',
      month: 'Mensal',
      year: 'Anual',
      plan: 'Plano',
      interval: 'Cobrança',
      effective_at: 'Vale a partir de',
    },
    changed: '{{what}}: {{value}}',
    unavailable: {
      title: 'Serviço de assinaturas indisponível',
      description:
        'Não foi possível consultar a assinatura no serviço de assinaturas, e não há nenhuma cópia salva dela. Tente de novo mais tarde.',
    },
    keyRefused: {
      title: 'O operador do bot precisa intervir',
      description:
        'O serviço de assinaturas recusou a chave de aplicativo do bot. Só o operador deste bot pode renová-la.',
    },
    badId: {
      title: 'Confira o ID do servidor ou da equipe',
      description:
        'O ID de um servidor ou equipe tem de 1 a 80 caracteres: letras sem acento, números e `_ . : -`. Copie-o de onde se gerencia o servidor ou a equipe, ou escolha um dos que </plan> sugere enquanto você digita.',
    },
    noneLinked: {
      title: 'Nenhum servidor ou equipe vinculado',
      description:
        'Ainda não há nenhum servidor ou equipe vinculado a este servidor do Discord. Alguém com a permissão *Gerenciar servidor* pode vincular um.',
      manager:
        'Ainda não há nenhum servidor ou equipe vinculado a este servidor do Discord. Vincule um com </entity link>.',
    },
    notLinked: {
      title: 'Não vinculado a este servidor do Discord',
      description:
        'Nenhum servidor ou equipe com este ID está vinculado a este servidor do Discord. Escolha um dos que </plan> sugere enquanto você digita.',
    },
    others: 'Mostrar outra assinatura',
  },
  plans: {
    title: 'Assinaturas',
    progress: 'Consultadas: {{done, number}} de {{total, number}}',
    unanswered: 'Sem resposta do serviço de assinaturas',
    deletion: 'Exclusão {{time}}',
    deletionPast: 'Exclusão deveria ter ocorrido {{time}}',
    grace: 'Carência termina {{time}}',
    gracePast: 'Carência terminou {{time}}',
    cancelled: 'Cancelada, termina {{time}}',
    cancelledPast: 'Cancelada, terminou {{time}}',
    cancelledOpenEnd: 'Cancelada',
    change: 'Mudança pendente',
    stale: 'Cópia salva {{time}}',
    nothing: 'Nenhum destes IDs pôde ser consultado.',
    allWell: 'Nada precisa de atenção.',
    page: '{{total, number}} no total · precisam de atenção: {{attention, number}} · página {{page, number}} de {{pages, number}}',
    fields: {
      badIds: 'Não são IDs de servidor ou equipe',
      notLinked: 'Não vinculados a este servidor do Discord',
      leftOut: 'Deixados de fora',
    },
    leftOut: '{{count, number}}, porque no máximo {{max, number}} são consultados de uma vez.',
    file: {
      title: 'Arquivo com as assinaturas',
      description:
        'O arquivo contém todas as assinaturas desta lista, com tudo o que o serviço de assinaturas informa sobre elas.',
    },
    closed: {
      title: 'Lista indisponível',
      description: 'Ela é antiga demais ou não é sua. Use </plans> de novo.',
    },
  },
  entity: {
    ask: {
      title: 'Vincular este servidor ou equipe?',
      here: 'Segundo o serviço de assinaturas, `{{id}}` é:',
      elsewhere: 'Será vinculado ao servidor do Discord `{{guild}}`. Segundo o serviço de assinaturas, `{{id}}` é:',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'Vai aparecer nas listas como **{{label}}**.',
    },
    linked: {
      title: 'Vinculado',
      description: '**{{label}}** (`{{id}}`) está vinculado.',
      elsewhere: 'Isso vale para o servidor do Discord `{{guild}}`.',
      isDefault: '</plan> sem ID mostra esta assinatura.',
    },
    already: { title: 'Já vinculado', description: '`{{id}}` já está vinculado, então nada foi alterado.' },
    full: {
      title: 'Limite de vínculos atingido',
      description:
        'Um servidor do Discord pode ter no máximo {{max, number}} servidores e equipes vinculados. Desvincule um que não seja mais necessário.',
    },
    forbidden: {
      title: 'Você não pode usar isto aqui',
      description:
        'Só o operador deste bot pode vincular servidores e equipes a outro servidor do Discord, e só a pessoa a quem a pergunta foi feita pode responder.',
    },
    expired: {
      title: 'Não confirmado a tempo',
      description:
        'Esta pergunta é antiga demais ou já foi respondida. Se o servidor ou a equipe ainda não estiver vinculado, use </entity link>.',
    },
    cancelled: { title: 'Não vinculado', description: 'Nada foi vinculado.' },
    notHome: {
      title: 'Peça ao operador deste bot',
      description:
        'Só o operador deste bot pode vincular servidores e equipes aqui. Envie a ele estes dois IDs:\nservidor do Discord `{{guild}}`\nservidor ou equipe `{{id}}`',
    },
    badGuild: {
      title: 'Confira o ID do servidor do Discord',
      description:
        'O ID de um servidor do Discord tem de 17 a 20 dígitos. Copie-o no Discord com o modo desenvolvedor ativado.',
    },
    notInGuild: {
      title: 'O bot não está nesse servidor do Discord',
      description:
        'Este bot não está no servidor do Discord `{{guild}}`. Confira o ID, ou convide o bot para lá antes.',
    },
    unlinked: {
      title: 'Desvinculado',
      description: '**{{label}}** (`{{id}}`) não está mais vinculado aqui.',
    },
    list: {
      line: '**{{label}}**\n-# `{{id}}`',
      defaultLine: '**{{label}}** · padrão\n-# `{{id}}`',
      page: 'Vinculados: {{total, number}} · página {{page, number}} de {{pages, number}}',
      pick: 'Escolher outro como padrão',
      chooseBelow: 'Escolha abaixo qual deles </plan> mostra quando usado sem ID.',
    },
  },
  setup: {
    title: 'Configuração deste servidor do Discord',
    pick: 'Ver ou alterar uma configuração',
    fix: 'Corrigir: {{what}}',
    start: 'Configurar: {{what}}',
    then: 'Depois: {{what}}',
    fields: { next: 'Próximo passo', done: 'Pronto', optional: 'Opcional' },
    next: {
      token: 'Ainda não é possível resgatar votos aqui: defina o token de acesso do seu servidor de jogo.',
      entities: 'Vincule seu servidor ou sua equipe, para que </plan> encontre a assinatura.',
      'vote-link': 'Informe aos membros onde votar.',
      announcements: 'Escolha onde anunciar os votos resgatados.',
      moderators: 'Escolha onde publicar os resgates que precisam de uma decisão.',
      nothing: 'Nenhum: tudo o que é necessário está configurado.',
    },
    names: {
      token: 'Token de acesso',
      entities: 'Servidores e equipes vinculados',
      'vote-link': 'Links de votação',
      announcements: 'Anúncios',
      moderators: 'Canal da equipe de moderação',
      rewards: 'Recompensas no servidor de jogo',
      alerts: 'Avisos de assinatura',
      panel: 'Painel de resgate',
      'voter-role': 'Cargo de votante',
      reminders: 'Lembretes de votação',
      goal: 'Meta',
    },
    token: {
      own: 'Termina em `{{ending}}`',
      operators: 'O do operador',
      none: 'Nenhum: não é possível resgatar votos aqui',
    },
    badNumber: {
      title: 'Confira o número',
      description: 'Precisa ser um número inteiro de {{min, number}} a {{max, number}}. Nada foi alterado.',
    },
  },
  forms: {
    channel: 'Canal',
    role: 'Cargo',
    arrival: 'Chegada',
    yes: 'Sim',
    no: 'Não',
    hours: 'Horas',
    claims: 'Resgates',
    every: 'Período',
    url: 'Link de votação',
    label: 'Rótulo',
    id: 'ID',
  },
  settings: {
    token: {
      modalTitle: 'Token de acesso para resgatar votos',
      modalLabel: 'Token de acesso',
      modalHint: 'Da sua conta no serviço de votação',
      saved: {
        title: 'Token de acesso salvo',
        description:
          'Os votos agora são resgatados com o token que termina em `{{ending}}`. Ele é guardado criptografado e nunca é mostrado por inteiro. O primeiro resgate mostrará se funciona.',
      },
      otherHooks:
        'Destinos de votos resgatados limitados a um token de acesso anterior e, por isso, não avisados de novos resgates: {{count, number}}. </settings rewards> mostra quais.',
      askClear: {
        title: 'Apagar o token de acesso?',
        description:
          'O token que termina em `{{ending}}` será apagado daqui, e só quem o tiver poderá defini-lo de novo.',
      },
      cleared: {
        title: 'Token de acesso apagado',
        operators: 'Os votos agora são resgatados com o token do operador.',
        none: 'Não será possível resgatar votos aqui até que um token seja definido com </settings token>.',
      },
      changed: {
        title: 'O token de acesso mudou',
        description:
          'O token a que este botão se referia não está mais definido, então nada foi apagado. </setup> mostra as configurações atuais.',
      },
      bad: {
        title: 'Confira o token de acesso',
        description:
          'Um token de acesso tem de {{min}} a {{max}} caracteres: só letras sem acento, números e símbolos, sem espaços. Nada foi alterado.',
        foreign:
          'Isto parece um token do serviço {{service}}. O token de acesso está na sua conta no serviço de votação. Nada foi alterado.',
      },
    },
    voteLink: {
      saved: 'Link de votação salvo',
      removed: 'Link de votação removido',
      none: 'Este servidor do Discord não tem links de votação próprios.',
      hint: 'Cada um vira um botão nas mensagens em que os membros leem sobre seus votos. `{player}` em um link é substituído pelo nome do jogador; no painel não há um nome, então esses links ficam de fora. Pode haver no máximo {{max}}.',
      remove: 'Remover um link de votação',
      tooMany: {
        title: 'Limite de links de votação atingido',
        description: 'Já há {{max}}. Remova um antes: </settings vote-link> mostra todos.',
      },
      bad: {
        title: 'Confira o link de votação',
        description:
          'Um link de votação começa com `https://` e tem no máximo {{max}} caracteres; `{player}` pode estar em qualquer lugar depois do nome do site. Nada foi alterado.',
      },
    },
    panel: {
      refused: 'Não foi possível publicar o painel',
      states: {
        none: 'Ainda não há painel. Um painel é uma mensagem com os seus links de votação e um botão para todos resgatarem seus votos. Ele ficará assim:',
        shown: 'O painel está em <#{{channel}}>. Ele está assim:',
        gone: 'A mensagem do painel foi excluída. Ele ficará assim:',
        'out-of-reach':
          'O painel está em <#{{channel}}>, onde o bot não consegue mais alterá-lo. Deixe o bot ver o canal e enviar mensagens lá, ou mova o painel com </settings panel>. Ele deveria estar assim:',
      },
      changed: { shown: 'O painel está em <#{{channel}}>.', none: 'O painel foi removido.' },
      'out-of-reach':
        'O bot não consegue publicar nesse canal. Conceda a ele *Ver canal*, *Enviar mensagens* e *Inserir links* lá. Nada foi alterado.',
      unusable: 'Escolha um canal de texto ou de anúncios. Nada foi alterado.',
      modalTitle: 'Texto do painel',
      modalLabel: 'Texto',
      modalHint: 'Aceita Markdown, exceto links mascarados.',
    },
    announcements: {
      saved: {
        title: 'Anúncios salvos',
        on: 'Os votos resgatados são anunciados em <#{{channel}}>.',
        off: 'Os votos resgatados não são anunciados.',
      },
      arrival: 'Quando a recompensa chega ao servidor de jogo, o anúncio também diz isso.',
      noChannel: {
        title: 'Escolha um canal',
        description: 'Os anúncios precisam de um canal: escolha-o com a opção `channel`. Nada foi alterado.',
      },
      stopped: {
        title: 'Os anúncios estão desativados',
        description:
          'Não foi possível publicar o último anúncio em <#{{channel}}>: o canal não existe mais, ou o bot não tem permissão para enviar mensagens lá. Por isso os anúncios foram desativados. Deixe o bot publicar lá e use </settings announcements> com `on:True`, ou escolha outro canal com `channel:`.',
      },
    },
    alerts: {
      saved: {
        title: 'Avisos de assinatura salvos',
        on: 'As mudanças nas assinaturas dos servidores e equipes vinculados são publicadas em <#{{channel}}>, com lembretes 7 dias, 3 dias e 1 dia antes do fim de um período de carência ou de uma assinatura cancelada, ou da exclusão de um servidor ou equipe. Todos que veem esse canal podem ler essas publicações.',
        off: 'As mudanças nas assinaturas não são publicadas.',
      },
      noChannel: {
        title: 'Escolha um canal',
        description:
          'Os avisos de assinatura precisam de um canal: escolha-o com a opção `channel`. Nada foi alterado.',
      },
      stopped: {
        title: 'Os avisos de assinatura estão desativados',
        description:
          'Não foi possível publicar o último aviso de assinatura em <#{{channel}}>: o canal não existe mais, ou o bot não tem permissão para enviar mensagens lá. Por isso os avisos de assinatura foram desativados. Deixe o bot publicar lá e use </settings alerts> com `on:True`, ou escolha outro canal com `channel:`.',
      },
    },
    moderators: {
      saved: {
        title: 'Canal da equipe de moderação salvo',
        on: 'Os resgates que precisam da equipe de moderação são publicados em <#{{channel}}> a partir de agora. As publicações dizem quem pediu, então escolha um canal que só a equipe de moderação veja.',
        off: 'Os resgates que precisam da equipe de moderação não são publicados. </claims> mostra todos.',
      },
      noChannel: {
        title: 'Escolha um canal',
        description:
          'Os resgates que a equipe de moderação deve analisar precisam de um canal: escolha-o com a opção `channel`. Nada foi alterado.',
      },
      stopped: {
        title: 'O canal da equipe de moderação está desativado',
        description:
          'Não foi possível publicar em <#{{channel}}> o último resgate que precisa da equipe de moderação: o canal não existe mais, ou o bot não tem permissão para enviar mensagens lá. Por isso esses resgates não são mais publicados; </claims> mostra todos. Deixe o bot publicar lá e use </settings moderators> com `on:True`, ou escolha outro canal com `channel:`.',
      },
    },
    role: {
      mentioned:
        'Cada publicação menciona <@&{{role}}>. O Discord só notifica quem tem esse cargo se todos puderem mencioná-lo, ou se o bot tiver a permissão *Mencionar @everyone, @here e todos os cargos* lá.',
      bad: {
        title: 'Escolha outro cargo',
        description:
          'Qualquer cargo deste servidor do Discord pode ser mencionado, exceto `@everyone`. Nada foi alterado.',
      },
    },
    permissions: {
      needed: 'O bot precisa das permissões *Ver canal*, *Enviar mensagens* e *Inserir links* lá.',
      missing: 'O bot ainda não consegue publicar lá. Conceda a ele: {{permissions}}.',
    },
  },
  voterRole: {
    savedTitle: 'Cargo de votante salvo',
    problemTitle: 'Este cargo não pode ser o cargo de votante',
    on: 'Quem resgata um voto ganha <@&{{role}}> por {{duration}}. O próximo resgate prolonga esse tempo.',
    stoppedState:
      'No momento, ninguém ganha <@&{{role}}>, porque o bot não conseguiu atribuí-lo. Duração prevista: {{duration}}.',
    off: 'Quem resgata um voto não ganha nenhum cargo.',
    lost: 'Membros que vão perder o cargo, assim que o Discord deixar o bot retirá-lo: {{count, number}}.',
    unchecked: 'O Discord não informou se o bot pode atribuí-lo. Se não puder, você será avisado.',
    unchanged: 'Nada foi alterado.',
    none: {
      title: 'Escolha um cargo',
      description: 'Escolha-o com a opção `role`. Nada foi alterado.',
    },
    problems: {
      permission:
        'O bot não pode atribuir cargos aqui: ele precisa de *Gerenciar cargos*. Adicione o bot de novo pelo link que pede essa permissão; todas as configurações ficam como estão. Ou conceda-a em *Configurações do servidor > Cargos*.',
      hierarchy:
        'O bot só pode atribuir cargos que estejam abaixo do dele. Em *Configurações do servidor > Cargos*, arraste um cargo do bot para cima de <@&{{role}}>.',
      deleted: 'O cargo não existe mais. Escolha outro.',
      managed:
        '<@&{{role}}> é atribuído pelo Discord ou por outro aplicativo, então ninguém mais pode atribuí-lo. Escolha outro.',
      everyone: 'Todos já têm `@everyone`. Escolha outro.',
      powerful:
        'Membros com <@&{{role}}> podem moderar ou gerenciar algo, e quem votasse também poderia. Escolha um cargo sem essas permissões, ou retire-as dele.',
      'not-yours':
        'Você só pode escolher um cargo que você mesmo poderia dar: um abaixo do seu cargo mais alto. <@&{{role}}> não é.',
      refused:
        'O Discord não deixa o bot atribuir <@&{{role}}>. Ele precisa de *Gerenciar cargos* e de um cargo acima desse; onde a moderação exige autenticação de dois fatores, o dono do bot também precisa tê-la ativada.',
    },
    stopped: {
      title: 'O cargo de votante está desativado',
      description:
        'Por isso ele foi desativado; os membros que o têm ficam com ele até o prazo deles acabar. Quando isso estiver resolvido, use </settings voter-role> com `on:True`.',
      another: 'Por isso ele foi desativado. Escolha outro com </settings voter-role>.',
    },
    notice: {
      title: 'Sem cargo de votante no momento',
      description:
        'No momento, quem resgata um voto não ganha nenhum cargo. Alguém com a permissão *Gerenciar servidor* pode ver o motivo com </settings voter-role>.',
    },
  },
  problems: {
    none: 'Está tudo em ordem.',
    heading: '**A corrigir**',
    channelGone: '{{what}}: o canal não existe mais. Escolha outro com {{command}}.',
    channelClosed: '{{what}}: o bot não consegue publicar em <#{{channel}}>. Conceda a ele lá: {{permissions}}.',
    channelUnknown: '{{what}}: o Discord não informou se o bot consegue publicar em <#{{channel}}>.',
    moderatorsPublic:
      '{{what}}: todo mundo vê <#{{channel}}>, e as publicações citam pessoas. Escolha um canal que só a equipe de moderação veja.',
    mentionGone:
      'Avisos de assinatura: o cargo que eles mencionam não existe mais. Escolha outro com </settings alerts>.',
    panelGone: 'Painel de resgate: a mensagem dele foi excluída. Publique-o de novo com </settings panel>.',
    panelClosed:
      'Painel de resgate: o bot não consegue alterá-lo em <#{{channel}}>. Deixe o bot ver o canal e enviar mensagens lá, ou mova o painel com </settings panel>.',
    panelUnknown: 'Painel de resgate: o Discord não informou se ele ainda está lá.',
    tokenLost: 'Token de acesso: a chave que o criptografava se perdeu. Defina-o de novo com </settings token>.',
    tokenRefused:
      'Token de acesso: o serviço de votação o recusou no último resgate. Defina outro com </settings token>.',
    operatorsToken:
      'Token de acesso: o serviço de votação recusou o do operador no último resgate. O operador precisa renová-lo, ou defina o seu próprio com </settings token>.',
    entity:
      'Servidor ou equipe {{id}}, vinculado aqui: o serviço de assinaturas não informa nenhuma assinatura. Confira o ID com </plan>, ou desvincule-o com </entity unlink>.',
    moreEntities:
      'Outros servidores e equipes vinculados sem assinatura: {{count, number}}. </plans> mostra quais são.',
    plansUnknown:
      'Servidores e equipes vinculados: o serviço de assinaturas não está respondendo, então nada se sabe sobre as assinaturas deles.',
    keyRefused:
      'Servidores e equipes vinculados: o serviço de assinaturas recusa a chave de aplicativo do bot. O operador precisa renová-la.',
    hooks: {
      paused: 'Recompensas, {{hook}}: pausado. Retome o envio com </settings rewards>.',
      stopped:
        'Recompensas, {{hook}}: a última tentativa falhou, então nada é enviado. Envie um teste e retome o envio com </settings rewards>.',
      gone: 'Recompensas, {{hook}}: o destino não aceita mais nada (status 410). Retome o envio com </settings rewards> se isso foi um engano.',
      lost: 'Recompensas, {{hook}}: a chave que criptografava o endereço dele se perdeu. Adicione-o de novo com </settings rewards>.',
      failing:
        'Recompensas, {{hook}}: com falhas desde {{time}}. Último motivo: {{outcome}}. </settings rewards> permite enviar um teste.',
    },
  },
  goal: {
    savedTitle: 'Meta salva',
    offTitle: 'A meta está desativada',
    progress: '**{{count, number}} de {{claims, number}}** votos resgatados por este bot, até {{until}}',
    every: { day: 'A cada dia:', week: 'A cada semana:', month: 'A cada mês:' },
    off: 'Não há meta.',
    howTo:
      'Cada resgate confirmado aqui por este bot conta, não importa quem o faça. Dias, semanas (a partir de segunda-feira) e meses começam à meia-noite UTC. A meta aparece nos anúncios e no painel de resgate, e, uma vez por período, uma publicação avisa que ela foi alcançada.',
    noNumber: {
      title: 'Escolha um número',
      description: 'Informe com a opção `claims` quantos resgates devem ser confirmados. Nada foi alterado.',
    },
    reached: {
      title: 'Meta alcançada',
      description:
        'Resgates confirmados por meio deste bot: **{{claims, number}}**. Agradecemos a todos! A contagem recomeça em {{until}}.',
    },
  },
  reminders: {
    message: {
      title: 'Lembrete de votação: {{guild}}',
      description:
        'Segundo **{{guild}}**, dá para votar de novo depois de {{duration}}. Seu último voto lá foi resgatado {{relative}}.\n\nEsta mensagem foi enviada porque você pediu. Clique em *Parar os lembretes* para desativá-los.',
    },
    now: {
      title: 'Seus lembretes de votação',
      on: 'O bot envia uma mensagem direta para você {{duration}} depois do seu último voto resgatado aqui: segundo este servidor do Discord, aí já dá para votar de novo.',
      next: 'Próximo lembrete: {{time}}.',
      nextClaim: 'O próximo virá depois do seu próximo voto resgatado.',
      quiet:
        'Nenhum lembrete chega entre {{from}} e {{to}} ({{zone}}). Os que caírem nesse horário chegam pouco depois. Isso vale em todos os servidores do Discord.',
      noQuiet: 'Você não tem horário de silêncio. Defina um com </remind>, usando `from:`, `to:` e `timezone:`.',
      off: 'Os lembretes de votação deste servidor do Discord estão desativados para você.',
      notHere:
        'No momento, este servidor do Discord não envia lembretes de votação a ninguém. Alguém com a permissão *Gerenciar servidor* pode ativá-los com </settings reminders>.',
    },
    quiet: {
      incomplete: {
        title: 'Informe o começo e o fim',
        description:
          'Um horário de silêncio precisa de um começo, um fim e um fuso horário: `from:`, `to:` e `timezone:`. Nada foi alterado.',
      },
      'no-hours': {
        title: 'Escolha duas horas diferentes',
        description: 'Um horário de silêncio não pode terminar na mesma hora em que começa. Nada foi alterado.',
      },
      'bad-zone': {
        title: 'Confira o fuso horário',
        description:
          'Escolha um dos que são sugeridos enquanto você digita, como `Europe/London`, ou informe a diferença em relação ao UTC: `UTC+2`. Nada foi alterado.',
      },
    },
    stopped: {
      title: 'Os lembretes estão desativados',
      description:
        'Esse servidor do Discord não envia mais lembretes de votação para você. Para reativá-los, use </remind> lá.',
    },
    closed: {
      title: 'Seus lembretes de votação estão desativados',
      description:
        'O Discord não deixou o bot enviar uma mensagem direta para você, então os lembretes daqui foram desativados. Permita mensagens diretas nas configurações de privacidade deste servidor do Discord, e desbloqueie o bot se você o bloqueou; depois use </remind>.',
    },
    guild: {
      saved: 'Lembretes de votação salvos',
      on: 'O bot envia aos membros que quiserem uma mensagem direta {{duration}} depois do último voto que resgataram, com os links de votação. Ela diz que, segundo este servidor do Discord, já dá para votar de novo.',
      off: 'Nenhum lembrete de votação é enviado aos membros.',
      wanted: 'Membros que querem lembretes: {{count, number}}.',
      howTo: 'Cada membro decide com </remind>, ou com *Me lembrar de votar* na resposta a um resgate.',
    },
  },
  rewards: {
    list: {
      none: 'Os votos resgatados ainda não são enviados a lugar nenhum. Se o seu servidor de Minecraft tem o NuVotifier, adicione-o: os plugins dele entregam cada recompensa, mesmo a quem entrar mais tarde. Qualquer outro servidor de jogo pode ser avisado por um webhook.',
      description: 'Cada voto resgatado é enviado a todos estes destinos. Escolha um abaixo para ver ou alterar.',
      line: '**{{hook}}** · {{address}}\n{{state}} · aguardando envio: {{waiting, number}}',
      tests: 'Votos de teste mais recentes',
      option: '{{hook}} · {{state}}',
      pick: 'Mostrar um destes destinos',
    },
    names: { webhook: 'Webhook {{number}}', votifier: 'NuVotifier {{number}}', gone: 'Destino {{number}}' },
    failing: 'com falhas desde {{time}}: {{outcome}}',
    states: {
      on: 'Ativado',
      paused: 'Pausado',
      stopped: 'Parado depois da última tentativa',
      gone: 'Recusado definitivamente (410)',
    },
    detail: {
      title: 'Recompensas: {{hook}}',
      failing: '**O envio está falhando** desde {{time}}. Último motivo: {{outcome}}.',
      states: {
        lost: 'Nada pode ser enviado: o endereço se perdeu.',
        on: 'Os votos são enviados assim que são resgatados. Se um envio falhar, haverá dez tentativas em três dias.',
        paused:
          'Nada é enviado até você retomar o envio. O que for resgatado nesse meio-tempo fica em espera, por no máximo 30 dias.',
        stopped:
          'Tentativas demais falharam, então nada mais é enviado. Envie um teste e, quando ele chegar, retome o envio: tudo o que está em espera será enviado, na ordem dos resgates.',
        gone: 'O destino não aceita mais nada (status 410), então nada é enviado. Retome o envio se isso foi um engano.',
      },
      lost: 'Perdido com a chave que o criptografava. Remova este destino e adicione-o de novo.',
      claims: {
        all: 'Todos os resgates deste servidor do Discord',
        'of-current-token': 'Só os resgates com o token de acesso atual',
        'of-other-token': 'Só os resgates com um token de acesso anterior',
      },
      twoSecrets: 'O novo já vale; o anterior continua valendo até {{until}}.',
      fields: {
        address: 'Endereço',
        claims: 'Resgates a enviar',
        waiting: 'Aguardando envio',
        secret: 'Segredo',
        service: 'Nome de serviço destes votos',
      },
      newToken: '**O novo token é usado** a partir de agora.',
      paused: '**Pausado.**',
      resumed: '**Retomado.** O que estava em espera está sendo enviado agora.',
      narrowed: '**Limitado** aos resgates com o token de acesso atual.',
      widened: '**Não está mais limitado.**',
    },
    add: {
      modalTitle: 'Adicionar um webhook de recompensas',
      modalLabel: 'Endereço para onde enviar os votos resgatados',
      modalHint: 'Começa com https',
      done: {
        title: 'Webhook adicionado',
        description:
          'Este é o segredo do webhook {{number}}, com o qual o seu servidor de jogo sabe que uma mensagem é autêntica. Copie-o agora: ele é guardado criptografado e não será mostrado de novo.\n`{{secret}}`',
      },
      bad: {
        title: 'Confira o endereço',
        form: 'Um webhook precisa de um endereço web completo, como `https://game.example/votes`, sem nome de usuário nem senha. Nada foi alterado.',
        https:
          'O endereço precisa começar com `https://`, para que ninguém no caminho possa ler ou alterar o que é enviado. Nada foi alterado.',
        private:
          'O endereço precisa levar à internet pública, não a esta máquina nem a uma rede privada. Nada foi alterado.',
      },
      full: {
        title: 'Limite de destinos atingido',
        description:
          'Um servidor do Discord pode enviar os votos resgatados a no máximo {{max}} destinos. Remova um que não seja mais necessário.',
      },
    },
    votifier: {
      modalTitle: 'Adicionar um servidor com NuVotifier',
      addressLabel: 'Endereço e porta do NuVotifier',
      tokenLabel: 'Token',
      tokenHint: 'No config.yml do NuVotifier, abaixo de tokens: o que vem depois de default',
      newTokenTitle: 'Usar outro token',
      done: {
        title: 'NuVotifier adicionado',
        description:
          'A partir de agora, cada voto resgatado é enviado ao {{hook}}. Os plugins reconhecem esses votos pelo nome de serviço `{{service}}`. Envie um teste agora, com um nome de jogador seu.',
      },
      bad: {
        known:
          'Estes resgates já são enviados a este servidor de jogo, que daria cada recompensa duas vezes. Nada foi alterado.',
        form: 'É preciso informar o endereço do seu servidor de jogo e a porta do NuVotifier, como `play.example.org:8192`. Nada foi alterado.',
        private:
          'O endereço precisa levar à internet pública, não a esta máquina nem a uma rede privada. Nada foi alterado.',
      },
      badToken: {
        title: 'Confira o token',
        description:
          'Um token não tem espaços. Ele está no `config.yml` do NuVotifier, abaixo de `tokens:`, depois de `default:`. Nada foi alterado.',
      },
      testTitle: 'Enviar um voto de teste',
      testLabel: 'Jogador para o voto de teste',
      testHint: 'O jogador ganha mesmo uma recompensa. No máximo 16 letras, dígitos e sublinhados.',
    },
    rotated: {
      title: 'Novo segredo',
      description:
        'Este é o novo segredo do webhook {{number}}. Copie-o agora: ele não será mostrado de novo. O anterior continua valendo por um dia, para que o seu servidor de jogo possa fazer a troca.\n`{{secret}}`',
    },
    test: {
      delivered: { title: 'O teste chegou', description: '{{hook}}: {{outcome}}.' },
      refused: {
        title: 'O teste não foi aceito',
        description: '{{hook}}: {{outcome}}. Só um status de 200 a 299 conta como aceito.',
      },
      failed: {
        title: 'O teste não chegou',
        description: '{{hook}}: {{outcome}}.',
      },
      notTaken: { title: 'O voto de teste não foi aceito', description: '{{hook}}: {{outcome}}.' },
      unclear: {
        title: 'O voto de teste pode ter chegado',
        description: '{{hook}}: {{outcome}}. Veja se ele chegou para o jogador antes de enviar outro.',
      },
    },
    askRemove: {
      title: 'Remover este destino?',
      description:
        '{{hook}} será removido, junto com o endereço e o segredo dele. Recompensas em espera que não serão mais enviadas: {{waiting, number}}. Para parar só por um tempo, pause-o.',
    },
    noToken: {
      title: 'Não há token de acesso',
      description:
        'Não há token de acesso em uso aqui agora, então este destino não pode ser limitado a um. Nada foi alterado. </settings token> define um.',
    },
    notFound: {
      title: 'Não encontrado',
      description: 'Este destino foi removido. </settings rewards> mostra para onde os votos resgatados são enviados.',
    },
    failingNews: {
      title: '{{hook}} não aceita recompensas',
      description:
        'As últimas tentativas falharam: {{outcome}}. O que não foi aceito é enviado de novo; o que pode ter chegado fica com a equipe de moderação. </settings rewards> mostra mais detalhes e permite enviar um teste.',
    },
    stopped: {
      title: '{{hook}} está parado',
      stopped:
        'O destino recusou recompensas várias vezes seguidas, então nada mais é enviado para lá. Nenhuma mensagem se perdeu: abra o destino em </settings rewards>, envie um teste e, quando o teste chegar, retome o envio.',
      gone: 'O destino não aceita mais nada (status 410), então nada mais é enviado para lá. Se isso foi um engano, retome o envio em </settings rewards>.',
    },
    notice: {
      title: 'As recompensas estão atrasadas',
      description:
        'No momento, os votos resgatados não estão chegando ao servidor de jogo. Nenhum se perdeu. Alguém com a permissão *Gerenciar servidor* pode ver o motivo com </settings rewards>.',
    },
    outcomes: {
      accepted: 'o envio foi aceito (status {{status}})',
      refused: 'a resposta veio com o status {{status}}',
      unreachable: 'não foi possível acessar o endereço: confira o nome, a porta e o certificado',
      'no-answer': 'nenhuma resposta chegou',
      'vote-taken': 'o voto foi aceito',
      'vote-failed': 'o NuVotifier informou um erro enquanto um plugin processava o voto; o log dele diz qual',
      'no-votifier':
        'nenhum NuVotifier 2 respondeu nesse endereço: confira o nome e a porta, que está no config.yml do NuVotifier depois de port',
      'bad-name': 'em um voto, um nome tem no máximo 16 letras, dígitos e sublinhados, então nada foi enviado',
      'bad-token':
        'o NuVotifier recusou o token: precisa ser o do config.yml dele, abaixo de tokens, depois de default',
      'unknown-service':
        'o NuVotifier não tem um token para este bot: no config.yml dele, adicione default abaixo de tokens',
      'bad-challenge': 'o NuVotifier recusou o desafio que ele mesmo tinha enviado',
      blocked: 'o endereço não leva à internet pública',
      unreadable: 'o endereço ou o segredo se perdeu com a chave que o criptografava',
    },
    deliveries: {
      goneHook: '{{hook}} (removido)',
      held: 'aguardando a equipe de moderação dizer se o voto foi resgatado',
      sending: 'sendo enviada',
      parked: '**a equipe de moderação decide**: {{outcome}}',
      due: 'ainda não aceita',
      delivered: 'aceita: {{time}}',
      dropped: 'não foi enviada',
      tried: 'tentativas: {{tries}}, a última: {{outcome}}',
      triedInAll: 'tentativas ao todo: {{tries}}',
    },
  },
  alerts: {
    titles: {
      deletion: 'Exclusão {{days, relativetime(day)}}: {{label}}',
      grace: 'Período de carência termina {{days, relativetime(day)}}: {{label}}',
      period: 'Assinatura termina {{days, relativetime(day)}}: {{label}}',
      'deletion-scheduled': 'Exclusão programada: {{label}}',
      'grace-begun': 'Período de carência iniciado: {{label}}',
      cancelled: 'Assinatura cancelada: {{label}}',
      'plan-changed': 'Plano alterado: {{label}}',
      'status-changed': 'Status alterado: {{label}}',
      'change-pending': 'Mudança de assinatura pendente: {{label}}',
      'pending-change-changed': 'Mudança pendente modificada: {{label}}',
      'pending-change-dropped': 'Mudança de assinatura descartada: {{label}}',
      'grace-ended': 'Período de carência encerrado: {{label}}',
      'cancellation-withdrawn': 'Cancelamento desfeito: {{label}}',
      'deletion-lifted': 'Exclusão cancelada: {{label}}',
    },
    'plan-changed': 'O plano mudou de **{{from}}** para **{{to}}**.',
    'status-changed': 'O status mudou de **{{from}}** para **{{to}}**.',
    'grace-begun': 'Um período de carência começou e vai até {{time}}. Pague antes disso para manter a assinatura.',
    'grace-ended': 'Não há mais nenhum período de carência em andamento. </plan> mostra a situação atual.',
    cancelled: 'A assinatura foi cancelada, então não será renovada. Ela fica ativa até {{time}}.',
    cancelledOpenEnd: 'A assinatura foi cancelada, então não será renovada no fim do período.',
    'cancellation-withdrawn': 'O cancelamento foi desfeito.',
    'change-pending': 'Há uma mudança de assinatura pendente:\n{{change}}',
    'pending-change-changed': 'A mudança de assinatura pendente agora é:\n{{change}}',
    'pending-change-dropped': 'Não há mais nenhuma mudança de assinatura pendente.',
    'deletion-scheduled': 'A exclusão está programada para {{time}}. Tome providências antes para evitá-la.',
    'deletion-lifted': 'Não há mais nenhuma exclusão programada.',
    warning: {
      grace: 'Lembrete: o período de carência vai até {{time}}. Pague antes disso para manter a assinatura.',
      period: 'Lembrete: a assinatura está cancelada e vai até {{time}}.',
      deletion: 'Lembrete: a exclusão está programada para {{time}}. Tome providências antes para evitá-la.',
    },
  },
  privacy: {
    exported: {
      title: 'Seus dados',
      description: 'O arquivo contém tudo o que este bot guardou sobre você, em todos os servidores do Discord.',
    },
    ask: {
      title: 'Excluir seus dados?',
      description:
        'Seus resgates, nomes salvos e lembretes serão excluídos em todos os servidores do Discord, e seu nome será retirado dos servidores e equipes que você vinculou e dos resgates que você marcou como resolvidos. Seus resgates também sairão da lista da equipe de moderação em </claims>, a não ser que outra pessoa tenha pedido os mesmos. O que foi publicado em canais continuará lá. Isso não pode ser desfeito. Votos confirmados continuam confirmados, e um resgate em andamento vai até o fim, mas você não será avisado de como ele termina.',
    },
    deleted: {
      title: 'Seus dados foram excluídos',
      description:
        'Nada do que este bot guardou está mais ligado a você. O que já foi publicado em canais continua lá.',
    },
    kept: { title: 'Nada foi excluído', description: 'Seus dados continuam como estavam.' },
  },
  panel: {
    title: 'Já votou? Resgate seu voto',
    text: 'Vote no nosso servidor e depois clique em *Resgatar meu voto*. Só você vê a resposta.',
  },
  help: {
    title: 'O que você pode fazer aqui',
    everyone:
      '</claimvote>: resgatar seu voto\n</privacy export>: baixar um arquivo com tudo o que está guardado sobre você\n</privacy delete>: excluir esses dados',
    remind: '</remind>: escolher seu horário de silêncio e ser avisado por mensagem direta quando puder votar de novo',
    notSetUp:
      'Não é possível resgatar votos aqui até que alguém que gerencie este servidor do Discord defina um token de acesso.',
    moderators:
      '</plan>: consultar a assinatura de um servidor ou equipe\n</plans>: ver muitas assinaturas de uma vez\n</claims>: ver resgates passados e decidir sobre os que nunca foram confirmados. *Resgates deste membro*, no menu de um membro, em *Apps*, mostra os dele.',
    managers:
      '</setup>: ver o que está configurado aqui, e alterar\n</entity unlink>: desvincular um servidor ou equipe',
    fields: { moderators: 'Para moderar', managers: 'Para gerenciar' },
    toFix: 'Algo não funciona: </setup> mostra o quê, e como corrigir.',
    setUp: '</setup> leva você até lá.',
    optional: 'Opcional, e ainda não configurado: {{what}}. Está tudo em </setup>.',
    footer: 'Digite / para ver todos os comandos que você pode usar.',
  },
  common: {
    forbidden: {
      title: 'Você não pode usar isto aqui',
      description: 'Você precisa da permissão *{{permission}}*.',
    },
    permissions: {
      manageServer: 'Gerenciar servidor',
      moderateMembers: 'Castigar membros',
      manageRoles: 'Gerenciar cargos',
      viewChannel: 'Ver canal',
      sendMessages: 'Enviar mensagens',
      embedLinks: 'Inserir links',
    },
    number: '{{value, number}}',
    hours_one: '{{count, number}} hora',
    hours_other: '{{count, number}} horas',
    more_one: 'e mais {{count, number}}',
    more_other: 'e mais {{count, number}}',
    reference: 'Referência {{reference}}',
    wait: {
      title: 'Aguarde um pouco',
      until: 'O serviço está sobrecarregado. Tente de novo {{relative}}.',
      unknown: 'O serviço está sobrecarregado. Tente de novo daqui a pouco.',
      tooFast: 'Os pedidos estão chegando rápido demais. Tente de novo {{relative}}.',
    },
    storage: {
      title: 'Armazenamento indisponível',
      description: 'O bot não consegue salvar nada no momento, então nada foi feito. Tente de novo mais tarde.',
    },
    unclear: {
      title: 'Não se sabe se foi salvo',
      claim:
        'O banco de dados não informou se o seu resgate foi salvo. Se foi, o resultado aparece aqui em breve. Se nada mudar em um minuto, use </claimvote> de novo: nenhum voto é recompensado duas vezes.',
      decision:
        'O banco de dados não informou se isto foi salvo. Abra o resgate de novo: vale o que estiver lá. Se a sua decisão não estiver, tome-a de novo.',
      change:
        'O banco de dados não informou se a sua alteração foi salva, então ela talvez já esteja valendo. Confira antes de repetir.',
    },
    unforeseen: {
      title: 'Algo deu errado',
      description: 'Se acontecer de novo, envie ao operador deste bot a referência `{{reference}}`.',
    },
  },
  buttons: {
    change: 'Alterar',
    add: 'Adicionar',
    setUp: 'Configuração',
    checkAgain: 'Verificar de novo',
    vote: 'Votar',
    voteOn: 'Votar: {{label}}',
    claimMyVote: 'Resgatar meu voto',
    remindMe: 'Me lembrar de votar',
    stopReminding: 'Parar os lembretes',
    noQuietHours: 'Sem horário de silêncio',
    editText: 'Editar o texto',
    usualText: 'Usar o texto padrão',
    removePanel: 'Remover o painel',
    refresh: 'Atualizar',
    share: 'Compartilhar',
    manageBilling: 'Gerenciar cobrança',
    needsAttention: 'Precisam de atenção',
    showAll: 'Mostrar tudo',
    rememberName: 'Salvar este nome',
    link: 'Vincular',
    cancel: 'Cancelar',
    earlier: 'Página anterior',
    later: 'Próxima página',
    clearToken: 'Apagar o token',
    stopMentioning: 'Parar de mencionar o cargo',
    deleteData: 'Excluir meus dados',
    markResolved: 'Marcar como resolvido',
    wasClaimed: 'Foi resgatado',
    wasNotClaimed: 'Não foi resgatado',
    sendAgain: 'Enviar de novo',
    handOutAgain: 'Entregar de novo',
    tellModerators: 'Avisar a equipe de moderação',
    itArrived: 'A recompensa chegou',
    addVotifier: 'Adicionar NuVotifier',
    addWebhook: 'Adicionar um webhook',
    showHook: 'Mostrar {{hook}}',
    newToken: 'Novo token',
    sendTest: 'Enviar um teste',
    pause: 'Pausar',
    resume: 'Retomar',
    newSecret: 'Novo segredo',
    onlyThisToken: 'Só o token atual',
    everyClaim: 'Todos os resgates',
    turnOff: 'Desativar',
    remove: 'Remover',
    allowRoles: 'Permitir que o bot atribua cargos',
    backToList: 'Voltar à lista',
    openClaim: 'Abrir o resgate',
    tryAgain: 'Tentar de novo',
    downloadCsv: 'Baixar CSV',
  },
  commands: {
    help: { description: 'O que você pode fazer aqui' },
    claimvote: {
      description: 'Resgatar seu voto para obter a recompensa',
      playername: 'Seu nome de jogador, exatamente como aparece no jogo',
    },
    claims: {
      description: 'Resgates deste servidor do Discord, primeiro os que aguardam a equipe de moderação',
      ofMember: 'Resgates deste membro',
      playername: 'Só resgates para jogadores cujo nome contenha isto',
      member: 'Só resgates que este membro pediu',
      reference: 'Só o resgate com esta referência, que está na resposta ao membro',
      outcome: 'Só resgates com este resultado',
      outcomes: {
        parked: 'Aguardando a equipe de moderação',
        open: 'Em andamento',
        granted: 'Voto resgatado',
        none: 'Nenhum voto encontrado ainda',
        already: 'Já resgatado',
        'likely-granted': 'Voto resgatado, primeira resposta perdida',
        pending: 'Não confirmado, mesmo se marcado como resolvido',
        refused: 'Recusado pelo serviço de votação',
        unavailable: 'Serviço de votação indisponível',
        postponed: 'Não enviado: bot sobrecarregado ou interrompido',
        undelivered: 'Recompensa que ainda não chegou',
      },
    },
    plan: {
      description: 'Mostrar a assinatura de um servidor ou equipe',
      entity: 'ID do servidor ou da equipe; deixe vazio para usar o padrão',
    },
    plans: {
      description: 'Mostrar as assinaturas de todos os servidores e equipes vinculados aqui, com um CSV',
      entities: 'IDs separados por vírgulas ou espaços; deixe vazio para todos os vinculados',
    },
    entity: {
      description: 'Os servidores e equipes cujas assinaturas podem ser consultadas aqui',
      link: {
        description: 'Vincular um servidor ou equipe',
        id: 'ID do servidor ou da equipe',
        label: 'Como chamá-lo aqui; deixe vazio para usar o nome que está no serviço de assinaturas',
        guild: 'ID de outro servidor do Discord ao qual vinculá-lo (só para o operador deste bot)',
      },
      unlink: { description: 'Desvincular um servidor ou equipe', id: 'ID do servidor ou da equipe' },
      list: { description: 'Mostrar o que está vinculado e escolher o padrão' },
    },
    setup: { description: 'Ver o que está configurado aqui, o que há de errado e qual é o próximo passo' },
    settings: {
      description: 'Como este bot funciona neste servidor do Discord',
      token: { description: 'Definir o token de acesso com que os votos são resgatados' },
      panel: {
        description: 'Publicar uma mensagem com um botão para todos resgatarem seus votos',
        channel: 'Onde publicar',
      },
      'vote-link': {
        description: 'Adicionar ou remover um link para os membros votarem',
        url: 'Um link https; {player} vira o nome',
        label: 'Texto do botão; deixe vazio para “Votar”',
      },
      announcements: {
        description: 'Agradecer em público a quem votou quando um voto é resgatado',
        channel: 'Onde publicar',
        on: 'Publicar ou não',
        arrival: 'Acrescentar ou não que a recompensa chegou ao servidor de jogo',
      },
      alerts: {
        description: 'Publicar mudanças nas assinaturas dos servidores e equipes vinculados',
        channel: 'Onde publicar',
        on: 'Publicar ou não',
        role: 'O cargo a mencionar em cada publicação; opcional',
      },
      moderators: {
        description: 'Publicar os resgates que precisam da equipe de moderação',
        channel: 'Onde publicar: um canal que só a equipe de moderação veja',
        on: 'Publicar ou não',
      },
      rewards: {
        description: 'Definir para onde enviar os votos resgatados, para o jogo entregar as recompensas',
      },
      'voter-role': {
        description: 'Atribuir um cargo por algumas horas a quem resgata um voto',
        role: 'O cargo a atribuir',
        hours: 'Por quantas horas; o próximo resgate prolonga',
        on: 'Atribuir o cargo ou não',
      },
      goal: {
        description: 'Definir quantos resgates devem ser confirmados por dia, semana ou mês',
        claims: 'Quantos',
        every: 'Em que período; deixe vazio para manter o atual, ou uma semana',
        periods: { day: 'Dia', week: 'Semana', month: 'Mês' },
        on: 'Ter uma meta ou não',
      },
      reminders: {
        description: 'Enviar aos membros que quiserem um lembrete para votar de novo',
        hours: 'Quantas horas depois do último voto resgatado',
        on: 'Enviar lembretes ou não',
      },
    },
    remind: {
      description: 'Ser avisado por mensagem direta quando você puder votar de novo',
      on: 'Enviar lembretes a você ou não; deixe vazio para sim',
      from: 'Quando começa seu horário de silêncio: nenhuma mensagem a partir daí',
      to: 'Quando termina seu horário de silêncio',
      timezone: 'O fuso do seu horário de silêncio: digite uma cidade, ou UTC+2',
    },
    privacy: {
      description: 'O que este bot guardou sobre você',
      export: { description: 'Baixar um arquivo com tudo o que está guardado sobre você' },
      delete: { description: 'Excluir o que está guardado sobre você' },
    },
  },
};
