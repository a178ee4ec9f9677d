/** Run by the build: the screen's first state and the privacy page as HTML, and the texts around them. */

import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PageConfig } from '#rules/page.ts';
import { StampDrawing } from './parts/stamp.tsx';
import { PrivacyPage } from './privacy/privacy-page.tsx';
import { PRIVACY } from '#languages/en/privacy.ts';
import { INITIAL } from './screen/machine/state.ts';
import { Screen } from './screen/screen.tsx';
import { FIRST_LOOK, PAGE } from '#languages/en/form.ts';

export { MADE_IN } from './page-config.ts';
export { ABOUT, LANGUAGE, TROUBLE, TRY_AGAIN } from '#languages/en/form.ts';

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

/** The drawings that occur once in each page. */
export const drawings = () => renderToStaticMarkup(<StampDrawing />);

export const privacyTitle = `${PRIVACY.title} - ${PAGE.name}`;

/** @param api origin of the database, if it is not the page's own */
export const privacy = (api: string | undefined) => renderToStaticMarkup(<PrivacyPage api={api} />);

/** The slip under the empty envelope: what happens to mail. */
function FirstLook() {
  const { facts, kept } = FIRST_LOOK;
  return (
    <>
      <dl className="facts">
        {facts.map(([subject, sentence]) => (
          <div key={subject}>
            <dt>{subject}</dt> <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
      <a href="./privacy/" className="link mt-1">
        {kept}
      </a>
    </>
  );
}
