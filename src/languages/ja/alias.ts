export const LOCALE = 'ja';

export const LETTERS_IN = 'ja';

export const ALIAS_MESSAGES = {
  toggleFailed: '転送の設定を変更できませんでした。もう一度お試しください。',
  aliasDisabled: 'エイリアスは停止中です。受信するには再開してください。',
  testMailSent: 'テストメールを転送しました！',
};

export const waitMessage = (seconds: number) =>
  `次のテストメールを送るまで${seconds}秒お待ちください。`;

export const ALIAS = { current: '現在のエイリアス：' };

export const RESULT = {
  heading: 'エイリアスの準備ができました！',
  use: 'このアドレスで迷惑メールを気にせず利用できます',
  copy: 'エイリアスをコピー',
  copied: 'コピーしました！',
  upgrade: '複数のエイリアスが使えるアップグレードは近日公開。',
  disableAnyTime: 'このエイリアスはいつでも停止できます',
  back: '最初の画面に戻る',
};

export const FORWARDING = {
  on: '転送オン',
  onDetail: 'エイリアス宛てのメールの転送先：',
  off: '転送オフ',
  offDetail: 'メールの転送は現在停止しています',
  badge: '停止中',
  banner: 'エイリアスは停止中です。メールは転送されません',
  blocked: 'エイリアスは停止中',
};

export const TEST_MAIL = {
  open: 'テストメールを送信',
  title: 'テストメールを送信',
  to: '宛先',
  subject: '件名',
  message: '本文',
  rateLimit: 'テストメールは1分に1通までです',
  cancel: 'キャンセル',
  send: 'テストメールを送信',
  sending: '送信中…',
};

export const FULL = (field: string, most: number) =>
  `${field}：最大${most.toLocaleString(LOCALE)}文字です。`;

export const SPOKEN = {
  copyAddress: 'アドレスをコピー',
  copied: 'エイリアスをコピーしました',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `テストメールを配信できませんでした。受信側のサーバーに拒否されました${code === undefined ? '' : `（${code}）`}。`,
  deferred:
    'テストメールを配信できませんでした。受信側のサーバーから、後でもう一度試すよう求められました。',
  unanswered: 'テストメールを配信できませんでした。受信側のサーバーから応答がありませんでした。',
  other:
    'テストメールを送信できませんでした。入力内容は残っています。しばらくしてからもう一度お試しください。',
};

export const COPY_BLOCKED = {
  keyboard:
    'ブラウザーがコピーを許可していません。アドレスを選択しました。Ctrl+C を押してください。',
  apple: 'ブラウザーがコピーを許可していません。アドレスを選択しました。Cmd+C を押してください。',
  touch:
    'ブラウザーがコピーを許可していません。アドレスを選択しました。長押ししてコピーしてください。',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way = tls === null ? '暗号化なし' : `${tls}${verified ? '、サーバー確認済み' : ''}`;
    return `${host} に配信しました（${way}、${time}）`;
  },
  tryOut: (time: string) => ['', 'お試し用メールボックス', `に配信しました（${time}）`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `先にアドレスを確認してください。${email} にメールを送りました。`,
  paused: (time: string) => `転送は${time}まで一時停止しています。`,
};
