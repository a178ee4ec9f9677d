import { plural } from '../plural.ts';

export const LOCALE = 'pt-BR';

const of = plural(LOCALE);

export const MANAGE = {
  pauseHour: 'Pausar por 1 hora',
  pauseHours: '8 horas',
  pauseFor: 'Pausar por:',
  pauseTomorrow: 'até amanhã',
  pauseUntil: 'Pausar',
  nothing: 'Nenhum e-mail nos últimos 7 dias.',
  delivered: 'Entregue',
  onDay: (day: string) => ` em ${day}`,
  cancel: 'Cancelar',
  code: 'Código do seu aplicativo autenticador',
  confirm: 'Confirmar',
  busy: 'Um momento…',
  unknown: '…',
};

export const GROUPS = {
  history: 'O que aconteceu com meus e-mails',
  pause: 'Pausa',
  writing: 'Escrever como seu alias',
  signIn: 'Acesso',
  leaving: 'Sair',
  senders: 'Quem pode me escrever',
};

export const TALLY = {
  none: 'nenhum e-mail',
  arrived: (arrived: number) =>
    `${arrived} ${of(arrived, { one: 'entregue', many: 'entregues', other: 'entregues' })}`,
  failed: (arrived: number, failed: number) =>
    `${arrived} ${of(arrived, { one: 'entregue', many: 'entregues', other: 'entregues' })}, ${failed} não`,
};

export const ENTRIES = {
  end: 'Desativar-se sozinho',
  history: 'Últimos 7 dias',
  passkey: 'Chave de acesso',
  factor: 'Segundo fator',
  address: 'Alterar endereço',
  write: 'Escrever primeiro a alguém',
  replyBody: 'Se meu endereço está na minha resposta',
  link: 'Novo link de desativação',
  download: 'Baixar meus dados',
  here: 'Sair aqui',
  everywhere: 'Sair em todos os lugares',
  alias: 'Excluir este alias',
  all: 'Excluir tudo sobre mim',
  lock: 'Só remetentes conhecidos',
  senders: 'Remetentes',
};

export const PASSKEY = {
  none: 'nenhuma ainda',
  some: (count: number) => (count === 1 ? 'ativada' : `ativadas: ${count}`),
  why: 'Com uma chave de acesso você entra com impressão digital, rosto ou PIN, sem e-mail.',
  add: 'Adicionar chave de acesso',
  remove: 'Remover',
};

export const FACTOR = {
  off: 'desativado',
  on: 'ativado',
  why: 'Quem ler seus e-mails ainda precisará de um código de um aplicativo do seu telefone para alterar ou excluir qualquer coisa.',
  enrol: 'Configurar',
  scan: 'Escaneie isto com seu aplicativo autenticador, ou digite a chave nele. Depois digite o código que ele mostra.',
  picture: 'Código QR para seu aplicativo autenticador',
  remove: 'Remover',
};

export const ADDRESS = {
  why: 'Os e-mails para o seu alias serão encaminhados ao novo endereço. Enviamos um e-mail para os dois endereços. A mudança vale quando você tiver aberto o link do e-mail para o endereço atual e digitado aqui o código do outro.',
  label: 'Novo endereço',
  code: (email: string) => `Código do e-mail para ${email}`,
  half: 'Agora abra o link do e-mail para o endereço atual, se ainda não o fez.',
};

export const WRITE = {
  why: 'Envie do seu alias um e-mail a alguém que ainda não escreveu a ele. Você pode escrever a cinco pessoas novas por dia.',
  label: 'E-mail da pessoa',
  get: 'Obter o endereço',
  address: (email: string) => `Seu endereço para ${email}`,
  copy: 'Copiar o endereço',
  copied: 'Copiado',
  blocked: 'Selecione o endereço e copie-o.',
  open: 'Escrever no seu programa de e-mail',
  how: 'Escreva da sua própria caixa para este endereço. A pessoa vê somente o seu alias. Ele funciona apenas para esta pessoa.',
};

export const LOCK = {
  on: 'ativado',
  off: 'desativado',
  why: 'São conhecidos os remetentes que já escreveram e os que você deixou entrar. Os e-mails dos demais esperam um dia e depois são recusados: deixe-os entrar acima.',
  toOn: 'Aceitar só remetentes conhecidos',
  toOff: 'Aceitar e-mails de todos',
};

export const SENDERS = {
  none: 'Ninguém ainda: os botões ficam ao lado de cada e-mail.',
  let: 'Deixar entrar',
  block: 'Bloquear',
  blocked: 'Bloqueado',
  forget: 'Remover',
};

export const END = {
  why: 'A partir daí os e-mails para este alias são recusados, e você vê aqui por sete dias quem escreveu. Você pode reativar o alias.',
  never: 'nunca',
  on: (time: string) => `em ${time}`,
  days: (days: number) => `${days} ${of(days, { one: 'dia', many: 'de dias', other: 'dias' })}`,
  after: 'Desativar depois de:',
};

export const REPLY_BODY = {
  why: 'Programas de e-mail costumam pôr seu endereço abaixo do texto. Ele nunca é repassado: seu alias o substitui, ou a resposta é devolvida a você. Respostas que não podem ser alteradas são sempre devolvidas.',
  replace: 'escrever o alias',
  refuse: 'devolver para mim',
  toReplace: 'Escrever o alias no lugar',
  toRefuse: 'Devolver para mim',
};

export const SWITCH_OFF = {
  why: 'Cada e-mail encaminhado pode conter um link que desativa o alias. Um novo link anula todos os anteriores.',
  renew: 'Criar um novo link',
};

export const EVERYWHERE = {
  why: 'Você sairá de todos os navegadores, inclusive deste. Seu alias continua como está.',
  button: 'Sair de todos os navegadores',
};

export const DELETE = {
  alias: (name: string) =>
    `Os e-mails para ${name} serão recusados a partir de agora. Ninguém receberá este nome de novo, nem você.`,
  aliasButton: 'Excluir o alias',
  all: 'Seu alias, o histórico dele, suas sessões, chaves de acesso e fatores são excluídos na hora. Isso não pode ser desfeito.',
  allButton: 'Excluir tudo',
};

export const DONE = {
  alone: 'Pronto.',
  address: 'Abra o link do e-mail para o endereço atual e digite aqui o código do outro.',
  link: 'Pronto. Todos os links anteriores foram anulados.',
  download: 'O arquivo está nos seus downloads.',
};

export const FAILED = {
  secondFactor: 'Entre novamente, com seu segundo fator.',
  wrongCode: 'Este código está errado ou expirou.',
  busy: 'Foram tentativas demais. Tente novamente mais tarde.',
  taken: 'Este endereço já tem um alias.',
  refused: 'O endereço não é aceito. Verifique a grafia.',
  cancelled: 'Nada foi alterado.',
  unreachable: 'Não foi possível acessar o servidor. Tente novamente em instantes.',
  failed: 'Não deu certo. Tente novamente em instantes.',
  full: 'A lista está cheia. Remova primeiro uma entrada.',
};

export const REASONS = {
  paused: 'pausado por você',
  ended: 'o alias terminou',
  unknown_mailbox: 'sua caixa de correio não foi encontrada',
  mailbox_full: 'sua caixa de correio está cheia',
  too_large: 'grande demais para sua caixa de correio',
  policy: 'contra as regras do seu servidor de e-mail',
  busy: 'seu servidor de e-mail estava ocupado',
  unreachable: 'seu servidor de e-mail não respondeu',
  untrusted: 'a conexão com seu servidor de e-mail não era confiável',
  doubt: 'a conexão caiu antes da resposta',
  listed: 'o servidor está em uma lista de remetentes de spam',
  unwanted: 'filtro de spam',
  message: 'seu servidor de e-mail não aceita este formato',
  new_sender: 'remetente novo',
  unproven: 'não foi possível verificar o remetente',
  blocked: 'você bloqueou o remetente',
};

export const HAPPENED = {
  refused: (reason: string) => `Recusado: ${reason}`,
  waiting: (reason: string) => `Em espera: ${reason}`,
  byServer: 'pelo seu servidor de e-mail',
  putOff: 'adiado pelo seu servidor de e-mail',
};
