/** The allowed import directions between folders. README.md has the map. */

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const SERVICES = '^server/src/(auth|rest|functions)/';
const FEATURES = '^site/src/(landing|case-study|application|admin)/';
const stages = ['parse', 'permit', 'plan', 'sql', 'execute', 'respond'];
const CONTRACT = '^supabase/functions/_shared/contract/';

/** Each stage of the data API may import the stages before it, never one behind it. */
const stageRules = stages
  .slice(0, -1)
  .map((stage, place) =>
    forbid(
      `rest-${stage}-looks-ahead`,
      'The data API flows parse → permit → plan → sql → execute → respond.',
      { path: `^server/src/rest/${stage}/` },
      { path: `^server/src/rest/(${stages.slice(place + 1).join('|')})/` },
    ),
  );

/** The auth service's rooms from the ground up: each may import those before it, features may import all three. */
const authFloors = ['kernel', 'accounts', 'sessions'];
const authRules = [
  ...authFloors.map((floor, place) =>
    forbid(
      `auth-${floor}-looks-up`,
      'kernel < accounts < sessions < features.',
      { path: `^server/src/auth/${floor}/` },
      {
        path: '^server/src/auth/',
        pathNot: `^server/src/auth/(${authFloors.slice(0, place + 1).join('|')})/`,
      },
    ),
  ),
  forbid(
    'auth-feature-apart',
    'A feature of auth imports kernel, accounts and sessions, and no other feature.',
    { path: '^server/src/auth/([^/]+)/', pathNot: `^server/src/auth/(${authFloors.join('|')})/` },
    { path: '^server/src/auth/', pathNot: `^server/src/auth/($1|${authFloors.join('|')})/` },
  ),
  forbid(
    'auth-rules-are-pure',
    'Rules know no HTTP, no SQL and no clock: they import rules and errors.',
    { path: '^server/src/auth/.+\\.rules\\.ts$' },
    {
      path: '^server/src/|node_modules/(fastify|pg)/',
      pathNot:
        '\\.rules\\.ts$|^server/src/auth/kernel/errors\\.ts$|^server/src/configuration/user-error\\.ts$|^server/src/configuration/config-toml/duration\\.ts$',
    },
  ),
  forbid(
    'auth-store-is-sql',
    'A store knows the database and the rules whose rows it keeps.',
    { path: '^server/src/auth/.+\\.store\\.ts$' },
    {
      path: '^server/src/',
      pathNot: '\\.(rules|store)\\.ts$|^server/src/database/|^server/src/auth/kernel/(errors|webauthn)\\.ts$',
    },
  ),
];

/** The zones of the review area from the ground up; a screen is apart from the others, and only `AdminArea` enters by `workspace/`. */
const REVIEW = '^site/src/admin/review/';
const reviewRules = [
  forbid(
    'review-kernel-looks-up',
    'kernel < shared, moves < screens < workspace.',
    { path: `${REVIEW}kernel/` },
    { path: REVIEW, pathNot: `${REVIEW}kernel/` },
  ),
  forbid(
    'review-feature-apart',
    'A shared feature imports kernel and shared/person, and no other one.',
    { path: `${REVIEW}shared/([^/]+)/` },
    { path: REVIEW, pathNot: `${REVIEW}(kernel|shared/(person|$1))/` },
  ),
  forbid(
    'review-moves-look-up',
    'kernel < moves < screens < workspace.',
    { path: `${REVIEW}moves/` },
    { path: REVIEW, pathNot: `${REVIEW}(kernel|moves)/` },
  ),
  forbid(
    'review-screen-apart',
    'A screen imports kernel, shared and moves, and no other screen.',
    { path: `${REVIEW}screens/([^/]+)/` },
    { path: REVIEW, pathNot: `${REVIEW}(kernel|shared|moves|screens/$1)/` },
  ),
  forbid(
    'review-has-five-zones',
    'A file of the review is in kernel, a feature of shared, moves, a screen or workspace.',
    { path: REVIEW, pathNot: `${REVIEW}(kernel|shared/[^/]+|moves|screens/[^/]+|workspace)/` },
    {},
  ),
  forbid(
    'review-entered-by-workspace',
    'The admin area opens the review; nothing of the review is read elsewhere.',
    { path: '^site/src/admin/', pathNot: `${REVIEW}|^site/src/admin/AdminArea\\.tsx$|\\.test\\.ts$` },
    { path: REVIEW },
  ),
];

export default {
  forbidden: [
    forbid('no-cycles', 'A circle of imports has no beginning to read from.', {}, { circular: true }),
    forbid(
      'site-apart-from-server',
      'The site knows only the wire and the contract of an application.',
      { path: '^site/' },
      { path: '^(server|lab|supabase|tests|bench)/', pathNot: CONTRACT },
    ),
    forbid(
      'server-knows-no-lab',
      'The server serves any project with a supabase/ folder.',
      { path: '^server/' },
      { path: '^(lab|site|supabase|tests|bench|scripts)/' },
    ),
    forbid(
      'lab-apart-from-site',
      'The lab composes the server; pages reach it as files.',
      { path: '^lab/' },
      { path: '^(site|tests|bench)/' },
    ),
    forbid(
      'tests-are-black-box',
      "Tests know addresses, the contract and the helpers of the server's tests only.",
      { path: '^(tests|bench)/' },
      { path: '^(site|server|lab)/', pathNot: '^server/(testkit|src/entries)/' },
    ),
    forbid(
      'server-by-name',
      'The rest of the repository imports the entries of @solostead/server and its test kit by name, scripts server/start.mjs.',
      { path: '^(site|lab|tests|bench|deploy|supabase|scripts)/' },
      {
        path: '^server/',
        pathNot: '^server/start\\.mjs$',
        dependencyTypesNot: ['aliased-workspace', 'undetermined'],
      },
    ),
    forbid(
      'server-tests-are-black-box',
      "The server's tests know addresses only; one program of the test kit starts the server, and one file renders its mails.",
      {
        path: '^server/test(s|kit)/',
        pathNot: '^server/(tests/(fixtures|golden)/|testkit/(servers/main|mail/rendered-mails)\\.ts$)',
      },
      { path: '^server/src/' },
    ),
    forbid(
      'contract-stands-alone',
      'The contract is data and pure functions, without dependencies, that every room but the server may import.',
      { path: CONTRACT, pathNot: '\\.test\\.ts$' },
      { pathNot: CONTRACT },
    ),
    forbid(
      'functions-are-portable',
      'Functions run on Supabase too.',
      { path: '^supabase/', pathNot: '\\.test\\.ts$' },
      { path: '^(site|server|lab|tests|bench)/' },
    ),
    forbid(
      'service-apart',
      'A service imports no other service.',
      { path: SERVICES },
      { path: SERVICES, pathNot: '^server/src/$1/' },
    ),
    forbid(
      'queue-stands-alone',
      'The queue knows nothing of what runs in it.',
      { path: '^server/src/queue/' },
      { path: '^server/src/', pathNot: '^server/src/queue/' },
    ),
    forbid(
      'ground-floor',
      'Gateway, mail and database know no service.',
      { path: '^server/src/(gateway|mail|database)/' },
      { path: SERVICES },
    ),
    forbid(
      'configuration-is-the-ground',
      'Configuration is read before anything else lives.',
      { path: '^server/src/configuration/' },
      { path: '^server/src/', pathNot: '^server/src/configuration/' },
    ),
    forbid(
      'app-is-the-top',
      'main, serve and app are the top.',
      {
        path: '^server/',
        pathNot: '^server/(src/(main|serve|app|entries/server|commands/.*)|testkit/servers/main)\\.ts$',
      },
      { path: '^server/src/(main|serve|app)\\.ts$' },
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
    ...authRules,
    ...reviewRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.astro|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'types', 'default'],
    },
  },
};
