export const ASKED = {
  magiclink: {
    subject: (host: string) => `Entrar em ${host}`,
    asked: (site: string) => `Alguém pediu para entrar em ${site} com este endereço.`,
  },
  signup: {
    subject: (host: string) => `Confirme seu endereço para ${host}`,
    asked: (site: string) => `Alguém se cadastrou em ${site} com este endereço.`,
  },
  recovery: {
    subject: (host: string) => `Recupere o acesso a ${host}`,
    asked: (site: string) =>
      `Alguém que não consegue entrar em ${site} pediu ajuda com este endereço.`,
  },
  email_change_current: {
    subject: (host: string) => `Altere seu endereço em ${host}`,
    asked: (site: string) =>
      `Alguém que entrou em ${site} com este endereço quer usar outro. A mudança vale quando for aceita aqui e o código do e-mail para o outro endereço for digitado.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Segundo fator adicionado em ${host}`,
    happened: (site: string) =>
      `Um segundo fator foi adicionado à conta de ${site} que tem este endereço.`,
  },
  'factor-removed': {
    subject: (host: string) => `Segundo fator removido em ${host}`,
    happened: (site: string) =>
      `Um segundo fator foi removido da conta de ${site} que tem este endereço.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Segundos fatores removidos em ${host}`,
    happened: (site: string) =>
      `O operador de ${site} removeu todos os segundos fatores da conta que tem este endereço. A partir de agora, entra-se nela sem eles.`,
  },
  'passkey-added': {
    subject: (host: string) => `Chave de acesso adicionada em ${host}`,
    happened: (site: string) =>
      `Uma chave de acesso foi adicionada à conta de ${site} que tem este endereço.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Chave de acesso removida em ${host}`,
    happened: (site: string) =>
      `Uma chave de acesso foi removida da conta de ${site} que tem este endereço.`,
  },
  'api-key-added': {
    subject: (host: string) => `Chave de API adicionada em ${host}`,
    happened: (site: string) =>
      `Uma chave de API foi adicionada à conta de ${site} que tem este endereço. Um programa com essa chave pode criar aliases para você.`,
  },
  'address-changed': {
    subject: (host: string) => `Endereço alterado em ${host}`,
    happened: (site: string) => `A conta de ${site} que tinha este endereço agora tem outro.`,
  },
  'address-returned': {
    subject: (host: string) => `Endereço restaurado em ${host}`,
    happened: (site: string) =>
      `A conta de ${site} tem este endereço de novo, e todas as suas sessões terminaram. A pessoa do outro endereço informou que não fez a mudança.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Mudança de endereço desfeita em ${host}`,
    happened: (site: string) =>
      `A conta de ${site} que tinha este endereço tem o anterior de novo, e todas as suas sessões terminaram. A pessoa do endereço anterior informou que não fez a mudança.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Códigos errados do segundo fator em ${host}`,
    happened: (site: string) =>
      `Foram digitados 25 códigos errados seguidos para o segundo fator da conta de ${site} que tem este endereço. Quem faz isso talvez consiga ler seus e-mails: altere a senha da sua caixa de correio.`,
  },
  'session-by-code': {
    subject: (host: string) => `Outro navegador entrou em ${host}`,
    happened: (site: string) =>
      `Outro navegador entrou na conta de ${site} que tem este endereço, com um código que um navegador já conectado mostrou.`,
  },
  'session-misused': {
    subject: (host: string) => `Uma sessão foi encerrada em ${host}`,
    happened: (site: string) =>
      `Uma sessão da conta de ${site} que tem este endereço foi encerrada: a chave dela foi usada em dois lugares, então pode ter sido roubada. Entre novamente.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Confirme seu endereço para ${alias}`,
  asked: (host: string) =>
    `Alguém pediu em ${host} um alias para este endereço. Um alias é um endereço que encaminha os e-mails para o seu.`,
  named: (alias: string) => `O alias é ${alias}.`,
  code: (code: string) => `Digite este código onde você pediu o alias: ${code}`,
  ignore: 'Se você não pediu isso, ignore este e-mail, ou diga isso na mesma página.',
};

export const NOT_ME = {
  subject: (host: string) => `Este endereço está em uso em ${host}`,
  happened: (site: string) => `Uma conta de ${site} agora tem este endereço, no lugar de outro.`,
  open: 'Se não foi você, abra esta página e pressione o botão:',
  works: 'Ele restaura o outro endereço. O link vale por 7 dias e uma única vez.',
};

export const WAY_BACK = {
  subject: (host: string) => `Seu endereço foi alterado em ${host}`,
  works:
    'Ele devolve à conta este endereço e os seus aliases, encerra todas as sessões e remove chaves de acesso e segundos fatores adicionados recentemente. O link vale por 7 dias e uma única vez.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Confirme seu novo endereço para ${host}`,
  asked: (host: string, asker: string) =>
    `Alguém pediu em ${host} para usar este endereço na conta de ${asker}.`,
  askedByNobody: (host: string) =>
    `Alguém pediu em ${host} para usar este endereço na conta sem endereço.`,
  code: (code: string) => `O código: ${code}`,
  typeIt:
    'Digite este código onde você pediu a mudança. Se você não pediu, não faça nada: sem o código nada acontece.',
  works: 'O código vale por 24 horas e uma única vez.',
};

export const PASSWORD = {
  subject: (host: string) => `Código para ${host}`,
  asked: (site: string) => `Alguém que entrou em ${site} com este endereço quer alterar a senha.`,
  works: 'O código vale por 15 minutos e uma única vez.',
};

export const LETTER = {
  open: 'Ou abra esta página e pressione o botão:',
  code: (code: string) => `Digite este código onde ele foi pedido: ${code}`,
  works: 'O código vale por 15 minutos. O link vale por 24 horas. Cada um vale uma única vez.',
  ignore: 'Se você não pediu isso, ignore este e-mail.',
  notYou: 'Se não foi você, entre e encerre todas as sessões.',
  tellTheOperator: 'Se não foi você, responda a este e-mail: o operador do site vai recebê-lo.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Um visitante deste site escreveu o texto abaixo para testar o alias ${alias}.`,
  notOurs: 'Ele não foi escrito por quem opera o site. Se o alias não é seu, ignore este e-mail.',
};

export const OFF = {
  isOn: 'O encaminhamento está ativado.',
  isOff: 'O encaminhamento está desativado.',
  turnOff: 'Desativar o encaminhamento',
  turnOn: 'Ativar de novo',
  void: 'Este link não é mais válido.',
  nothing: 'Nada mudou.',
};

export const PLACE = {
  none: 'Página não encontrada.',
  home: 'Voltar à tela inicial',
};
