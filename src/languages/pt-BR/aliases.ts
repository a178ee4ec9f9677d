import { plural } from '../plural.ts';

const of = plural('pt-BR');

export const LOCALE = 'pt-BR';

export const ALIASES = {
  full: (has: number, most: number) => `Você tem ${has} de ${most} aliases.`,
  search: 'Buscar',
  found: (some: number, all: number) => `${some} de ${all} aliases encontrados`,
  none: 'Nenhum alias corresponde à sua busca.',
  shown: 'exibido acima',
  off: 'desativado',
  paused: 'pausado',
  pinned: 'fixado',
  site: (host: string) => `usado em ${host}`,
  addLabel: 'Adicionar um rótulo',
  label: 'Rótulo',
  delivered: (count: number) =>
    `${count} ${of(count, { one: 'entregue', many: 'entregues', other: 'entregues' })} em 7 dias`,
  nothing: 'nenhuma mensagem em 7 dias',
  last: (day: string) => `a última em ${day}`,
  select: (alias: string) => `Mostrar ${alias}`,
  forwards: (alias: string) => `Encaminhamento de ${alias}`,
  copy: (alias: string) => `Copiar ${alias}`,
  copied: 'Copiado!',
  blocked: 'Selecione o endereço e copie-o.',
  labelOf: (alias: string) => `Rótulo de ${alias}`,
};

export const KEYS = {
  title: 'Programas que podem usar seus aliases',
  none: 'Com uma chave de API, um gerenciador de senhas ou uma extensão do navegador pode criar aliases para você.',
  make: 'Nova chave',
  name: 'Nome do programa',
  scope: 'O que ele pode fazer',
  scopes: {
    create: 'Criar aliases',
    manage: 'Criar aliases, listá-los, rotulá-los, ativá-los e desativá-los',
    delete: 'Tudo isso e excluir aliases para sempre',
  },
  create: 'Criar a chave',
  cancel: 'Cancelar',
  once: 'Copie a chave agora. Ela não será mostrada de novo.',
  copy: 'Copiar a chave',
  copied: 'Copiado!',
  blocked: 'Selecione a chave e copie-a.',
  server: 'URL do servidor',
  key: 'Chave de API',
  bitwarden:
    'No Bitwarden, abra o gerador de nomes de usuário e escolha o serviço SimpleLogin. Depois digite esta URL do servidor e esta chave.',
  done: 'Concluir',
  made: (day: string) => `criada em ${day}`,
  used: (day: string) => `usada pela última vez em ${day}`,
  unused: 'nunca usada',
  revoke: 'Revogar',
  revokeOf: (name: string) => `Revogar ${name}`,
  revokeWhy: 'Este programa não poderá mais usar seus aliases até receber uma nova chave.',
  code: 'Código do seu aplicativo autenticador',
  tooMany: 'Você tem 10 chaves. Revogue uma primeiro.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Muitos aliases novos. Tente de novo em ${minutes} ${of(minutes, { one: 'minuto', many: 'minutos', other: 'minutos' })}.`,
  unreachable: 'Não foi possível acessar o servidor. Tente novamente em instantes.',
  failed: 'Não deu certo. Tente novamente em instantes.',
  wrongCode: 'Este código está errado ou expirou.',
};
