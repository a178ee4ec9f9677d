export const LOCK = {
  on: '켜짐',
  off: '꺼짐',
  why: '전에 메일을 보낸 사람과 허용한 사람이 아는 발신자입니다. 다른 발신자의 메일은 하루 동안 기다린 뒤 거부됩니다. 위에서 허용하세요.',
  toOn: '아는 발신자의 메일만 받기',
  toOff: '모든 사람의 메일 받기',
};

export const SENDERS = {
  none: '아직 없습니다. 버튼은 각 메일 옆에 있습니다.',
  let: '허용',
  block: '차단',
  blocked: '차단됨',
  forget: '삭제',
};
