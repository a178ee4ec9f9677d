/** The list of an owner's aliases, and the programs that may use them: a separate script with its styles, loaded on demand. */

import { AliasesList } from './screen/owner/aliases/list.tsx';
import type { AliasesScript } from './screen/owner/aliases/script.ts';
import css from './style/aliases.css?inline';

export const createAliasesList: AliasesScript['createAliasesList'] = (parts) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  return (props) => <AliasesList parts={parts} {...props} />;
};
