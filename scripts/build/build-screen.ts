import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig, runnerImport } from 'vite';
import { documentPolicy, type PageHashes, pagePolicy, scriptSafe } from '#app/http/page.ts';
import { directionOf, LANGUAGES } from '#languages/languages.ts';
import { PAGE_CONFIG_ELEMENT, type PageConfig } from '#rules/page.ts';
import screen from '../../web/vite.config.ts';
import { createCompressor } from './compress.ts';
import { addresses, LINK_TO_ENGLISH, linksToLanguages } from './language-links.ts';
import { loaderOf } from './loader.ts';
import { demandComplete } from './complete.ts';
import { metaElement, sha256 } from './policy.ts';
import { demandTranslatedFromPresent } from './translated-from.ts';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const LANGUAGE_FOLDER = fileURLToPath(new URL('../../src/languages', import.meta.url));

/** The licences of all packages that are built into the screen, served with it: each must accompany copies. */
const LICENCES = { fileName: 'licenses.txt' };

/** The exports of web/prerender.tsx. */
type Prerendered = {
  LANGUAGE: string;
  ABOUT: { title: string; description: string; noScript: string };
  TROUBLE: { unreachable: string };
  TRY_AGAIN: string;
  form: (madeIn: PageConfig['madeIn']) => string;
  MADE_IN: PageConfig['madeIn'];
  drawings: () => string;
  privacyTitle: string;
  privacy: (api: string | undefined) => string;
};

/**
 * The screen in English, and a folder with the same screen for each other language.
 * @param config in the page, unless our server embeds its own
 * @param languages fewer than all only in tests, because links to the others would be broken
 * @param compress writes the compressed files of a folder
 */
export async function buildScreen(
  outDir: string,
  config: Partial<PageConfig>,
  languages = Object.keys(LANGUAGES),
  compress = createCompressor(),
): Promise<void> {
  await demandComplete(languages);
  await demandTranslatedFromPresent();
  rmSync(outDir, { recursive: true, force: true });
  const compressed: Promise<void>[] = [];
  const hashes: Record<string, PageHashes> = {};
  const waiting = ['en', ...languages].values();
  const buildInTurn = async () => {
    for (const language of waiting) {
      const folder = language === 'en' ? outDir : join(outDir, language);
      hashes[language] = await buildLanguage(language, folder, config);
      compressed.push(compress(folder));
    }
  };
  // Rolldown's threads do most of the work of a build.
  await Promise.all([buildInTurn(), buildInTurn()]);
  await Promise.all(compressed);
  addLicenceOfStyles(join(outDir, LICENCES.fileName));
  const others = Object.fromEntries(languages.map((language) => [language, hashes[language]]));
  writeFileSync(join(outDir, 'csp.json'), JSON.stringify({ ...hashes.en, languages: others }));
}

/** The bundler lists what its scripts import; the styles are made by Tailwind CSS. */
function addLicenceOfStyles(file: string): void {
  const folder = new URL('../../node_modules/tailwindcss/', import.meta.url);
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const { version, license }: { version: string; license: string } = JSON.parse(
    read('package.json'),
  );
  const heading = `\n## tailwindcss - ${version} (${license})\n\n`;
  appendFileSync(file, `${heading}${read('LICENSE').trim()}\n`);
}

/** @returns the hashes of its page */
async function buildLanguage(
  language: string,
  outDir: string,
  config: Partial<PageConfig>,
): Promise<PageHashes> {
  const madeIn = config.madeIn && { 'import.meta.env.MADE_IN': JSON.stringify(config.madeIn) };
  const own = { root: WEB, logLevel: 'warn', resolve: { alias: ownOf(language) } } as const;
  const isEnglish = language === 'en';
  await build({
    ...mergeConfig(screen, own),
    configFile: false,
    define: { ...screen.define, ...madeIn },
    build: { ...screen.build, outDir, copyPublicDir: isEnglish, license: isEnglish && LICENCES },
  });
  const { module } = await runnerImport<Prerendered>(join(WEB, 'prerender.tsx'), own);
  const root = isEnglish ? './' : '../';
  const fromRoot = (html: string, path: string) =>
    html.replaceAll(/"(?:\.\.?\/)+((?:favicon|apple|manifest)[^"]*)"/g, `"${path}$1"`);

  const file = join(outDir, 'index.html');
  const { html: styled, css } = inlineStyles(readFileSync(file, 'utf8'), outDir);
  const { html, loader } = loadAfterPaint(styled);
  const hashes = { scriptHashes: [sha256(loader)], styleHashes: [sha256(css)] };
  const { title, description, noScript } = module.ABOUT;
  const page = fill(fromRoot(html, root), {
    '%LANGUAGE%': language,
    '%DIRECTION%': directionOf(language),
    '%TITLE%': title,
    '%DESCRIPTION%': description,
    '<!--share-->': shareTags(title, description, root),
    '<!--addresses-->': addresses(language, root),
    '%NOSCRIPT%': noScript,
    '%UNREACHABLE%': module.TROUBLE.unreachable,
    '%TRY_AGAIN%': module.TRY_AGAIN,
    '<!--policy-->': metaElement(pagePolicy(hashes), config.url),
    '<!--drawings-->': module.drawings(),
    '<!--screen-->': module.form(config.madeIn ?? module.MADE_IN),
    '<!--languages-->': isEnglish ? linksToLanguages() : LINK_TO_ENGLISH,
    [`id="${PAGE_CONFIG_ELEMENT}">{}`]: `id="${PAGE_CONFIG_ELEMENT}">${scriptSafe(config)}`,
  });
  writeFileSync(file, page);
  mkdirSync(join(outDir, 'privacy'));
  const template = readFileSync(join(WEB, 'privacy', 'template.html'), 'utf8');
  const privacy = fill(fromRoot(template, `../${isEnglish ? '' : root}`), {
    '%LANGUAGE%': language,
    '%DIRECTION%': directionOf(language),
    '%POLICY%': metaElement(documentPolicy(hashes)),
    '%TITLE%': module.privacyTitle,
    '%STYLE%': css,
    '<!--drawings-->': module.drawings(),
    '%CONTENT%': module.privacy(config.url && new URL(config.url).origin),
  });
  writeFileSync(join(outDir, 'privacy', 'index.html'), privacy);
  return hashes;
}

/** Each import of an English text becomes that of the language: no script contains two. Styles are replaced in the same way. */
const ownOf = (language: string) => [
  { find: /^#languages\/en\//, replacement: `${join(LANGUAGE_FOLDER, language)}/` },
  ...(language === 'en'
    ? []
    : [{ find: './style/screen.css', replacement: join(WEB, 'style', 'languages.css') }]),
];

/** Open Graph: the preview of a shared link. Our server makes the picture's address absolute, too (page.ts). */
function shareTags(title: string, description: string, root: string): string {
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:image': `${root}share.png`,
  };
  return Object.entries(properties)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .concat('<meta name="twitter:card" content="summary_large_image">')
    .join('');
}

/** The one style sheet goes into the page: the first paint then needs no other request. */
function inlineStyles(html: string, outDir: string): { html: string; css: string } {
  const link = /<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+\.css)"[^>]*>/.exec(html);
  if (!link?.[1]) throw new Error('index.html has no style sheet.');
  const path = join(outDir, link[1]);
  const css = readFileSync(path, 'utf8').trim();
  rmSync(path);
  return { html: html.replace(link[0], () => `<style>${css}</style>`), css };
}

/** The page contains one script, which requests the main one. */
function loadAfterPaint(html: string): { html: string; loader: string } {
  const tag =
    /[ \t]*<script type="module"[^>]*src="(\.\/assets\/[^"]+\.js)"[^>]*><\/script>\n/.exec(html);
  if (!tag?.[1]) throw new Error('index.html has no script.');
  const loader = loaderOf(tag[1]);
  const script = `  <script>${loader}</script>\n  </body>`;
  return { html: html.replace(tag[0], '').replace('</body>', () => script), loader };
}

/** Each placeholder occurs exactly once. */
function fill(html: string, values: Record<string, string>): string {
  let filled = html;
  for (const [placeholder, value] of Object.entries(values)) {
    const [before, after, ...more] = filled.split(placeholder);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`index.html must have ${placeholder} exactly once.`);
    }
    filled = before + value + after;
  }
  return filled;
}
