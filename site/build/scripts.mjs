import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Modules that the entry scripts of several pages share. With a copy each, a page's own script is one request. */
const COPIED = /(vite\/preload-helper|keep-first-touch|\/hydrate)(\.js|\.ts)$/;

/** The modules from which the scripts of a first screen are imported. */
const screens = {
  visitors: /_hydrators\/hydrate-(?!admin|login)[\w-]+\.tsx$/,
  login: /_hydrators\/hydrate-login\.tsx$/,
  admin: /_hydrators\/hydrate-admin\.tsx$/,
  review: /admin\/review\/workspace\/Review\.tsx$/,
};

/**
 * Returns the file of a module that first screens import, or null to leave it to the bundler. Divided by the bundler
 * alone, the review list would need 43 files and 125 KB.
 * @param {string} id @param {{ getModuleInfo: import('rolldown').PluginContext['getModuleInfo'] }} graph
 */
function fileOf(id, graph) {
  if (/node_modules\/zod\//.test(id)) return 'zod';
  const above = new Set([id]);
  // Iterating a set includes entries added during the loop.
  for (const each of above) graph.getModuleInfo(each)?.importers.forEach((importer) => above.add(importer));
  const isFor = (/** @type {RegExp} */ screen) => above.values().some((each) => screen.test(each));
  const [login, admin, review] = [isFor(screens.login), isFor(screens.admin), isFor(screens.review)];
  // The little that visitors and members share is in React's file, which both load anyway.
  if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if ((login || admin || review) && isFor(screens.visitors)) return 'react';
  if (login && (admin || review)) return 'sign-in';
  return admin ? 'hydrate-admin' : review ? 'review' : null;
}

/** The client's build. @returns {import('vite').EnvironmentOptions} */
const clientOptions = () => ({
  build: {
    modulePreload: false,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      // Otherwise a file would also take what the imports of its modules need.
      output: { codeSplitting: { groups: [{ name: fileOf, includeDependenciesRecursively: false }] } },
    },
  },
});

/** Divides the scripts, and adds the files of the admin area's first screen to a set. @param {Set<string>} first @returns {import('vite').Plugin} */
const divide = (first) => ({
  name: 'solostead:scripts',
  apply: 'build',
  enforce: 'pre',
  configEnvironment: (name) => (name === 'client' ? clientOptions() : null),
  async resolveId(id, importer = '') {
    if (!COPIED.test(id)) return null;
    const copy = `?for=${importer.replace(/\W+/g, '-')}`;
    if (id.includes('preload-helper')) return `\0vite/preload-helper.js${copy}`;
    const resolved = await this.resolve(id, importer, { skipSelf: true });
    return resolved && `${resolved.id}${copy}`;
  },
  // Vite's own helper around dynamic imports is half as large as all that the landing page may load.
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
  generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return;
    const files = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const { name, fileName } of files)
      if (name === 'hydrate-admin' || name === 'review') first.add(fileName);
    for (const name of first)
      files.find(({ fileName }) => fileName === name)?.imports.forEach((imported) => first.add(imported));
  },
});

/**
 * Divides the scripts into files. The page of the admin area requests those of its first screen in its head, because
 * it would otherwise find them one after the other.
 * @returns {import('astro').AstroIntegration}
 */
export function scripts() {
  /** @type {Set<string>} */
  const first = new Set();
  return {
    name: 'solostead:scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [divide(first)] } }),
      'astro:build:done': ({ dir }) => {
        const page = fileURLToPath(new URL('admin.html', dir));
        const links = [...first].map((name) => `<link rel="modulepreload" href="/${name}">`).join('');
        writeFileSync(page, readFileSync(page, 'utf8').replace('<style>', `${links}<style>`));
      },
    },
  };
}
