export const LOCALE = 'zh-CN';

export const ALIASES = {
  full: (has: number, most: number) => `您已有 ${has} 个别名，最多 ${most} 个。`,
  search: '搜索',
  found: (some: number, all: number) => `在 ${all} 个别名中找到 ${some} 个`,
  none: '没有符合搜索的别名。',
  shown: '显示在上方',
  off: '已停用',
  paused: '已暂停',
  pinned: '已置顶',
  site: (host: string) => `用于 ${host}`,
  addLabel: '添加标签',
  label: '标签',
  delivered: (count: number) => `7 天内送达 ${count} 封`,
  nothing: '7 天内没有邮件',
  last: (day: string) => `最近一次 ${day}`,
  select: (alias: string) => `显示 ${alias}`,
  forwards: (alias: string) => `${alias} 的转发`,
  copy: (alias: string) => `复制 ${alias}`,
  copied: '已复制！',
  blocked: '请选中地址并复制。',
  labelOf: (alias: string) => `${alias} 的标签`,
};

export const KEYS = {
  title: '可以使用您的别名的程序',
  none: '有了 API 密钥，密码管理器或浏览器扩展就能替您创建别名。',
  make: '新建密钥',
  name: '程序名称',
  scope: '允许的操作',
  scopes: {
    create: '创建别名',
    manage: '创建、列出、标注、启用和停用别名',
    delete: '以上全部，并可永久删除别名',
  },
  create: '创建密钥',
  cancel: '取消',
  once: '请立即复制密钥，它不会再次显示。',
  copy: '复制密钥',
  copied: '已复制！',
  blocked: '请选中密钥并复制。',
  server: '服务器网址',
  key: 'API 密钥',
  bitwarden:
    '在 Bitwarden 中打开用户名生成器，选择 SimpleLogin 服务，然后填入此服务器网址和此密钥。',
  done: '完成',
  made: (day: string) => `创建于 ${day}`,
  used: (day: string) => `最近使用于 ${day}`,
  unused: '从未使用',
  revoke: '撤销',
  revokeOf: (name: string) => `撤销 ${name}`,
  revokeWhy: '在您提供新密钥之前，此程序将无法再使用您的别名。',
  code: '身份验证器应用中的验证码',
  tooMany: '您已有 10 个密钥，请先撤销一个。',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) => `新建的别名太多，请在 ${minutes} 分钟后重试。`,
  unreachable: '无法连接服务器，请稍后重试。',
  failed: '操作未成功，请稍后重试。',
  wrongCode: '验证码错误或已过期。',
};
