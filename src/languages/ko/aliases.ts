export const LOCALE = 'ko';

export const ALIASES = {
  full: (has: number, most: number) => `별칭 ${most}개 중 ${has}개를 쓰고 있습니다.`,
  search: '검색',
  found: (some: number, all: number) => `별칭 ${all}개 중 ${some}개를 찾음`,
  none: '검색과 일치하는 별칭이 없습니다.',
  shown: '위에 표시됨',
  off: '꺼짐',
  paused: '일시 중지됨',
  pinned: '고정됨',
  site: (host: string) => `${host}에서 사용`,
  addLabel: '라벨 추가',
  label: '라벨',
  delivered: (count: number) => `7일간 ${count}통 배달`,
  nothing: '7일간 메일 없음',
  last: (day: string) => `마지막 ${day}`,
  select: (alias: string) => `${alias} 표시`,
  forwards: (alias: string) => `${alias} 전달`,
  copy: (alias: string) => `${alias} 복사`,
  copied: '복사됨!',
  blocked: '주소를 선택하여 복사해 주세요.',
  labelOf: (alias: string) => `${alias}의 라벨`,
};

export const KEYS = {
  title: '내 별칭을 쓸 수 있는 프로그램',
  none: 'API 키가 있으면 비밀번호 관리자나 브라우저 확장 프로그램이 별칭을 대신 만들 수 있습니다.',
  make: '새 키',
  name: '프로그램 이름',
  scope: '허용할 작업',
  scopes: {
    create: '별칭 만들기',
    manage: '별칭 만들기, 목록 보기, 라벨 붙이기, 켜고 끄기',
    delete: '위의 모든 작업과 별칭 영구 삭제',
  },
  create: '키 만들기',
  cancel: '취소',
  once: '지금 키를 복사하세요. 다시 표시되지 않습니다.',
  copy: '키 복사',
  copied: '복사됨!',
  blocked: '키를 선택하여 복사해 주세요.',
  server: '서버 URL',
  key: 'API 키',
  bitwarden:
    'Bitwarden에서 사용자 이름 생성기를 열고 서비스로 SimpleLogin을 선택하세요. 그런 다음 이 서버 URL과 이 키를 입력하세요.',
  done: '완료',
  made: (day: string) => `${day} 만듦`,
  used: (day: string) => `마지막 사용 ${day}`,
  unused: '사용한 적 없음',
  revoke: '폐기',
  revokeOf: (name: string) => `${name} 키 폐기`,
  revokeWhy: '이 프로그램은 새 키를 받을 때까지 별칭을 쓸 수 없습니다.',
  code: '인증 앱의 코드',
  tooMany: '키가 10개 있습니다. 먼저 하나를 폐기하세요.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) => `새 별칭이 너무 많습니다. ${minutes}분 후에 다시 시도하세요.`,
  unreachable: '서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  failed: '처리하지 못했습니다. 잠시 후 다시 시도해 주세요.',
  wrongCode: '코드가 틀렸거나 만료되었습니다.',
};
