/** The allowed import directions between the folders of the server. */

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const SERVICES = '^src/(auth|rest|functions)/';
const stages = ['parse', 'permit', 'plan', 'sql', 'execute', 'respond'];

/** Each stage of the data API may import the stages before it, never one behind it. */
const stageRules = stages
  .slice(0, -1)
  .map((stage, place) =>
    forbid(
      `rest-${stage}-looks-ahead`,
      'The data API flows parse → permit → plan → sql → execute → respond.',
      { path: `^src/rest/${stage}/` },
      { path: `^src/rest/(${stages.slice(place + 1).join('|')})/` },
    ),
  );

/** The auth service's rooms from the ground up: each may import those before it, features may import all three. */
const authFloors = ['kernel', 'accounts', 'sessions'];
const authRules = [
  ...authFloors.map((floor, place) =>
    forbid(
      `auth-${floor}-looks-up`,
      'kernel < accounts < sessions < features.',
      { path: `^src/auth/${floor}/` },
      {
        path: '^src/auth/',
        pathNot: `^src/auth/(${authFloors.slice(0, place + 1).join('|')})/`,
      },
    ),
  ),
  forbid(
    'auth-feature-apart',
    'A feature of auth imports kernel, accounts and sessions, and no other feature.',
    { path: '^src/auth/([^/]+)/', pathNot: `^src/auth/(${authFloors.join('|')})/` },
    { path: '^src/auth/', pathNot: `^src/auth/($1|${authFloors.join('|')})/` },
  ),
  forbid(
    'auth-rules-are-pure',
    'Rules know no HTTP, no SQL and no clock: they import rules and errors.',
    { path: '^src/auth/.+\\.rules\\.ts$' },
    {
      path: '^src/|node_modules/(fastify|pg)/',
      pathNot:
        '\\.rules\\.ts$|^src/auth/kernel/errors\\.ts$|^src/configuration/user-error\\.ts$|^src/configuration/config-toml/duration\\.ts$',
    },
  ),
  forbid(
    'auth-store-is-sql',
    'A store knows the database and the rules whose rows it keeps.',
    { path: '^src/auth/.+\\.store\\.ts$' },
    {
      path: '^src/',
      pathNot: '\\.(rules|store)\\.ts$|^src/database/|^src/auth/kernel/(errors|webauthn)\\.ts$',
    },
  ),
];

export default {
  forbidden: [
    forbid('no-cycles', 'A circle of imports has no beginning to read from.', {}, { circular: true }),
    forbid(
      'server-stands-alone',
      'The server serves any project with a supabase/ folder.',
      { path: '^(src|tests|testkit)/' },
      { path: '^\\.\\./', pathNot: 'node_modules/' },
    ),
    forbid(
      'server-tests-are-black-box',
      "The server's tests know addresses only; one program of the test kit starts the server, and one file renders its mails.",
      {
        path: '^test(s|kit)/',
        pathNot: '^(tests/(fixtures|golden)/|testkit/(servers/main|mail/rendered-mails)\\.ts$)',
      },
      { path: '^src/' },
    ),
    forbid(
      'service-apart',
      'A service imports no other service.',
      { path: SERVICES },
      { path: SERVICES, pathNot: '^src/$1/' },
    ),
    forbid(
      'queue-stands-alone',
      'The queue knows nothing of what runs in it.',
      { path: '^src/queue/' },
      { path: '^src/', pathNot: '^src/queue/' },
    ),
    forbid(
      'ground-floor',
      'Gateway, mail and database know no service.',
      { path: '^src/(gateway|mail|database)/' },
      { path: SERVICES },
    ),
    forbid(
      'configuration-is-the-ground',
      'Configuration is read before anything else lives.',
      { path: '^src/configuration/' },
      { path: '^src/', pathNot: '^src/configuration/' },
    ),
    forbid(
      'app-is-the-top',
      'main, serve and app are the top.',
      {
        path: '^',
        pathNot: '^(src/(main|serve|app|entries/server|commands/.*)|testkit/servers/main)\\.ts$',
      },
      { path: '^src/(main|serve|app)\\.ts$' },
    ),
    ...stageRules,
    ...authRules,
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
