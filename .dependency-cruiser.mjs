/** The directions in which rooms may import; the map stands in README.md. */

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const SERVICES = '^backend/src/(auth|rest|functions)/';
const FEATURES = '^site/src/(landing|case-study|application|admin)/';
const STAGES = ['parse', 'plan', 'sql', 'execute', 'respond'];

/** Each stage of the data API may import the stages before it, never one behind it. */
const stageRules = STAGES.slice(0, -1).map((stage, place) =>
  forbid(
    `rest-${stage}-looks-ahead`,
    'The data API flows parse → plan → sql → execute → respond.',
    { path: `^backend/src/rest/${stage}/` },
    { path: `^backend/src/rest/(${STAGES.slice(place + 1).join('|')})/` },
  ),
);

export default {
  forbidden: [
    forbid('no-cycles', 'A circle of imports has no beginning to read from.', {}, { circular: true }),
    forbid(
      'site-apart-from-backend',
      'The site knows only the wire.',
      { path: '^site/' },
      { path: '^(backend|supabase|tests|bench)/' },
    ),
    forbid(
      'backend-apart-from-site',
      'The server serves any site.',
      { path: '^backend/' },
      { path: '^(site|tests|bench)/' },
    ),
    forbid(
      'tests-are-black-box',
      'Tests know addresses only.',
      { path: '^(tests|bench)/' },
      { path: '^(site|backend)/' },
    ),
    forbid(
      'functions-are-portable',
      'Functions run on Supabase too.',
      { path: '^supabase/' },
      { path: '^(site|backend|tests)/' },
    ),
    forbid(
      'service-apart',
      'A service imports no other service.',
      { path: SERVICES },
      { path: SERVICES, pathNot: '^backend/src/$1/' },
    ),
    forbid(
      'ground-floor',
      'Gateway, mail and database know no service.',
      { path: '^backend/src/(gateway|mail|database)/' },
      { path: SERVICES },
    ),
    forbid(
      'configuration-is-the-ground',
      'Configuration is read before anything else lives.',
      { path: '^backend/src/(configuration/|config\\.ts$)' },
      { path: '^backend/src/', pathNot: '^backend/src/(configuration/|config\\.ts$|user-error\\.ts$)' },
    ),
    forbid(
      'nobody-imports-main',
      'main and app are the top.',
      { pathNot: '^backend/src/(main|app|commands/.*)\\.ts$' },
      { path: '^backend/src/(main|app)\\.ts$' },
    ),
    forbid(
      'domain-is-pure',
      'Rules know no HTTP, no SQL and no clock.',
      { path: '^backend/src/auth/domain/', pathNot: '\\.test\\.ts$' },
      {
        path: '^backend/src/(gateway|database|mail)/|^backend/src/auth/(handlers|store|request|steps|machinery)|node_modules/(fastify|pg)/',
      },
    ),
    forbid(
      'feature-apart',
      'A feature imports no other feature.',
      { path: FEATURES },
      { path: FEATURES, pathNot: '^site/src/$1/' },
    ),
    forbid(
      'ui-has-no-domain',
      'Primitives know no feature.',
      { path: '^site/src/(ui|supabase)/' },
      { path: '^site/src/(landing|case-study|application|admin|pages|layouts|content)/' },
    ),
    forbid(
      'content-is-handed-down',
      'Only pages and the landing page read content.',
      { path: '^site/src/(case-study|application|admin)/' },
      { path: '^site/src/content/', dependencyTypesNot: ['type-only'] },
    ),
    ...stageRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.astro|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'] },
  },
};
