export const LOCK = {
  on: 'ativado',
  off: 'desativado',
  why: 'Você conhece quem já escreveu e quem deixou entrar. Os e-mails de outros remetentes esperam um dia e depois são recusados: deixe-os entrar acima.',
  toOn: 'Aceitar só remetentes conhecidos',
  toOff: 'Aceitar e-mails de todos',
};

export const SENDERS = {
  none: 'Ninguém ainda: os botões ficam ao lado de cada e-mail.',
  let: 'Deixar entrar',
  block: 'Bloquear',
  blocked: 'Bloqueado',
  forget: 'Desfazer',
};
