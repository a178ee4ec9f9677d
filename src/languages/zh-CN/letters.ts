export const ASKED = {
  magiclink: {
    subject: (host: string) => `登录 ${host}`,
    asked: (site: string) => `有人请求在 ${site} 使用此地址登录。`,
  },
  signup: {
    subject: (host: string) => `请确认您用于 ${host} 的地址`,
    asked: (site: string) => `有人使用此地址在 ${site} 注册。`,
  },
  recovery: {
    subject: (host: string) => `恢复对 ${host} 的访问`,
    asked: (site: string) => `有人无法在 ${site} 登录，并用此地址请求帮助。`,
  },
  email_change_current: {
    subject: (host: string) => `更改您在 ${host} 的地址`,
    asked: (site: string) =>
      `有人已使用此地址在 ${site} 登录，并想改用另一个地址。在此同意，并输入发往另一个地址的邮件中的验证码后，更改才会生效。`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `已在 ${host} 添加两步验证`,
    happened: (site: string) => `使用此地址的 ${site} 账号已添加两步验证。`,
  },
  'factor-removed': {
    subject: (host: string) => `已在 ${host} 移除一项两步验证`,
    happened: (site: string) => `使用此地址的 ${site} 账号已移除一项两步验证。`,
  },
  'factors-forgotten': {
    subject: (host: string) => `已在 ${host} 移除全部两步验证`,
    happened: (site: string) =>
      `${site} 的运营者已移除使用此地址的账号的全部两步验证。今后登录不再需要两步验证。`,
  },
  'passkey-added': {
    subject: (host: string) => `已在 ${host} 添加通行密钥`,
    happened: (site: string) => `使用此地址的 ${site} 账号已添加通行密钥。`,
  },
  'passkey-removed': {
    subject: (host: string) => `已在 ${host} 移除通行密钥`,
    happened: (site: string) => `使用此地址的 ${site} 账号已移除一个通行密钥。`,
  },
  'api-key-added': {
    subject: (host: string) => `已在 ${host} 添加 API 密钥`,
    happened: (site: string) =>
      `使用此地址的 ${site} 账号已添加 API 密钥。持有该密钥的程序可以为您创建别名。`,
  },
  'address-changed': {
    subject: (host: string) => `已更改在 ${host} 的地址`,
    happened: (site: string) => `原先使用此地址的 ${site} 账号现已改用另一个地址。`,
  },
  'address-returned': {
    subject: (host: string) => `已恢复在 ${host} 的地址`,
    happened: (site: string) =>
      `${site} 的账号已重新使用此地址，其所有会话均已结束：另一个地址的使用者表示，更改并非本人所为。`,
  },
  'address-taken-back': {
    subject: (host: string) => `在 ${host} 的地址更改已撤销`,
    happened: (site: string) =>
      `原先使用此地址的 ${site} 账号已恢复使用之前的地址，其所有会话均已结束：之前地址的使用者表示，更改并非本人所为。`,
  },
  'factor-guessed': {
    subject: (host: string) => `在 ${host} 多次输入错误的两步验证码`,
    happened: (site: string) =>
      `使用此地址的 ${site} 账号的两步验证已连续 25 次输入错误的验证码。输入者可能能够读取您的邮件：请更改您邮箱的密码。`,
  },
  'session-by-code': {
    subject: (host: string) => `另一个浏览器已登录 ${host}`,
    happened: (site: string) =>
      `另一个浏览器使用已登录浏览器所显示的验证码，登录了使用此地址的 ${site} 账号。`,
  },
  'session-misused': {
    subject: (host: string) => `已结束在 ${host} 的一个会话`,
    happened: (site: string) =>
      `使用此地址的 ${site} 账号有一个会话已被结束：其密钥在两处被使用，其中一处可能是盗用。请重新登录。`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `请确认您用于 ${alias} 的地址`,
  asked: (host: string) =>
    `有人在 ${host} 为此地址申请了别名。别名是一个会把邮件转发到您地址的地址。`,
  named: (alias: string) => `别名： ${alias}`,
  code: (code: string) => `请在您申请别名的页面输入此验证码： ${code}`,
  ignore: '如果您没有申请，请忽略此邮件，或在同一页面上告知我们。',
};

export const NOT_ME = {
  subject: (host: string) => `此地址正在 ${host} 使用`,
  happened: (site: string) => `${site} 的一个账号现已改用此地址，代替另一个地址。`,
  open: '如果不是您本人所为，请打开此页面并按下其中的按钮：',
  works: '按下后会恢复另一个地址。链接 7 天内有效，且只能使用一次。',
};

export const WAY_BACK = {
  subject: (host: string) => `您在 ${host} 的地址已被更改`,
  works:
    '按下后，账号会恢复使用此地址及其别名，所有会话都会结束，最近添加的通行密钥和两步验证会被移除。链接 7 天内有效，且只能使用一次。',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `请确认您用于 ${host} 的新地址`,
  asked: (host: string, asker: string) => `有人在 ${host} 请求将此地址用于 ${asker} 的账号。`,
  askedByNobody: (host: string) => `有人在 ${host} 请求将此地址用于没有地址的账号。`,
  code: (code: string) => `验证码： ${code}`,
  typeIt:
    '请在您申请更改的页面输入此验证码。如果您没有申请，则无需任何操作：没有验证码，什么也不会发生。',
  works: '验证码 24 小时内有效，且只能使用一次。',
};

export const PASSWORD = {
  subject: (host: string) => `${host} 的验证码`,
  asked: (site: string) => `有人已使用此地址在 ${site} 登录，并想更改密码。`,
  works: '验证码 15 分钟内有效，且只能使用一次。',
};

export const LETTER = {
  open: '或者，打开此页面并按下其中的按钮：',
  code: (code: string) => `请在要求输入验证码的页面输入： ${code}`,
  works: '验证码 15 分钟内有效。链接 24 小时内有效。两者都只能使用一次。',
  ignore: '如果您没有申请，请忽略此邮件。',
  notYou: '如果不是您本人所为，请登录并结束所有会话。',
  tellTheOperator: '如果不是您本人所为，请回复此邮件：网站的运营者会收到。',
};

export const TEST_MAIL = {
  who: (alias: string) => `本网站的一位访客写了以下文字，用于测试 ${alias} 这个别名。`,
  notOurs: '它并非来自网站的运营者。如果该别名不是您的，请忽略此邮件。',
};

export const OFF = {
  isOn: '转发已开启。',
  isOff: '转发已关闭。',
  turnOff: '关闭转发',
  turnOn: '重新开启',
  void: '此链接已失效。',
  nothing: '未作任何更改。',
};

export const PLACE = {
  none: '未找到页面。',
  home: '返回主页',
};
