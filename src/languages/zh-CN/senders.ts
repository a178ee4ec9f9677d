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
