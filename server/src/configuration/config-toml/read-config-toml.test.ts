import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { absentFeatures } from './absent-features.ts';
import { readConfigToml } from './read-config-toml.ts';

const directory = newFolder(afterAll);

function read(toml: string, environment: Record<string, string> = {}) {
  const path = join(directory, 'config.toml');
  writeFileSync(path, toml);
  return readConfigToml(path, environment);
}

test('uses the defaults of the Supabase CLI if the file is missing', () => {
  const { project_id, api, auth, functions } = readConfigToml(join(directory, 'missing.toml'), {});
  expect({ project_id, api, functions }).toEqual({
    project_id: 'supabase',
    api: {
      enabled: undefined,
      port: 54321,
      schemas: ['public'],
      extra_search_path: ['public', 'extensions'],
      max_rows: 1000,
      auto_expose_new_tables: true,
      external_url: '',
    },
    functions: {},
  });
  expect(auth).toMatchObject({ jwt_expiry: 3600, enable_signup: true });
  expect(auth.email).toMatchObject({ otp_length: 6, otp_expiry: 3600, max_frequency: 1_000 });
  expect(auth.email).toMatchObject({ enable_confirmations: false, secure_password_change: false });
  expect(auth.rate_limit).toMatchObject({ sign_in_sign_ups: 30, token_refresh: 150 });
});

test('a missing file that SUPABASE_CONFIG names is refused', () => {
  const path = join(directory, 'conifg.toml');
  expect(() => readConfigToml(path, { SUPABASE_CONFIG: path })).toThrow(
    /names .+conifg\.toml, which does not exist/,
  );
});

test.each([
  ['[api]\nmax_rows = -1', 'api.max_rows'],
  ['[api]\nmax_rows = "many"', 'api.max_rows'],
  ['[api]\nschemas = []', 'api.schemas'],
  ['[api]\nenabled = false', 'api.enabled'],
  ['[auth]\nenabled = false', 'auth.enabled'],
  ['[auth]\njwt_expiry = 0', 'auth.jwt_expiry'],
  ['[auth]\njwt_expiry = 604801', 'auth.jwt_expiry'],
  ['[auth]\nminimum_password_length = 5', 'auth.minimum_password_length'],
  ['[auth]\nminimum_password_length = 73', 'auth.minimum_password_length'],
  ['[auth]\nenable_signup = "yes"', 'auth.enable_signup'],
  ['[auth.email]\notp_length = 11', 'auth.email.otp_length'],
  ['[auth.email]\notp_expiry = 59', 'auth.email.otp_expiry'],
  ['[auth.email]\nmax_frequency = "soon"', 'auth.email.max_frequency'],
  ['[auth.email.template.greeting]\nsubject = "Hi"', 'auth.email.template'],
  ['[auth.sessions]\ntimebox = "1 day"', 'auth.sessions.timebox'],
  ['[auth.mfa]\nmax_enrolled_factors = 31', 'auth.mfa.max_enrolled_factors'],
  ['[auth.mfa.phone]\nenroll_enabled = true\notp_length = 8', 'auth.mfa.phone.otp_length'],
  ['[auth.rate_limit]\nweb3 = 0', 'auth.rate_limit.web3'],
  ['[auth.sms.twilio]\nenabled = true', 'auth.sms.twilio'],
  ['[functions.greet]\nverify_jwt = "no"', 'functions.greet.verify_jwt'],
  // A feature that is asked for must not be silently absent.
  ['[auth.captcha]\nenabled = true', 'auth.captcha.enabled'],
  ['[auth.hook.send_email]\nenabled = true', 'auth.hook.send_email.enabled'],
  ['[auth.mfa.phone]\nverify_enabled = true\nmax_frequency = "10s"', 'auth.mfa.phone.max_frequency'],
  [
    '[auth.hook.custom_access_token]\nuri = "pg-functions://postgres/x/y"',
    'auth.hook.custom_access_token.uri',
  ],
  [
    '[auth.mfa.phone]\nenroll_enabled = true\nmax_frequency = "10s"\notp_length = 6',
    'auth.mfa.phone.max_frequency',
  ],
  ['[auth.mfa.recovery_codes]\ncount = 20', 'auth.mfa.recovery_codes.count'],
  ['[auth.sms]\nprovider = "vonage"', 'auth.sms.provider'],
  ['[auth.email.smtp]\nenabled = true', 'auth.email.smtp'],
  ['[auth]\njwt_secret = "short"', 'auth.jwt_secret'],
  ['[auth]\nsite_url = "not an address"', 'auth.site_url'],
  ['[auth]\nsite_url = "localhost:3000"', 'auth.site_url'],
  ['[auth]\npassword_requirements = "strong"', 'auth.password_requirements'],
  ['project_id = ""', 'project_id'],
  ['[auth.external.google]\nenabled = true\nclient_id = "x"\nscopes = "x"', 'auth.external.google.scopes'],
  ['[auth.external_extra]\nurl = "https://a.example"', 'auth.external_extra.url'],
])('%j is refused in one sentence that names %s', (toml, name) => {
  const prefix = `${name} in supabase/config.toml is wrong: `;
  expect(() => read(toml)).toThrow(new RegExp(`^${prefix.replaceAll('.', '\\.')}[^\\n]+[^.]\\.$`));
});

test.each([
  '[auth.captcha]\nenabled = false\nprovider = "hcaptcha"',
  '[auth.hook.send_email]\nenabled = false\nuri = "pg-functions://postgres/x/y"',
  '[auth]\nsomething_new = false',
  '[auth.captcha]\nenabled = "false"',
  '[auth.mfa.phone]\nenroll_enabled = false\ntemplate = "{{ .Code }} is your code"\nmax_frequency = "10s"',
  '[auth.oauth_server]\nenabled = false\nallow_dynamic_registration = true\nauthorization_url_path = "/oauth/consent"',
  '[auth.third_party.firebase]\nenabled = false\nproject_id = "x"',
  '[auth.external.apple]\nenabled = false\nsomething_new = "x"',
  '[auth.mfa.recovery_codes]\nenroll_enabled = true\nverify_enabled = true',
  '[auth]\nsomething_new = []',
  '[api]\ntls = { enabled = false }',
])('an unknown feature that is off is accepted: %j', (toml) => {
  expect(() => read(toml)).not.toThrow();
});

test('refuses an invalid TOML file with the line and the reason', () => {
  expect(() => read('[auth\nsite_url = ')).toThrow(
    /^supabase\/config\.toml cannot be read in line 1: [^\n]+\.$/,
  );
  expect(() => read('[auth]\nenabled = true\nenabled = true')).toThrow(
    /^supabase\/config\.toml cannot be read in line 3: [^\n]+\.$/,
  );
  expect(() => read('[auth', { SUPABASE_CONFIG: 'other.toml' })).toThrow(
    /^\/.+\.toml, which SUPABASE_CONFIG names, cannot be read in line 1: [^\n]+\.$/,
  );
});

test('replaces env(NAME) with the variable, or with nothing if it is not set', () => {
  const toml = `[auth]\nsite_url = "env(PLACE)"\nadditional_redirect_urls = ["env(PLACE)", "env(OTHER)"]
[edge_runtime.secrets]\nTOKEN = "env(TOKEN)"\nPLAIN = "not env(TOKEN)"`;
  const { auth, edge_runtime } = read(toml, { PLACE: 'https://a.example', TOKEN: 't' });
  expect(auth.site_url).toBe('https://a.example');
  expect(auth.additional_redirect_urls).toEqual(['https://a.example', '']);
  expect(edge_runtime.secrets).toEqual({ TOKEN: 't', PLAIN: 'not env(TOKEN)' });
});

test.each([
  [
    '[auth.external.github]\nenabled = true\nclient_id = "env(GH_ID)"\nsecret = "env(GH_SECRET)"',
    'auth.external.github in supabase/config.toml is off, because GH_ID and GH_SECRET are not set.',
  ],
  [
    '[auth.external.keycloak]\nenabled = true\nclient_id = "a"\nsecret = "b"\nurl = "env(KEYCLOAK)"',
    'auth.external.keycloak in supabase/config.toml is off, because KEYCLOAK is not set.',
  ],
  [
    '[auth.external.azure]\nenabled = "env(AZURE)"',
    'auth.external.azure in supabase/config.toml is off, because AZURE is not set.',
  ],
  [
    '[auth.sms.twilio]\nenabled = true\naccount_sid = "a"\nmessage_service_sid = "b"\nauth_token = "env(TOKEN)"',
    'auth.sms.twilio in supabase/config.toml is off, because TOKEN is not set.',
  ],
  [
    '[auth.email.smtp]\nhost = "mail.example.org"\nadmin_email = "a@example.org"\npass = "env(PASS)"\nport = "env(MAIL_PORT)"',
    'auth.email.smtp in supabase/config.toml is off, because PASS and MAIL_PORT are not set.',
  ],
])('switches off what needs a variable that is not set: %s', (toml, sentence) => {
  const { auth, switchedOff } = read(toml);
  expect(switchedOff).toEqual([sentence]);
  expect(Object.values(auth.external).some(({ enabled }) => enabled)).toBe(false);
  expect([auth.sms.twilio?.enabled, auth.email.smtp?.enabled]).not.toContain(true);
});

test.each([
  '[auth.external.github]\nenabled = false\nclient_id = "env(GH_ID)"',
  '[auth.external.github]\nenabled = "env(NO)"\nclient_id = "env(GH_ID)"',
  '[auth.external.google]\nenabled = true\nclient_id = "a"\nsecret = "env(SECRET)"',
  '[studio]\nenabled = true\nopenai_api_key = "env(OPENAI_API_KEY)"',
  '[auth]\nsite_url = "env(SITE)"\n[edge_runtime.secrets]\nTOKEN = "env(TOKEN)"',
])('warns of no variable that switches nothing off: %s', (toml) => {
  expect(read(toml, { NO: 'false' }).switchedOff).toEqual([]);
});

test('names the variable of a setting that cannot be empty', () => {
  expect(() => read('[auth]\nenable_signup = "env(OPEN)"')).toThrow(
    'auth.enable_signup in supabase/config.toml is wrong: the variable OPEN is not set.',
  );
});

test('reads the number or boolean that env(NAME) names', () => {
  const toml =
    '[auth]\njwt_expiry = "env(EXPIRY)"\nenable_signup = "env(OPEN)"\n[functions.greet]\nverify_jwt = "env(OPEN)"';
  const { auth, functions } = read(toml, { EXPIRY: '060', OPEN: 'false' });
  expect([auth.jwt_expiry, auth.enable_signup, functions['greet']?.verify_jwt]).toEqual([60, false, false]);
});

test('accepts what `supabase functions new` writes', () => {
  const { functions } = read(
    '[functions.greet]\nenabled = true\nverify_jwt = false\nimport_map = "./functions/greet/deno.json"\n' +
      'entrypoint = "./functions/greet/index.ts"\nstatic_files = [ "./functions/greet/*.html" ]',
  );
  expect(functions['greet']).toMatchObject({ verify_jwt: false, entrypoint: './functions/greet/index.ts' });
});

test('reads durations in milliseconds, and `enabled` in the syntax of earlier CLIs', () => {
  const { auth } = read(
    '[auth.email]\nenabled = false\nmax_frequency = "1m30s"\n[auth.sessions]\ntimebox = "24h0m0s"',
  );
  expect([auth.email.enable_signup, auth.email.max_frequency]).toEqual([false, 90_000]);
  expect(auth.sessions).toEqual({ timebox: 86_400_000 });
});

test('names the unsupported features that are switched on, each with a workaround', () => {
  const settings = read(
    '[realtime]\nenabled = true\n[storage]\nenabled = false\n[auth]\nsigning_keys_path = "./keys.json"\n' +
      '[auth.oauth_server]\nenabled = false\nauthorization_url_path = "/oauth/consent"\n' +
      '[auth.mfa.phone]\nmax_frequency = "5s"\n[auth.sms.vonage]\nenabled = true\n[db.pooler]\nenabled = true',
  );
  const names = absentFeatures(settings).map((feature) => feature.split(': ')[0]);
  expect(names).toEqual(['realtime', 'db.pooler', 'auth.signing_keys_path', 'auth.sms.vonage']);
});
