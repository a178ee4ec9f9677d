/** The owner's actions on an alias and an account: a separate script with its styles, loaded when it is unfolded. */

import { Manage } from './screen/owner/manage/manage.tsx';
import type { ManageScript } from './screen/owner/manage/script.ts';
import { addStyles } from './script.ts';
import css from './style/manage.css?inline';

export const createManage: ManageScript['createManage'] = (parts) => {
  addStyles(css);
  return (props) => <Manage key={props.alias.id} parts={parts} {...props} />;
};
