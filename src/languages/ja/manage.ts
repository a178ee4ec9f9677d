export const LOCALE = 'ja';

export const MANAGE = {
  pauseHour: '1時間停止',
  pauseHours: '8時間',
  pauseFor: '一時停止：',
  pauseTomorrow: '明日まで',
  pauseUntil: '一時停止：',
  nothing: '過去7日間のメールはありません。',
  delivered: '配信済み',
  onDay: (day: string) => `（${day}）`,
  cancel: 'キャンセル',
  code: '認証アプリのコード',
  confirm: '確認',
  busy: 'お待ちください…',
  unknown: '…',
};

export const GROUPS = {
  history: 'メールの履歴',
  pause: '一時停止',
  writing: 'エイリアスとして書く',
  signIn: 'サインイン',
  leaving: '利用の終了',
  senders: 'メールを許可する相手',
};

export const TALLY = {
  none: 'メールなし',
  arrived: (arrived: number) => `${arrived}通到着`,
  failed: (arrived: number, failed: number) => `${arrived}通到着、${failed}通未着`,
};

export const ENTRIES = {
  end: '自動停止',
  history: '過去7日間',
  passkey: 'パスキー',
  factor: '2段階認証',
  address: 'アドレスを変更',
  write: '自分から先に書く',
  replyBody: '返信に自分のアドレスがある場合',
  link: '新しい停止リンク',
  download: '自分のデータをダウンロード',
  here: 'ここからサインアウト',
  everywhere: 'すべてサインアウト',
  alias: 'このエイリアスを削除',
  all: '自分の情報をすべて削除',
  lock: '既知の送信者のみ',
  senders: '送信者',
};

export const PASSKEY = {
  none: 'なし',
  some: (count: number) => (count === 1 ? 'オン' : `オン：${count}`),
  why: 'パスキーがあれば、指紋、顔、PIN でサインインでき、メールは不要です。',
  add: 'パスキーを追加',
  remove: '削除',
};

export const FACTOR = {
  off: 'オフ',
  on: 'オン',
  why: 'あなたのメールを読める人でも、変更や削除にはスマートフォンのアプリのコードが必要になります。',
  enrol: '設定する',
  scan: '認証アプリでこれを読み取るか、キーをアプリに入力してください。その後、表示されるコードを入力してください。',
  picture: '認証アプリ用の QR コード',
  remove: '解除する',
};

export const ADDRESS = {
  why: 'エイリアス宛てのメールは新しいアドレスに転送されます。両方のアドレスにメールを送ります。現在のアドレス宛てのメールのリンクを開き、もう一方のコードをここに入力すると変更されます。',
  label: '新しいアドレス',
  code: (email: string) => `${email} 宛てのメールのコード`,
  half: 'まだの場合は、現在のアドレス宛てのメールのリンクを開いてください。',
};

export const WRITE = {
  why: 'まだエイリアスに書いたことのない相手にも、エイリアスからメールを送れます。新しい相手は1日に5人までです。',
  label: '相手のメールアドレス',
  get: 'アドレスを取得',
  address: (email: string) => `${email} 宛てのアドレス`,
  copy: 'アドレスをコピー',
  copied: 'コピーしました',
  blocked: 'アドレスを選択してコピーしてください。',
  open: 'メールソフトで書く',
  how: 'ご自分のメールボックスからこのアドレスに送ってください。相手にはエイリアスだけが見えます。この相手にのみ使えます。',
};

export const LOCK = {
  on: 'オン',
  off: 'オフ',
  why: '以前に書いた相手と、許可した相手が既知の送信者です。その他の送信者のメールは1日保留され、その後は拒否されます。上で許可できます。',
  toOn: '既知の送信者のメールだけを受け取る',
  toOff: 'すべてのメールを受け取る',
};

export const SENDERS = {
  none: 'まだいません。ボタンは各メールの横にあります。',
  let: '許可',
  block: 'ブロック',
  blocked: 'ブロック中',
  forget: '削除',
};

export const END = {
  why: 'それ以降、このエイリアス宛てのメールは拒否され、7日間は誰が送ったかをここで確認できます。エイリアスは再開できます。',
  never: 'なし',
  on: (time: string) => time,
  days: (days: number) => `${days}日`,
  after: '停止まで：',
};

export const REPLY_BODY = {
  why: 'メールソフトは本文の下にあなたのアドレスを入れることがあります。アドレスが相手に渡ることはありません。エイリアスに置き換えるか、返信をあなたに戻します。置き換えられない返信は必ず戻します。',
  replace: 'エイリアスに置換',
  refuse: '自分に戻す',
  toReplace: 'エイリアスに置き換える',
  toRefuse: '自分に戻す',
};

export const SWITCH_OFF = {
  why: '転送されるメールには、エイリアスを停止するリンクが付くことがあります。新しいリンクを作ると、以前のものはすべて無効になります。',
  renew: '新しいリンクを作成',
};

export const EVERYWHERE = {
  why: 'このブラウザーを含むすべてのブラウザーからサインアウトします。エイリアスはそのまま使えます。',
  button: 'すべてのブラウザーからサインアウト',
};

export const DELETE = {
  alias: (name: string) =>
    `${name} 宛てのメールは今後拒否されます。この名前は、あなたを含め、誰も再び使えません。`,
  aliasButton: 'エイリアスを削除',
  all: 'エイリアス、その履歴、セッション、パスキー、2段階認証をすぐに削除します。元に戻せません。',
  allButton: 'すべて削除',
};

export const DONE = {
  alone: '完了しました。',
  address: '現在のアドレス宛てのメールのリンクを開き、もう一方のコードをここに入力してください。',
  link: '完了しました。以前のリンクはすべて無効です。',
  download: 'ファイルはダウンロードに保存されました。',
};

export const FAILED = {
  secondFactor: '2段階認証でもう一度サインインしてください。',
  wrongCode: 'コードが間違っているか、期限切れです。',
  busy: '回数が多すぎます。後でもう一度お試しください。',
  taken: 'このアドレスにはすでにエイリアスがあります。',
  refused: 'このアドレスは使えません。入力をご確認ください。',
  cancelled: '何も変更されていません。',
  unreachable: 'サーバーに接続できません。しばらくしてからもう一度お試しください。',
  failed: 'うまくいきませんでした。しばらくしてからもう一度お試しください。',
  full: 'リストがいっぱいです。先に1件削除してください。',
};

export const REASONS = {
  paused: '一時停止中です',
  ended: 'エイリアスは終了しています',
  unknown_mailbox: 'あなたのメールボックスが見つかりません',
  mailbox_full: 'あなたのメールボックスがいっぱいです',
  too_large: 'あなたのメールボックスには大きすぎます',
  policy: 'あなたのメールサーバーのポリシーに反しています',
  busy: 'あなたのメールサーバーが混雑していました',
  unreachable: 'あなたのメールサーバーが応答しませんでした',
  untrusted: 'あなたのメールサーバーへの接続を信頼できませんでした',
  doubt: '応答の前に接続が切れました',
  listed: '送信サーバーが迷惑メール送信者のリストにあります',
  unwanted: '迷惑メールフィルター',
  message: 'あなたのメールサーバーが受け付けない形式です',
  new_sender: '新しい送信者',
  unproven: '送信者を確認できませんでした',
  blocked: '送信者をブロックしています',
};

export const HAPPENED = {
  refused: (reason: string) => `拒否：${reason}`,
  waiting: (reason: string) => `保留：${reason}`,
  byServer: 'あなたのメールサーバー',
  putOff: 'あなたのメールサーバーが後回しにしました',
};
