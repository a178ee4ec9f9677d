export const LOCALE = 'zh-CN';

export const LETTERS_IN = 'zh-CN';

export const ALIAS_MESSAGES = {
  toggleFailed: '无法更改转发状态，请重试。',
  aliasDisabled: '别名已停用。请重新启用以接收邮件。',
  testMailSent: '测试邮件已转发！',
};

export const waitMessage = (seconds: number) => `请等待 ${seconds} 秒后再发送下一封测试邮件。`;

export const ALIAS = { current: '您当前的别名：' };

export const RESULT = {
  heading: '您的别名已就绪！',
  use: '使用此地址，上网远离垃圾邮件',
  copy: '复制别名',
  copied: '已复制！',
  upgrade: '支持多个别名的升级即将推出。',
  disableAnyTime: '您可以随时停用此别名',
  back: '返回主页',
};

export const FORWARDING = {
  on: '转发已开启',
  onDetail: '发往别名的邮件将转发至',
  off: '转发已关闭',
  offDetail: '目前不转发邮件',
  badge: '已停用',
  banner: '别名已停用，邮件不会转发',
  blocked: '别名已停用',
};

export const TEST_MAIL = {
  open: '发送测试邮件',
  title: '发送测试邮件',
  to: '收件人',
  subject: '主题',
  message: '正文',
  rateLimit: '限制：每分钟 1 封测试邮件',
  cancel: '取消',
  send: '发送测试邮件',
  sending: '正在发送…',
};

export const FULL = (field: string, most: number) =>
  `${field}：最多 ${most.toLocaleString(LOCALE)} 个字符。`;

export const SPOKEN = {
  copyAddress: '复制地址',
  copied: '别名已复制',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `测试邮件未能送达：接收方服务器拒收${code === undefined ? '' : `（${code}）`}。`,
  deferred: '测试邮件未能送达：接收方服务器要求稍后重试。',
  unanswered: '测试邮件未能送达：接收方服务器没有响应。',
  other: '测试邮件未能发送。您输入的内容已保留，请稍后重试。',
};

export const COPY_BLOCKED = {
  keyboard: '浏览器阻止了复制。地址已选中，请按 Ctrl+C。',
  apple: '浏览器阻止了复制。地址已选中，请按 Cmd+C。',
  touch: '浏览器阻止了复制。地址已选中，请长按进行复制。',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way = tls === null ? '未加密' : `${tls}${verified ? '，服务器已验证' : ''}`;
    return `已送达 ${host}（${way}，用时 ${time}）`;
  },
  tryOut: (time: string) => ['已送达', '试用邮箱', `（用时 ${time}）`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) => `请先确认您的地址。我们已向 ${email} 发送邮件。`,
  paused: (time: string) => `转发已暂停至 ${time}。`,
};
