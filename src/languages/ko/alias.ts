export const LOCALE = 'ko';

export const LETTERS_IN = 'ko';

export const ALIAS_MESSAGES = {
  toggleFailed: '전달 설정을 변경하지 못했습니다. 다시 시도해 주세요.',
  aliasDisabled: '별칭이 꺼져 있습니다. 메일을 받으려면 다시 켜세요.',
  testMailSent: '테스트 메일을 전달했습니다!',
};

export const waitMessage = (seconds: number) =>
  `다음 테스트 메일을 보내려면 ${seconds}초 기다려 주세요.`;

export const ALIAS = { current: '현재 별칭:' };

export const RESULT = {
  heading: '별칭이 준비되었습니다!',
  use: '이 주소로 스팸 걱정 없이 이용하세요',
  copy: '별칭 복사',
  copied: '복사됨!',
  upgrade: '여러 별칭을 쓰는 업그레이드가 곧 나옵니다.',
  disableAnyTime: '이 별칭은 언제든지 끌 수 있습니다',
  back: '첫 화면으로',
};

export const FORWARDING = {
  on: '전달 켜짐',
  onDetail: '별칭으로 온 메일을 전달받는 주소:',
  off: '전달 꺼짐',
  offDetail: '지금은 메일이 전달되지 않습니다',
  badge: '꺼짐',
  banner: '별칭이 꺼져 있어 메일이 전달되지 않습니다',
  blocked: '별칭 꺼짐',
};

export const TEST_MAIL = {
  open: '테스트 메일 보내기',
  title: '테스트 메일 보내기',
  to: '받는 사람',
  subject: '제목',
  message: '내용',
  rateLimit: '제한: 1분에 테스트 메일 1통',
  cancel: '취소',
  send: '테스트 메일 보내기',
  sending: '보내는 중…',
};

export const FULL = (field: string, most: number) =>
  `${field}: 최대 ${most.toLocaleString(LOCALE)}자입니다.`;

export const SPOKEN = {
  copyAddress: '주소 복사',
  copied: '별칭을 복사했습니다',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `테스트 메일을 배달하지 못했습니다. 받는 서버가 거부했습니다${code === undefined ? '' : ` (${code})`}.`,
  deferred: '테스트 메일을 배달하지 못했습니다. 받는 서버가 나중에 다시 시도하라고 했습니다.',
  unanswered: '테스트 메일을 배달하지 못했습니다. 받는 서버가 응답하지 않았습니다.',
  other: '테스트 메일을 보내지 못했습니다. 입력한 내용은 남아 있으니 잠시 후 다시 시도해 주세요.',
};

export const COPY_BLOCKED = {
  keyboard: '브라우저가 복사를 막았습니다. 주소를 선택해 두었으니 Ctrl+C를 누르세요.',
  apple: '브라우저가 복사를 막았습니다. 주소를 선택해 두었으니 Cmd+C를 누르세요.',
  touch: '브라우저가 복사를 막았습니다. 주소를 선택해 두었으니 길게 눌러 복사하세요.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way = tls === null ? '암호화 없음' : `${tls}${verified ? ', 서버 확인됨' : ''}`;
    return `배달됨: ${host} (${way}, ${time})`;
  },
  tryOut: (time: string) => ['배달됨: ', '체험용 메일함', ` (${time})`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) => `먼저 주소를 확인해 주세요. 메일을 보낸 주소: ${email}`,
  paused: (time: string) => `전달이 일시 중지되었습니다. 종료: ${time}`,
};
