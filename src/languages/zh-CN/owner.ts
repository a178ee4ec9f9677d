export const OWNER = {
  oneStep: '还差一步：确认您的地址',
  weSent: [
    '我们已向 ',
    ' 发送邮件。打开邮件中的链接，发往别名的邮件就会转发给您。在此之前，发件人会被要求稍后重试。',
  ],
  code: '邮件中的验证码',
  confirm: '确认',
  confirming: '正在确认…',
  again: '重新发送邮件',
  sentAgain: '邮件已重新发送。',
  sending: '正在发送…',
  yours: '您正在此浏览器中管理此别名。',
  paused: '暂停至',
  endPause: '结束暂停',
  notEnded: '无法结束暂停，请稍后重试。',
  manages: ['您正在此浏览器中管理 ', ''],
  show: '显示我的别名',
  manage: '管理此别名',
  hidden: '此地址已有别名。只有其所有者才能在此查看。',
  signedOut: '您已被退出登录。未作任何更改。',
  sendLink: '给我发送链接',
  passkey: '使用通行密钥',
  offer: '添加通行密钥，下次无需邮件',
  onItsWay: [
    '如果 ',
    ' 已有别名，邮件正在发送途中。请在此浏览器中打开其中的链接，或在此输入验证码。',
  ],
  linkSent: ['邮件正在发往 ', '。请在此浏览器中打开其中的链接，或在此输入验证码。'],
  done: '已完成。发往别名的邮件现在会转发给您。',
  otherBrowser: '如需在另一个浏览器中也管理此别名，请在那里输入此验证码：',
  elsewhere: '您的地址已在另一个浏览器中确认。如需在此也管理此别名，请输入那里显示的验证码。',
  elsewhereCode: '另一个浏览器中的验证码',
  toCode: '前往验证码输入框',
  aliases: '您的别名',
  aliasesCount: (has: number, most: number) => `${has} / ${most}`,
  aliasMake: '新建别名',
  aliasMaking: '正在创建…',
  aliasMade: '您的别名已创建！',
};

export const LINK = {
  title: '这是您的地址吗？',
  text: '按下按钮，即可开始向收到此邮件的地址转发邮件，并在此浏览器中管理其别名。',
  alias: '别名',
  to: '转发到',
  yes: '是，这是我的地址',
  no: '我没有申请',
  noDelete: '我没有申请：删除别名',
  brief: '不在此保持登录',
  expired: '此链接已过期或已被使用。',
  again: '发送新链接',
  email: '您的邮箱地址',
  cancel: '取消',
};

export const FAREWELL = {
  notMine: '别名已删除，您不会再收到我们的邮件。',
  declined: '已完成。邮件中的链接已失效。',
  aliasDeleted: '您的别名已删除。其名称不会再分配给任何人。',
  allDeleted: '您的所有信息已删除。',
  halfWay: '您已从当前地址同意更改。请在您申请更改的页面输入另一封邮件中的验证码。',
  moved: '您的地址已更改，请使用新地址登录。',
};

export const REFUSAL = {
  notKept: '您的地址已确认。此浏览器无法让您保持登录，因此不能在此管理别名。',
  notOffered: '未经您同意，不会向您转发任何邮件。您可以忽略该邮件。',
  noPasskey: '未能使用通行密钥。您也可以通过邮件登录。',
  wrongCode: '验证码错误或已过期。',
  wait: (seconds: number) => `请等待 ${seconds} 秒。`,
  usedUp: '今天已向此地址发送过邮件。请同时查看垃圾邮件文件夹。',
  refused: (domain: string) => `${domain} 的邮件服务器不接受发往此地址的邮件。请检查拼写。`,
  failed: '邮件未能发送，请稍后重试。',
};

export const UNASKED = {
  made: ['有人为您的地址创建了 ', '。'],
  keep: '保留',
  discard: '删除',
  gone: ['', ' 已删除。'],
  failed: '操作未成功，请稍后重试。',
};
