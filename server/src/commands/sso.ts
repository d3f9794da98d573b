import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isUuid } from '../auth/kernel/entities/account.rules.ts';
import { AuthError } from '../auth/kernel/errors.ts';
import { ssoProviderBody, ssoProviderFacts, type SsoProviderBody } from '../auth/saml/sso-provider-input.ts';
import type { SsoProviderRow } from '../auth/saml/sso-provider-json.rules.ts';
import {
  deleteSsoProvider,
  findSsoProvider,
  insertSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from '../auth/saml/sso-providers.store.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { Query } from '../database/database.ts';
import { runCommand } from './run-command.ts';
import { withDatabases } from './with-databases.ts';
import { UserError } from '../user-error.ts';

const HELP = `Companies whose people sign in through their own identity provider (SAML 2.0). Works whether the server
runs or not; [auth.saml] enabled = true in supabase/config.toml opens the way.

  npm run sso -- list
  npm run sso -- add --metadata FILE|URL [--domains a.example,b.example] [--mapping FILE]
  npm run sso -- update ID [--metadata FILE|URL] [--domains …] [--mapping FILE] [--disabled | --enabled]
  npm run sso -- remove ID

--mapping is a JSON file: {"keys": {"team": {"name": "their attribute"}}}.`;

const options = {
  metadata: { type: 'string' },
  domains: { type: 'string' },
  mapping: { type: 'string' },
  disabled: { type: 'boolean' },
  enabled: { type: 'boolean' },
} as const;

interface Order {
  readonly id: string;
  readonly body: SsoProviderBody;
  readonly at: Date;
}

type Action = (query: Query, order: Order) => Promise<string>;

const actions: Readonly<Record<string, Action>> = {
  async list(query) {
    const providers = await listSsoProviders(query);
    return providers.length === 0 ? 'There is no identity provider yet.' : providers.map(line).join('\n');
  },
  async add(query, { body, at }) {
    const id = await insertSsoProvider(query, await ssoProviderFacts(query, body, null), at);
    return line((await findSsoProvider(query, id))!);
  },
  async update(query, { id, body, at }) {
    const present = await target(query, id);
    await updateSsoProvider(query, present.id, await ssoProviderFacts(query, body, present), at);
    return line((await findSsoProvider(query, id))!);
  },
  async remove(query, { id }) {
    const { saml } = await target(query, id);
    await deleteSsoProvider(query, id);
    return `${saml.entity_id} signs no user in any more.`;
  },
};

async function target(query: Query, id: string): Promise<SsoProviderRow> {
  const provider = isUuid(id) ? await findSsoProvider(query, id) : null;
  if (!provider) throw new UserError(`There is no identity provider ${id || '(give its id)'}.`);
  return provider;
}

function line({ id, saml, domains, disabled }: SsoProviderRow): string {
  const names = domains.map(({ domain }) => domain).join(', ') || 'no domain';
  return `${id}  ${saml.entity_id}  ${names}${disabled ? '  (disabled)' : ''}`;
}

function readOrder(args: readonly string[]): { name: string; order: Order } {
  const { values, positionals } = parse(args);
  const [name = '', id = ''] = positionals;
  const { metadata } = values;
  const isUrl = /^https?:/.test(metadata ?? '');
  const body = ssoProviderBody.safeParse({
    metadata_url: isUrl ? metadata : undefined,
    metadata_xml: metadata && !isUrl ? readText(metadata) : undefined,
    domains: values.domains?.split(',').filter(Boolean),
    attribute_mapping: values.mapping ? readJson(values.mapping) : undefined,
    disabled: values.disabled ? true : values.enabled ? false : undefined,
  });
  if (!body.success) throw new UserError(`${values.mapping} is not a mapping as --help shows it.`);
  return { name, order: { id, body: body.data, at: new Date(systemClock.now()) } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new UserError(HELP);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UserError(`${path} cannot be read.`);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readText(path));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${path} is not JSON.`);
  }
}

await runCommand(HELP, async (args) => {
  const { name, order } = readOrder(args);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new UserError(HELP);
  const config = readConfig();
  const answer = await withDatabases(config, 'sso', ({ owner }) =>
    owner
      .transaction((query) => action(query, order))
      .catch((error: unknown) => {
        throw error instanceof AuthError ? new UserError(`${error.message}.`) : error;
      }),
  );
  console.log(answer);
  if (!config.auth.saml.enabled) console.log('SAML is off: set enabled = true in [auth.saml].');
});
