export const LANGUAGE = 'zh-CN';

export const MESSAGES = {
  planLimit: '免费用户只能创建一个别名。升级即将推出！',
  creationFailed: '无法创建别名，请重试。',
  noUniqueAlias: '未能找到可用的别名',
  invalidEmail: '请输入有效的邮箱地址',
  created: '您的别名已创建！',
};

export const TEXTS = {
  form: {
    label: '输入您的真实邮箱地址',
    placeholder: 'nin@example.com',
    submit: '创建别名',
    checking: '正在检查…',
    creating: '正在创建别名…',
    hint: '别名会立即创建',
    limitReached: '已达到免费方案上限',
  },
  madeIn: '制作工具：',
};

export const PAGE = { name: 'Veilpost', what: '代替您自己的地址，给别人用' };

export const ABOUT = {
  title: 'Veilpost：远离垃圾邮件的邮箱别名',
  description:
    '输入您的真实邮箱地址，立即获得一个别名。发往别名的邮件会转发给您，您可以随时停用别名。',
  noScript: '本页面需要 JavaScript 才能创建别名。',
};

export const FIRST_LOOK = {
  facts: [
    ['发往别名的邮件', '会转发给您'],
    ['您的邮件', '仅经过这里，不会留存'],
    ['别名', '点一下即可停用'],
  ],
  kept: '我们保存什么，保存多久',
};

export const SPOKEN = {
  notifications: '通知',
  newTab: '在新标签页中打开',
};

export const TROUBLE = {
  unreachable: '无法连接服务器。您输入的内容已保留，请稍后重试。',
  busy: '来自您网络的请求过多，请一分钟后重试。',
  unacceptable: '无法为此地址创建别名。请检查是否有输入错误。',
  broken: '页面出了问题。您的别名不受影响，请重新加载页面以继续。',
};

export const TRY_AGAIN = '重试';
export const RELOAD = '重新加载';
