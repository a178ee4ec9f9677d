export const LANGUAGE = 'ko';

export const MESSAGES = {
  planLimit: '무료로는 별칭을 하나만 만들 수 있습니다. 업그레이드가 곧 나옵니다!',
  creationFailed: '별칭을 만들지 못했습니다. 다시 시도해 주세요.',
  noUniqueAlias: '사용할 수 있는 별칭을 찾지 못했습니다',
  invalidEmail: '올바른 이메일 주소를 입력해 주세요',
  created: '별칭을 만들었습니다!',
};

export const TEXTS = {
  form: {
    label: '실제 이메일 주소 입력',
    placeholder: 'hong@example.com',
    submit: '별칭 만들기',
    checking: '확인 중…',
    creating: '별칭 만드는 중…',
    hint: '별칭이 바로 만들어집니다',
    limitReached: '무료 플랜 한도에 도달했습니다',
  },
  madeIn: '제작 도구:',
};

export const PAGE = { name: 'Veilpost', what: '내 주소 대신 알려 주는 주소' };

export const ABOUT = {
  title: 'Veilpost: 스팸을 막는 이메일 별칭',
  description:
    '실제 이메일 주소를 입력하면 바로 별칭을 받습니다. 별칭으로 온 메일은 내 주소로 전달되며 언제든지 끌 수 있습니다.',
  noScript: '별칭을 만들려면 JavaScript가 필요합니다.',
};

export const FIRST_LOOK = {
  facts: [
    ['별칭으로 온 메일은', '내 주소로 전달됩니다'],
    ['내 메일은', '지나갈 뿐, 하나도 보관되지 않습니다'],
    ['별칭은', '클릭 한 번으로 끌 수 있습니다'],
  ],
  kept: '무엇을 얼마 동안 보관하나요',
};

export const SPOKEN = {
  notifications: '알림',
  newTab: '새 탭에서 열림',
};

export const TROUBLE = {
  unreachable: '서버에 연결할 수 없습니다. 입력한 내용은 남아 있으니 잠시 후 다시 시도해 주세요.',
  busy: '사용 중인 네트워크에서 요청이 너무 많이 왔습니다. 1분 후 다시 시도해 주세요.',
  unacceptable: '이 주소로는 별칭을 만들 수 없습니다. 잘못 입력한 곳이 없는지 확인해 주세요.',
  broken:
    '이 페이지에 문제가 생겼습니다. 별칭에는 영향이 없습니다. 계속하려면 페이지를 새로 고치세요.',
};

export const TRY_AGAIN = '다시 시도';
export const RELOAD = '새로 고침';
