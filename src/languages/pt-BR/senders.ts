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
