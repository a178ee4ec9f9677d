export const LOCALE = 'zh-CN';

export const MANAGE = {
  pauseHour: '暂停 1 小时',
  pauseHours: '8 小时',
  pauseFor: '暂停',
  pauseTomorrow: '到明天',
  pauseUntil: '暂停',
  nothing: '过去 7 天没有邮件。',
  delivered: '已送达',
  onDay: (day: string) => `（${day}）`,
  cancel: '取消',
  code: '身份验证器应用中的验证码',
  confirm: '确认',
  busy: '请稍候…',
  unknown: '…',
};

export const GROUPS = {
  history: '我的邮件的去向',
  senders: '谁可以给我写信',
  pause: '暂停',
  writing: '以别名写信',
  signIn: '登录方式',
  leaving: '离开',
};

export const TALLY = {
  none: '没有邮件',
  arrived: (arrived: number) => `${arrived} 封送达`,
  failed: (arrived: number, failed: number) => `${arrived} 封送达，${failed} 封未送达`,
};

export const ENTRIES = {
  end: '自动停用',
  lock: '仅限已知发件人',
  senders: '发件人',
  history: '过去 7 天',
  passkey: '通行密钥',
  factor: '两步验证',
  address: '更改地址',
  write: '主动写信给他人',
  replyBody: '回复中含有我的地址时',
  link: '新的停用链接',
  download: '下载我的数据',
  here: '在此退出登录',
  everywhere: '全部退出登录',
  alias: '删除此别名',
  all: '删除我的所有信息',
};

export const PASSKEY = {
  none: '暂无',
  some: (count: number) => (count === 1 ? '开' : `开：${count}`),
  why: '有了通行密钥，您可用指纹、面容或 PIN 码登录，无需邮件。',
  add: '添加通行密钥',
  remove: '移除',
};

export const FACTOR = {
  off: '关',
  on: '开',
  why: '这样，即使有人能读到您的邮件，也还需要您手机应用中的验证码，才能更改或删除任何内容。',
  enrol: '设置',
  scan: '请用身份验证器应用扫描，或在应用中输入密钥。然后输入应用显示的验证码。',
  picture: '用于身份验证器应用的二维码',
  remove: '移除',
};

export const ADDRESS = {
  why: '发往别名的邮件将转发至新地址。我们会向两个地址各发一封邮件。您打开发往当前地址的邮件中的链接，并在此输入另一封的验证码后，更改才会生效。',
  label: '新地址',
  code: (email: string) => `发往 ${email} 的邮件中的验证码`,
  half: '如果您还没有打开发往当前地址的邮件中的链接，请现在打开。',
};

export const WRITE = {
  why: '您可以用别名写信给还没有给它写过信的人。您每天可以向五位新联系人写信。',
  label: '对方的邮箱地址',
  get: '获取地址',
  address: (email: string) => `您写给 ${email} 的专用地址`,
  copy: '复制地址',
  copied: '已复制',
  blocked: '请选中地址并复制。',
  open: '在邮件程序中写信',
  how: '请从您自己的邮箱写信到此地址。对方只会看到您的别名。此地址仅对这位联系人有效。',
};

export const LOCK = {
  on: '开',
  off: '关',
  why: '已知发件人是曾经来信的人和您放行的人。其他发件人的邮件会等待一天，之后被拒收：您可以在上方放行。',
  toOn: '只接收已知发件人的邮件',
  toOff: '接收所有人的邮件',
};

export const SENDERS = {
  none: '暂无：按钮在每封邮件旁边。',
  let: '放行',
  block: '屏蔽',
  blocked: '已屏蔽',
  forget: '移除',
};

export const END = {
  why: '此后发往该别名的邮件会被拒收，您可以在此查看七天内有谁来信。您可以重新启用别名。',
  never: '从不',
  on: (time: string) => time,
  days: (days: number) => `${days} 天`,
  after: '多久后停用：',
};

export const REPLY_BODY = {
  why: '邮件程序常会在正文下方附上您的地址。该地址不会传给对方：要么替换为您的别名，要么把回复退回给您。无法替换的内容一律退回。',
  replace: '替换为别名',
  refuse: '退回给我',
  toReplace: '替换为别名',
  toRefuse: '退回给我',
};

export const SWITCH_OFF = {
  why: '每封转发的邮件都可能带有停用别名的链接。新链接会使所有旧链接失效。',
  renew: '生成新链接',
};

export const EVERYWHERE = {
  why: '您将在所有浏览器中退出登录，包括此浏览器。您的别名会照常使用。',
  button: '在所有浏览器中退出登录',
};

export const DELETE = {
  alias: (name: string) =>
    `今后发往 ${name} 的邮件将被拒收。任何人都不会再得到这个名称，包括您自己。`,
  aliasButton: '删除别名',
  all: '您的别名及其历史记录、会话、通行密钥和两步验证将立即删除。此操作无法撤销。',
  allButton: '全部删除',
};

export const DONE = {
  alone: '已完成。',
  address: '请打开发往当前地址的邮件中的链接，并在此输入另一封邮件中的验证码。',
  link: '已完成。所有旧链接均已失效。',
  download: '文件已在您的下载内容中。',
};

export const FAILED = {
  secondFactor: '请使用两步验证重新登录。',
  wrongCode: '验证码错误或已过期。',
  busy: '操作过于频繁，请稍后重试。',
  full: '列表已满。请先移除一项。',
  taken: '此地址已有别名。',
  refused: '此地址不被接受，请检查拼写。',
  cancelled: '未作任何更改。',
  unreachable: '无法连接服务器，请稍后重试。',
  failed: '操作未成功，请稍后重试。',
};

export const REASONS = {
  paused: '您已暂停',
  ended: '别名已到期',
  unknown_mailbox: '对方服务器找不到您的邮箱',
  mailbox_full: '您的邮箱已满',
  too_large: '邮件过大，您的邮箱无法接收',
  policy: '不符合您邮件服务器的规则',
  busy: '您的邮件服务器繁忙',
  unreachable: '您的邮件服务器没有响应',
  untrusted: '与您的邮件服务器的连接不可信',
  doubt: '收到响应前连接中断',
  listed: '其服务器在垃圾邮件发送者名单上',
  unwanted: '垃圾邮件过滤器',
  new_sender: '新发件人',
  unproven: '无法核实发件人',
  blocked: '您已屏蔽此发件人',
  message: '您的邮件服务器不接受此邮件的格式',
};

export const HAPPENED = {
  refused: (reason: string) => `已拒收：${reason}`,
  waiting: (reason: string) => `等待中：${reason}`,
  byServer: '您的邮件服务器',
  putOff: '您的邮件服务器要求推迟',
};
