import { plural } from '../plural.ts';

const of = plural('pt-BR');

export const OWNER = {
  oneStep: 'Falta um passo: confirme seu endereço',
  weSent: [
    'Enviamos um e-mail para ',
    '. Abra o link que está nele e os e-mails para o seu alias serão encaminhados. Até lá, pedimos aos remetentes que tentem mais tarde.',
  ],
  code: 'Código do e-mail',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  again: 'Enviar o e-mail de novo',
  sentAgain: 'O e-mail foi enviado de novo.',
  sending: 'Enviando…',
  yours: 'Você gerencia este alias neste navegador.',
  paused: 'Pausado até',
  endPause: 'Encerrar a pausa',
  notEnded: 'Não foi possível encerrar a pausa. Tente novamente em instantes.',
  manages: ['Você gerencia ', ' neste navegador'],
  show: 'Mostrar meu alias',
  manage: 'Gerenciar este alias',
  hidden: 'Este endereço já tem um alias. Só o dono pode vê-lo aqui.',
  signedOut: 'Sua sessão foi encerrada. Nada foi alterado.',
  sendLink: 'Enviar um link para mim',
  passkey: 'Usar uma chave de acesso',
  offer: 'Adicione uma chave de acesso e dispense o e-mail na próxima vez',
  onItsWay: [
    'Se ',
    ' tem um alias, um e-mail está a caminho. Abra o link dele neste navegador ou digite o código aqui.',
  ],
  linkSent: [
    'Um e-mail está a caminho de ',
    '. Abra o link dele neste navegador ou digite o código aqui.',
  ],
  done: 'Pronto. Os e-mails para o seu alias agora são encaminhados.',
  otherBrowser: 'Para gerenciar o alias também em outro navegador, digite lá este código:',
  elsewhere:
    'Seu endereço foi confirmado em outro navegador. Para gerenciar o alias também aqui, digite o código mostrado lá.',
  elsewhereCode: 'Código do outro navegador',
  toCode: 'Ir ao campo do código',
  aliases: 'Seus aliases',
  aliasesCount: (has: number, most: number) => `${has} de ${most}`,
  aliasMake: 'Novo alias',
  aliasMaking: 'Criando…',
  aliasMade: 'Seu alias foi criado!',
};

export const LINK = {
  title: 'Este endereço é seu?',
  text: 'Pressione o botão para começar o encaminhamento ao endereço para o qual este e-mail foi enviado, e para gerenciar o alias dele neste navegador.',
  alias: 'Alias',
  to: 'Encaminha para',
  yes: 'Sim, é meu endereço',
  no: 'Eu não pedi isso',
  noDelete: 'Não pedi: excluir o alias',
  brief: 'Não manter minha sessão aqui',
  expired: 'Este link expirou ou já foi usado.',
  again: 'Enviar um novo link',
  email: 'Seu e-mail',
  cancel: 'Cancelar',
};

export const FAREWELL = {
  notMine: 'O alias foi excluído e você não receberá mais e-mails nossos.',
  declined: 'Pronto. O link do e-mail não vale mais.',
  aliasDeleted: 'Seu alias foi excluído. O nome nunca mais será dado a ninguém.',
  allDeleted: 'Tudo sobre você foi excluído.',
  halfWay:
    'A mudança foi aprovada pelo seu endereço atual. Agora digite o código do outro e-mail onde você pediu a mudança.',
  moved: 'Seu endereço foi alterado. Entre com o novo.',
};

export const REFUSAL = {
  notKept:
    'Seu endereço está confirmado. Este navegador não permite manter sua sessão, por isso o alias não pode ser gerenciado aqui.',
  notOffered: 'Nada é encaminhado a você sem a sua autorização. Você pode ignorar o e-mail.',
  noPasskey: 'Nenhuma chave de acesso foi aceita. Um e-mail também serve.',
  wrongCode: 'Este código está errado ou expirou.',
  wait: (seconds: number) =>
    `Aguarde ${seconds} ${of(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })}.`,
  usedUp: 'Um e-mail já foi enviado a este endereço hoje. Olhe também na pasta de spam.',
  refused: (domain: string) =>
    `O servidor de e-mail de ${domain} não aceita e-mails para este endereço. Verifique a grafia.`,
  failed: 'Não foi possível enviar o e-mail. Tente novamente em instantes.',
};

export const UNASKED = {
  made: ['Alguém criou ', ' para o seu endereço.'],
  keep: 'Manter',
  discard: 'Excluir',
  gone: ['', ' foi excluído.'],
  failed: 'Não deu certo. Tente novamente em instantes.',
};
