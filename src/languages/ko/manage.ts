export const LOCALE = 'ko';

export const MANAGE = {
  pauseHour: '1시간 중지',
  pauseHours: '8시간',
  pauseFor: '일시 중지:',
  pauseTomorrow: '내일까지',
  pauseUntil: '일시 중지:',
  nothing: '지난 7일 동안 메일이 없습니다.',
  delivered: '배달됨',
  onDay: (day: string) => ` (${day})`,
  cancel: '취소',
  code: '인증 앱의 코드',
  confirm: '확인',
  busy: '잠시만요…',
  unknown: '…',
};

export const GROUPS = {
  history: '내 메일 기록',
  senders: '나에게 보낼 수 있는 사람',
  pause: '일시 중지',
  writing: '별칭으로 쓰기',
  signIn: '로그인',
  leaving: '이용 종료',
};

export const TALLY = {
  none: '메일 없음',
  arrived: (arrived: number) => `${arrived}통 도착`,
  failed: (arrived: number, failed: number) => `${arrived}통 도착, ${failed}통 미도착`,
};

export const ENTRIES = {
  end: '자동으로 끄기',
  lock: '아는 발신자만',
  senders: '발신자',
  history: '지난 7일',
  passkey: '패스키',
  factor: '2단계 인증',
  address: '주소 변경',
  write: '먼저 메일 쓰기',
  replyBody: '답장에 내 주소가 있을 때',
  link: '새 끄기 링크',
  download: '내 데이터 다운로드',
  here: '여기서 로그아웃',
  everywhere: '모두 로그아웃',
  alias: '이 별칭 삭제',
  all: '내 정보 모두 삭제',
};

export const PASSKEY = {
  none: '아직 없음',
  some: (count: number) => (count === 1 ? '켜짐' : `켜짐: ${count}`),
  why: '패스키가 있으면 지문, 얼굴 또는 PIN으로 로그인하며 메일이 필요 없습니다.',
  add: '패스키 추가',
  remove: '삭제',
};

export const FACTOR = {
  off: '꺼짐',
  on: '켜짐',
  why: '그러면 메일을 읽는 사람도 무엇이든 변경하거나 삭제하려면 휴대전화 앱의 코드가 더 필요합니다.',
  enrol: '설정하기',
  scan: '인증 앱으로 이 QR 코드를 스캔하거나 앱에 키를 입력하세요. 그런 다음 앱에 표시된 코드를 입력하세요.',
  picture: '인증 앱용 QR 코드',
  remove: '해제하기',
};

export const ADDRESS = {
  why: '별칭으로 온 메일이 새 주소로 전달됩니다. 두 주소 모두에 메일을 보냅니다. 현재 주소로 간 메일의 링크를 열고 다른 메일의 코드를 여기에 입력하면 변경됩니다.',
  label: '새 주소',
  code: (email: string) => `메일에 있는 코드: ${email}`,
  half: '아직 열지 않았다면 이제 현재 주소로 간 메일의 링크를 여세요.',
};

export const WRITE = {
  why: '아직 별칭으로 메일을 보낸 적이 없는 사람에게도 별칭에서 메일을 보낼 수 있습니다. 새로운 사람은 하루에 다섯 명까지입니다.',
  label: '상대방 이메일 주소',
  get: '주소 받기',
  address: (email: string) => `메일을 보낼 주소 (${email})`,
  copy: '주소 복사',
  copied: '복사됨',
  blocked: '주소를 선택하여 복사해 주세요.',
  open: '메일 앱에서 쓰기',
  how: '본인의 메일함에서 이 주소로 보내세요. 상대방에게는 별칭만 보입니다. 이 사람에게만 쓸 수 있습니다.',
};

export const LOCK = {
  on: '켜짐',
  off: '꺼짐',
  why: '전에 메일을 보낸 사람과 허용한 사람이 아는 발신자입니다. 다른 발신자의 메일은 하루 동안 기다린 뒤 거부됩니다. 위에서 허용하세요.',
  toOn: '아는 발신자의 메일만 받기',
  toOff: '모든 사람의 메일 받기',
};

export const SENDERS = {
  none: '아직 없습니다. 버튼은 각 메일 옆에 있습니다.',
  let: '허용',
  block: '차단',
  blocked: '차단됨',
  forget: '삭제',
};

export const END = {
  why: '그때부터 이 별칭으로 온 메일은 거부되며 누가 보냈는지 7일 동안 여기에서 볼 수 있습니다. 별칭은 다시 켤 수 있습니다.',
  never: '안 함',
  on: (time: string) => time,
  days: (days: number) => `${days}일`,
  after: '끄기까지:',
};

export const REPLY_BODY = {
  why: '메일 앱은 글 아래에 회원님의 주소를 넣을 때가 많습니다. 주소는 절대 전해지지 않습니다. 별칭으로 바뀌거나 답장이 회원님께 돌아옵니다. 바꿀 수 없는 답장은 항상 돌아옵니다.',
  replace: '별칭으로 바꿈',
  refuse: '나에게 돌려보냄',
  toReplace: '별칭으로 바꾸기',
  toRefuse: '나에게 돌려보내기',
};

export const SWITCH_OFF = {
  why: '전달된 메일에는 별칭을 끄는 링크가 있을 수 있습니다. 새 링크를 만들면 이전 링크는 모두 무효가 됩니다.',
  renew: '새 링크 만들기',
};

export const EVERYWHERE = {
  why: '이 브라우저를 포함해 모든 브라우저에서 로그아웃됩니다. 별칭은 그대로 유지됩니다.',
  button: '모든 브라우저 로그아웃',
};

export const DELETE = {
  alias: (name: string) =>
    `이제부터 이 별칭으로 온 메일은 거부됩니다: ${name}. 이 이름은 회원님을 포함해 누구도 다시 받을 수 없습니다.`,
  aliasButton: '별칭 삭제',
  all: '별칭, 별칭의 기록, 세션, 패스키, 2단계 인증이 즉시 삭제됩니다. 되돌릴 수 없습니다.',
  allButton: '모두 삭제',
};

export const DONE = {
  alone: '완료되었습니다.',
  address: '현재 주소로 간 메일의 링크를 열고 다른 메일의 코드를 여기에 입력해 주세요.',
  link: '완료되었습니다. 이전 링크는 모두 무효입니다.',
  download: '파일이 다운로드 폴더에 있습니다.',
};

export const FAILED = {
  secondFactor: '2단계 인증으로 다시 로그인해 주세요.',
  wrongCode: '코드가 틀렸거나 만료되었습니다.',
  busy: '시도 횟수가 너무 많습니다. 나중에 다시 시도해 주세요.',
  full: '목록이 가득 찼습니다. 먼저 항목 하나를 삭제하세요.',
  taken: '이 주소에는 이미 별칭이 있습니다.',
  refused: '이 주소는 받아들여지지 않습니다. 철자를 확인해 주세요.',
  cancelled: '아무것도 변경되지 않았습니다.',
  unreachable: '서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  failed: '처리하지 못했습니다. 잠시 후 다시 시도해 주세요.',
};

export const REASONS = {
  paused: '내가 일시 중지함',
  ended: '별칭이 종료됨',
  unknown_mailbox: '내 메일함을 찾을 수 없음',
  mailbox_full: '내 메일함이 가득 참',
  too_large: '내 메일함에는 너무 큼',
  policy: '내 메일 서버의 정책에 어긋남',
  busy: '내 메일 서버가 바빴음',
  unreachable: '내 메일 서버가 응답하지 않음',
  untrusted: '내 메일 서버와의 연결을 신뢰할 수 없었음',
  doubt: '응답 전에 연결이 끊김',
  listed: '보낸 서버가 스팸 발신자 목록에 있음',
  unwanted: '스팸 필터',
  new_sender: '새 발신자',
  unproven: '발신자를 확인할 수 없음',
  blocked: '차단한 발신자임',
  message: '내 메일 서버가 받지 않는 형식임',
};

export const HAPPENED = {
  refused: (reason: string) => `거부됨: ${reason}`,
  waiting: (reason: string) => `대기 중: ${reason}`,
  byServer: '내 메일 서버',
  putOff: '내 메일 서버가 미룸',
};
