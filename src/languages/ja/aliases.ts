export const LOCALE = 'ja';

export const ALIASES = {
  full: (has: number, most: number) => `エイリアスは${most}件中${has}件を使用しています。`,
  search: '検索',
  found: (some: number, all: number) => `${all}件中${some}件のエイリアスが見つかりました`,
  none: '検索に一致するエイリアスはありません。',
  shown: '上に表示中',
  off: '停止中',
  paused: '一時停止中',
  pinned: 'ピン留め',
  site: (host: string) => `${host}で使用`,
  addLabel: 'ラベルを追加',
  label: 'ラベル',
  delivered: (count: number) => `7日間に${count}件配信`,
  nothing: '7日間メールなし',
  last: (day: string) => `最終${day}`,
  select: (alias: string) => `${alias}を表示`,
  forwards: (alias: string) => `${alias}の転送`,
  copy: (alias: string) => `${alias}をコピー`,
  copied: 'コピーしました！',
  blocked: 'アドレスを選択してコピーしてください。',
  labelOf: (alias: string) => `${alias}のラベル`,
};

export const KEYS = {
  title: 'エイリアスを使えるプログラム',
  none: 'APIキーがあれば、パスワードマネージャーやブラウザー拡張機能がエイリアスを作成できます。',
  make: '新しいキー',
  name: 'プログラムの名前',
  scope: '許可する操作',
  scopes: {
    create: 'エイリアスの作成',
    manage: 'エイリアスの作成、一覧、ラベル付け、転送のオン・オフ',
    delete: '上のすべてと、エイリアスの完全な削除',
  },
  create: 'キーを作成',
  cancel: 'キャンセル',
  once: '今すぐキーをコピーしてください。もう一度表示されることはありません。',
  copy: 'キーをコピー',
  copied: 'コピーしました！',
  blocked: 'キーを選択してコピーしてください。',
  server: 'サーバーURL',
  key: 'APIキー',
  bitwarden:
    'Bitwardenでユーザー名のジェネレーターを開き、サービスにSimpleLoginを選びます。次に、このサーバーURLとこのキーを入力してください。',
  done: '完了',
  made: (day: string) => `${day}に作成`,
  used: (day: string) => `最終使用${day}`,
  unused: '未使用',
  revoke: '取り消す',
  revokeOf: (name: string) => `${name}を取り消す`,
  revokeWhy: 'このプログラムは、新しいキーを渡すまでエイリアスを使えなくなります。',
  code: '認証アプリのコード',
  tooMany: 'キーが10個あります。先に1つ取り消してください。',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `新しいエイリアスが多すぎます。${minutes}分後にもう一度お試しください。`,
  unreachable: 'サーバーに接続できません。しばらくしてからもう一度お試しください。',
  failed: 'うまくいきませんでした。しばらくしてからもう一度お試しください。',
  wrongCode: 'コードが間違っているか、期限切れです。',
};
