export const ASKED = {
  magiclink: {
    subject: (host: string) => `${host} 로그인`,
    asked: (site: string) => `누군가 이 주소로 다음 사이트에 로그인하려고 합니다: ${site}`,
  },
  signup: {
    subject: (host: string) => `${host} 주소 확인`,
    asked: (site: string) => `누군가 이 주소로 다음 사이트에 가입했습니다: ${site}`,
  },
  recovery: {
    subject: (host: string) => `${host} 접근 복구`,
    asked: (site: string) =>
      `다음 사이트에 로그인하지 못하는 누군가가 이 주소로 도움을 요청했습니다: ${site}`,
  },
  email_change_current: {
    subject: (host: string) => `${host} 주소 변경`,
    asked: (site: string) =>
      `${site} 사이트에 이 주소로 로그인한 누군가가 다른 주소를 쓰려고 합니다. 여기서 동의하고 다른 주소로 간 메일의 코드를 입력하면 변경됩니다.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `${host}: 2단계 인증이 추가됨`,
    happened: (site: string) =>
      `이 주소를 쓰는 ${site} 사이트의 계정에 2단계 인증이 추가되었습니다.`,
  },
  'factor-removed': {
    subject: (host: string) => `${host}: 2단계 인증이 해제됨`,
    happened: (site: string) =>
      `이 주소를 쓰는 ${site} 사이트의 계정에서 2단계 인증 하나가 해제되었습니다.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `${host}: 2단계 인증이 모두 해제됨`,
    happened: (site: string) =>
      `${site} 사이트의 운영자가 이 주소를 쓰는 계정의 2단계 인증을 모두 해제했습니다. 이제부터는 2단계 인증 없이 로그인합니다.`,
  },
  'passkey-added': {
    subject: (host: string) => `${host}: 패스키가 추가됨`,
    happened: (site: string) => `이 주소를 쓰는 ${site} 사이트의 계정에 패스키가 추가되었습니다.`,
  },
  'passkey-removed': {
    subject: (host: string) => `${host}: 패스키가 삭제됨`,
    happened: (site: string) => `이 주소를 쓰는 ${site} 사이트의 계정에서 패스키가 삭제되었습니다.`,
  },
  'api-key-added': {
    subject: (host: string) => `${host}: API 키가 추가됨`,
    happened: (site: string) =>
      `이 주소를 쓰는 ${site} 사이트의 계정에 API 키가 추가되었습니다. 이 키를 가진 프로그램은 회원님의 별칭을 만들 수 있습니다.`,
  },
  'address-changed': {
    subject: (host: string) => `${host}: 주소가 변경됨`,
    happened: (site: string) => `이 주소를 쓰던 ${site} 사이트의 계정이 이제 다른 주소를 씁니다.`,
  },
  'address-returned': {
    subject: (host: string) => `${host}: 주소를 되돌림`,
    happened: (site: string) =>
      `${site} 사이트의 계정이 다시 이 주소를 쓰며 모든 세션이 종료되었습니다. 다른 주소의 메일을 읽는 사람이 본인이 변경하지 않았다고 알렸습니다.`,
  },
  'address-taken-back': {
    subject: (host: string) => `${host}: 이전 주소로 되돌려짐`,
    happened: (site: string) =>
      `이 주소를 쓰던 ${site} 사이트의 계정이 다시 이전 주소를 쓰며 모든 세션이 종료되었습니다. 이전 주소의 메일을 읽는 사람이 본인이 변경하지 않았다고 알렸습니다.`,
  },
  'factor-guessed': {
    subject: (host: string) => `${host}: 2단계 인증 코드가 여러 번 틀림`,
    happened: (site: string) =>
      `이 주소를 쓰는 ${site} 사이트 계정의 2단계 인증에 틀린 코드가 25번 연속으로 입력되었습니다. 이렇게 하는 사람이 메일을 읽을 수 있을지도 모릅니다. 메일함의 비밀번호를 바꾸세요.`,
  },
  'session-by-code': {
    subject: (host: string) => `${host}: 다른 브라우저에서 로그인함`,
    happened: (site: string) =>
      `로그인한 브라우저가 보여 준 코드로, 이 주소를 쓰는 ${site} 사이트의 계정에 다른 브라우저가 로그인했습니다.`,
  },
  'session-misused': {
    subject: (host: string) => `${host}: 세션이 종료됨`,
    happened: (site: string) =>
      `이 주소를 쓰는 ${site} 사이트 계정의 세션 하나가 종료되었습니다. 세션 키가 두 곳에서 사용되어 그중 한 곳이 훔친 것일 수 있습니다. 다시 로그인해 주세요.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `주소를 확인해 주세요: ${alias}`,
  asked: (host: string) =>
    `누군가 ${host} 에서 이 주소를 위한 별칭을 요청했습니다. 별칭은 내 주소로 메일을 전달하는 주소입니다.`,
  named: (alias: string) => `별칭: ${alias}`,
  code: (code: string) => `별칭을 요청한 곳에 이 코드를 입력하세요: ${code}`,
  ignore: '요청하지 않았다면 이 메일을 무시하거나 같은 페이지에서 알려 주세요.',
};

export const NOT_ME = {
  subject: (host: string) => `${host}: 이 주소가 사용 중입니다`,
  happened: (site: string) => `${site} 사이트의 한 계정이 다른 주소 대신 이제 이 주소를 씁니다.`,
  open: '본인이 한 일이 아니라면 이 페이지를 열어 버튼을 누르세요:',
  works: '그러면 다른 주소로 되돌립니다. 링크는 7일 동안 한 번만 쓸 수 있습니다.',
};

export const WAY_BACK = {
  subject: (host: string) => `${host}: 회원님의 주소가 변경됨`,
  works:
    '그러면 계정이 이 주소와 별칭을 되찾고, 모든 세션이 종료되며, 최근에 추가된 패스키와 2단계 인증이 삭제됩니다. 링크는 7일 동안 한 번만 쓸 수 있습니다.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `${host} 새 주소 확인`,
  asked: (host: string, asker: string) =>
    `누군가 ${host} 사이트에서 다음 계정에 이 주소를 쓰려고 합니다: ${asker}`,
  askedByNobody: (host: string) =>
    `누군가 ${host} 사이트에서 주소가 없는 계정에 이 주소를 쓰려고 합니다.`,
  code: (code: string) => `코드: ${code}`,
  typeIt:
    '변경을 요청한 곳에 이 코드를 입력하세요. 요청하지 않았다면 아무것도 하지 마세요. 코드가 없으면 아무 일도 일어나지 않습니다.',
  works: '코드는 24시간 동안 한 번만 쓸 수 있습니다.',
};

export const PASSWORD = {
  subject: (host: string) => `${host} 코드`,
  asked: (site: string) =>
    `${site} 사이트에 이 주소로 로그인한 누군가가 비밀번호를 변경하려고 합니다.`,
  works: '코드는 15분 동안 한 번만 쓸 수 있습니다.',
};

export const LETTER = {
  open: '또는 이 페이지를 열어 버튼을 누르세요:',
  code: (code: string) => `코드를 요청받은 곳에 이 코드를 입력하세요: ${code}`,
  works:
    '코드는 15분 동안 쓸 수 있습니다. 링크는 24시간 동안 쓸 수 있습니다. 각각 한 번만 쓸 수 있습니다.',
  ignore: '요청하지 않았다면 이 메일을 무시하세요.',
  notYou: '본인이 한 일이 아니라면 로그인하여 모든 세션을 종료하세요.',
  tellTheOperator: '본인이 한 일이 아니라면 이 메일에 답장하세요. 사이트 운영자에게 전해집니다.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `이 사이트의 방문자가 다음 별칭을 테스트하려고 아래 글을 썼습니다: ${alias}`,
  notOurs: '사이트 운영자가 보낸 글이 아닙니다. 본인의 별칭이 아니라면 이 메일을 무시하세요.',
};

export const OFF = {
  isOn: '전달이 켜져 있습니다.',
  isOff: '전달이 꺼져 있습니다.',
  turnOff: '전달 끄기',
  turnOn: '다시 켜기',
  void: '이 링크는 더 이상 유효하지 않습니다.',
  nothing: '아무것도 바뀌지 않았습니다.',
};

export const PLACE = {
  none: '페이지를 찾을 수 없습니다.',
  home: '첫 화면으로',
};
