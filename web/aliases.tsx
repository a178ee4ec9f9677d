/** The list of an owner's aliases, and the programs that may use them: a separate script with its styles, loaded on demand. */

import { AliasesList } from './screen/owner/aliases/list.tsx';
import type { AliasesScript } from './screen/owner/aliases/script.ts';
import { addStyles } from './script.ts';
import css from './style/aliases.css?inline';

export const createAliasesList: AliasesScript['createAliasesList'] = (parts) => {
  addStyles(css);
  return (props) => <AliasesList parts={parts} {...props} />;
};
