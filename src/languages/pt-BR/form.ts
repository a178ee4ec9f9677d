export const LANGUAGE = 'pt-BR';

export const MESSAGES = {
  planLimit: 'O plano gratuito permite apenas um alias. Em breve haverá um plano maior!',
  creationFailed: 'Não foi possível criar o alias. Tente novamente.',
  noUniqueAlias: 'Nenhum alias livre foi encontrado',
  invalidEmail: 'Digite um endereço de e-mail válido',
  created: 'Seu alias foi criado!',
};

export const TEXTS = {
  form: {
    label: 'Seu endereço de e-mail real',
    placeholder: 'voce@example.com',
    submit: 'Criar alias',
    checking: 'Verificando…',
    creating: 'Criando o alias…',
    hint: 'Seu alias é criado na hora',
    limitReached: 'Limite do plano gratuito atingido',
  },
  madeIn: 'Feito com',
};

export const PAGE = { name: 'Veilpost', what: 'Um endereço para dar no lugar do seu' };

export const ABOUT = {
  title: 'Veilpost: um alias de e-mail para navegar sem spam',
  description:
    'Digite seu endereço de e-mail real e receba um alias na hora. Os e-mails para o alias são encaminhados a você, e você pode desativá-lo quando quiser.',
  noScript: 'Esta página precisa de JavaScript para criar um alias.',
};

export const FIRST_LOOK = {
  facts: [
    ['Os e-mails para o alias', 'são encaminhados a você'],
    ['Seus e-mails', 'só passam, nenhum é guardado'],
    ['O alias', 'é desativado com um clique'],
  ],
  kept: 'O que guardamos, e por quanto tempo',
};

export const SPOKEN = {
  notifications: 'Notificações',
  newTab: 'Abre em uma nova aba',
};

export const TROUBLE = {
  unreachable:
    'Não foi possível acessar o servidor. O que você digitou foi mantido; tente novamente em instantes.',
  busy: 'Vieram solicitações demais da sua rede. Tente novamente em um minuto.',
  unacceptable:
    'Não é possível criar um alias para este endereço. Verifique se ele está escrito corretamente.',
  broken:
    'Algo deu errado nesta página. Seu alias não foi afetado; recarregue a página para continuar.',
};

export const TRY_AGAIN = 'Tentar novamente';
export const RELOAD = 'Recarregar';
