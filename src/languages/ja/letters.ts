export const ASKED = {
  magiclink: {
    subject: (host: string) => `${host} へのサインイン`,
    asked: (site: string) => `このアドレスで ${site} へのサインインが求められました。`,
  },
  signup: {
    subject: (host: string) => `${host} のアドレスの確認`,
    asked: (site: string) => `このアドレスで ${site} に登録がありました。`,
  },
  recovery: {
    subject: (host: string) => `${host} へのアクセスの回復`,
    asked: (site: string) => `${site} にサインインできない方が、このアドレスで手助けを求めました。`,
  },
  email_change_current: {
    subject: (host: string) => `${host} のアドレスの変更`,
    asked: (site: string) =>
      `${site} にこのアドレスでサインインしている方が、別のアドレスを使おうとしています。ここで承認し、別のアドレス宛てのメールのコードを入力すると変更されます。`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `${host}：2段階認証が追加されました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントに2段階認証が追加されました。`,
  },
  'factor-removed': {
    subject: (host: string) => `${host}：2段階認証が解除されました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントから2段階認証が解除されました。`,
  },
  'factors-forgotten': {
    subject: (host: string) => `${host}：2段階認証が解除されました`,
    happened: (site: string) =>
      `${site} の運営者が、このアドレスを持つアカウントの2段階認証をすべて解除しました。今後はそれなしでサインインします。`,
  },
  'passkey-added': {
    subject: (host: string) => `${host}：パスキーが追加されました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントにパスキーが追加されました。`,
  },
  'passkey-removed': {
    subject: (host: string) => `${host}：パスキーが削除されました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントからパスキーが削除されました。`,
  },
  'api-key-added': {
    subject: (host: string) => `${host}：APIキーが追加されました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントにAPIキーが追加されました。このキーを持つプログラムは、あなたのエイリアスを作成できます。`,
  },
  'address-changed': {
    subject: (host: string) => `${host}：アドレスが変更されました`,
    happened: (site: string) =>
      `このアドレスを持っていた ${site} のアカウントは、別のアドレスになりました。`,
  },
  'address-returned': {
    subject: (host: string) => `${host}：アドレスが元に戻りました`,
    happened: (site: string) =>
      `${site} のアカウントは再びこのアドレスになり、すべてのセッションが終了しました。別のアドレスの持ち主が、変更は自分が行ったものではないと申し出たためです。`,
  },
  'address-taken-back': {
    subject: (host: string) => `${host}：以前のアドレスに戻されました`,
    happened: (site: string) =>
      `このアドレスを持っていた ${site} のアカウントは以前のアドレスに戻り、すべてのセッションが終了しました。以前のアドレスの持ち主が、変更は自分が行ったものではないと申し出たためです。`,
  },
  'factor-guessed': {
    subject: (host: string) => `${host}：2段階認証で誤ったコードが入力されました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントの2段階認証に、誤ったコードが続けて25回入力されました。入力した人はあなたのメールを読める可能性があります。メールボックスのパスワードを変更してください。`,
  },
  'session-by-code': {
    subject: (host: string) => `${host}：別のブラウザーでサインインしました`,
    happened: (site: string) =>
      `サインイン済みのブラウザーに表示されたコードを使って、このアドレスを持つ ${site} のアカウントに別のブラウザーがサインインしました。`,
  },
  'session-misused': {
    subject: (host: string) => `${host}：セッションを終了しました`,
    happened: (site: string) =>
      `このアドレスを持つ ${site} のアカウントのセッションを1つ終了しました。その鍵が2か所で使われたため、盗まれた可能性があります。もう一度サインインしてください。`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `${alias} のためのアドレスの確認`,
  asked: (host: string) =>
    `${host} で、このアドレスのためのエイリアスが申し込まれました。エイリアスとは、届いたメールをあなたのアドレスに転送するアドレスです。`,
  named: (alias: string) => `エイリアス： ${alias}`,
  code: (code: string) => `エイリアスを申し込んだ画面にこのコードを入力してください： ${code}`,
  ignore: '心当たりがなければ、このメールを無視するか、同じページでお知らせください。',
};

export const NOT_ME = {
  subject: (host: string) => `このアドレスは ${host} で使われています`,
  happened: (site: string) =>
    `${site} のアカウントが、別のアドレスに代えてこのアドレスを使うようになりました。`,
  open: '心当たりがなければ、このページを開いてボタンを押してください：',
  works: '元のアドレスに戻ります。リンクは7日間、1回だけ有効です。',
};

export const WAY_BACK = {
  subject: (host: string) => `${host}：あなたのアドレスが変更されました`,
  works:
    'アカウントにこのアドレスとエイリアスが戻り、すべてのセッションが終了し、最近追加されたパスキーと2段階認証が削除されます。リンクは7日間、1回だけ有効です。',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `${host} の新しいアドレスの確認`,
  asked: (host: string, asker: string) =>
    `${host} で、このアドレスを ${asker} のアカウントに使うことが求められました。`,
  askedByNobody: (host: string) =>
    `${host} で、このアドレスをアドレスのないアカウントに使うことが求められました。`,
  code: (code: string) => `コード： ${code}`,
  typeIt:
    '変更を申し込んだ画面にこのコードを入力してください。心当たりがなければ何もしないでください。コードがなければ何も起こりません。',
  works: 'コードは24時間、1回だけ有効です。',
};

export const PASSWORD = {
  subject: (host: string) => `${host} のコード`,
  asked: (site: string) =>
    `${site} にこのアドレスでサインインしている方が、パスワードを変更しようとしています。`,
  works: 'コードは15分間、1回だけ有効です。',
};

export const LETTER = {
  open: 'または、このページを開いてボタンを押してください：',
  code: (code: string) => `求められた画面にこのコードを入力してください： ${code}`,
  works: 'コードは15分間有効です。リンクは24時間有効です。どちらも1回だけ使えます。',
  ignore: '心当たりがなければ、このメールを無視してください。',
  notYou: '心当たりがなければ、サインインしてすべてのセッションを終了してください。',
  tellTheOperator: '心当たりがなければ、このメールに返信してください。サイトの運営者に届きます。',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `このサイトの訪問者が、エイリアス ${alias} を試すために次の文を書きました。`,
  notOurs:
    'サイトの運営者からのものではありません。エイリアスがあなたのものでなければ、このメールを無視してください。',
};

export const OFF = {
  isOn: '転送はオンです。',
  isOff: '転送はオフです。',
  turnOff: '転送をオフにする',
  turnOn: '再びオンにする',
  void: 'このリンクは無効になりました。',
  nothing: '何も変更されていません。',
};

export const PLACE = {
  none: 'ページが見つかりません。',
  home: '最初の画面に戻る',
};
