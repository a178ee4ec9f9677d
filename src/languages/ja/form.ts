export const LANGUAGE = 'ja';

export const MESSAGES = {
  planLimit: '無料プランではエイリアスは1つだけです。アップグレードは近日公開！',
  creationFailed: 'エイリアスを作成できませんでした。もう一度お試しください。',
  noUniqueAlias: '空いているエイリアスが見つかりませんでした',
  invalidEmail: '有効なメールアドレスを入力してください',
  created: 'エイリアスを作成しました！',
};

export const TEXTS = {
  form: {
    label: '実際のメールアドレスを入力',
    placeholder: 'anata@example.com',
    submit: 'エイリアスを作成',
    checking: '確認中…',
    creating: 'エイリアスを作成中…',
    hint: 'エイリアスはすぐに作成されます',
    limitReached: '無料プランの上限に達しました',
  },
  madeIn: '使用技術：',
};

export const PAGE = { name: 'Veilpost', what: '自分のアドレスの代わりに教えるアドレス' };

export const ABOUT = {
  title: 'Veilpost：迷惑メールを防ぐメールエイリアス',
  description:
    '実際のメールアドレスを入力すると、すぐにエイリアスを取得できます。エイリアス宛てのメールはあなたに転送され、いつでも停止できます。',
  noScript: 'エイリアスを作成するには JavaScript が必要です。',
};

export const FIRST_LOOK = {
  facts: [
    ['エイリアス宛てのメールは', 'あなたに転送されます'],
    ['あなたのメールは', '通過するだけで、保存されません'],
    ['エイリアスは', 'ワンクリックで停止できます'],
  ],
  kept: '保存する情報とその期間',
};

export const SPOKEN = {
  notifications: '通知',
  newTab: '新しいタブで開きます',
};

export const TROUBLE = {
  unreachable:
    'サーバーに接続できません。入力内容は残っています。しばらくしてからもう一度お試しください。',
  busy: 'お使いのネットワークからのリクエストが多すぎます。1分後にもう一度お試しください。',
  unacceptable: 'このアドレスのエイリアスは作成できません。入力に誤りがないかご確認ください。',
  broken:
    'このページで問題が発生しました。エイリアスに影響はありません。続けるにはページを再読み込みしてください。',
};

export const TRY_AGAIN = 'もう一度試す';
export const RELOAD = '再読み込み';
