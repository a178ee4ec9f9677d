/** Run by the build: the screen's first state as HTML, and the texts of the page around it. */

import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PageConfig } from '#rules/page.ts';
import { FirstLook } from './screen/first-look.tsx';
import { INITIAL } from './screen/machine/state.ts';
import { Screen } from './screen/screen.tsx';

export { MADE_IN } from './page-config.ts';
export { ABOUT, LANGUAGE, TROUBLE, TRY_AGAIN } from './texts.ts';

export const form = (madeIn: PageConfig['madeIn']) =>
  renderToString(
    <Screen
      state={INITIAL}
      send={() => undefined}
      madeIn={madeIn}
      views={undefined}
      firstLook={renderToStaticMarkup(<FirstLook />)}
    />,
  );
