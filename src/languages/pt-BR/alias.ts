import { plural } from '../plural.ts';

export const LOCALE = 'pt-BR';

export const LETTERS_IN = 'pt-BR';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Não foi possível alterar o encaminhamento. Tente novamente.',
  aliasDisabled: 'O alias está desativado. Reative-o para receber mensagens.',
  testMailSent: 'O e-mail de teste foi encaminhado!',
};

export const waitMessage = (seconds: number) =>
  `Aguarde ${seconds} ${of(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })} antes de enviar outro e-mail de teste.`;

export const ALIAS = { current: 'Seu alias atual:' };

export const RESULT = {
  heading: 'Seu alias está pronto!',
  use: 'Use este e-mail para navegar sem spam',
  copy: 'Copiar alias',
  copied: 'Copiado!',
  upgrade: 'Em breve, um plano maior com vários aliases.',
  disableAnyTime: 'Você pode desativar este alias quando quiser',
  back: 'Voltar à tela inicial',
};

export const FORWARDING = {
  on: 'Encaminha\u00admento ativado',
  onDetail: 'Os e-mails para o seu alias são encaminhados para',
  off: 'Encaminha\u00admento desativado',
  offDetail: 'Os e-mails não estão sendo encaminhados',
  badge: 'Desativado',
  banner: 'O alias está desativado: os e-mails não serão encaminhados',
  blocked: 'Alias desativado',
};

export const TEST_MAIL = {
  open: 'Enviar e-mail de teste',
  title: 'Enviar e-mail de teste',
  to: 'Para',
  subject: 'Assunto',
  message: 'Mensagem',
  rateLimit: 'Limite: 1 e-mail de teste por minuto',
  cancel: 'Cancelar',
  send: 'Enviar e-mail',
  sending: 'Enviando…',
};

export const FULL = (field: string, most: number) =>
  `${field}: no máximo ${most.toLocaleString(LOCALE)} caracteres.`;

export const SPOKEN = {
  copyAddress: 'Copiar endereço',
  copied: 'Alias copiado',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Não foi possível entregar o e-mail de teste: o servidor do destinatário o recusou${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'Não foi possível entregar o e-mail de teste: o servidor do destinatário pede para tentar mais tarde.',
  unanswered:
    'Não foi possível entregar o e-mail de teste: o servidor do destinatário não respondeu.',
  other:
    'Não foi possível enviar o e-mail de teste. O que você digitou foi mantido; tente novamente em instantes.',
};

export const COPY_BLOCKED = {
  keyboard: 'O navegador impede a cópia. O endereço está selecionado: pressione Ctrl+C.',
  apple: 'O navegador impede a cópia. O endereço está selecionado: pressione Cmd+C.',
  touch: 'O navegador impede a cópia. O endereço está selecionado: toque e segure para copiar.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'sem criptografia' : `por ${tls}${verified ? ' (servidor verificado)' : ''}`;
    return `Entregue a ${host} ${way} em ${time}`;
  },
  tryOut: (time: string) => ['Entregue na ', 'caixa de teste', ` em ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Primeiro confirme seu endereço. Enviamos um e-mail para ${email}.`,
  paused: (time: string) => `O encaminhamento está pausado até ${time}.`,
};
