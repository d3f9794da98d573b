import { readFileSync } from 'node:fs';
import { isUuid } from '../auth/kernel/entities/account.rules.ts';
import { AuthError } from '../auth/kernel/errors.ts';
import { ssoProviderBody, ssoProviderFacts, type SsoProviderBody } from '../auth/saml/sso-provider-input.ts';
import type { SsoProviderRow } from '../auth/saml/sso-provider-json.rules.ts';
import * as store from '../auth/saml/sso-providers.store.ts';
import { readConfig } from '../configuration/config.ts';
import type { Dated } from '../database/rows.ts';
import { defineCommand } from './define-command.ts';
import { withDatabases } from './with-databases.ts';
import { UserError } from '../configuration/user-error.ts';

type Action = (db: Dated, body: SsoProviderBody, id: string) => Promise<string>;

const list: Action = async (db) => {
  const providers = await store.listSsoProviders(db);
  return providers.length === 0 ? 'There is no identity provider yet.' : providers.map(line).join('\n');
};

const add: Action = async (db, body) => {
  const id = await store.insertSsoProvider(db, await ssoProviderFacts(db, body, null));
  return line((await store.findSsoProvider(db, id))!);
};

const update: Action = async (db, body, id) => {
  const present = await target(db, id);
  await store.updateSsoProvider(db, present.id, await ssoProviderFacts(db, body, present));
  return line((await store.findSsoProvider(db, id))!);
};

const remove: Action = async (db, _body, id) => {
  const { saml } = await target(db, id);
  await store.deleteSsoProvider(db, id);
  return `${saml.entity_id} signs no user in any more.`;
};

async function target(db: Dated, id: string): Promise<SsoProviderRow> {
  const provider = isUuid(id) ? await store.findSsoProvider(db, id) : null;
  if (!provider) throw new UserError(`There is no identity provider ${id}.`);
  return provider;
}

function line({ id, saml, domains, disabled }: SsoProviderRow): string {
  const names = domains.map(({ domain }) => domain).join(', ') || 'no domain';
  return `${id}  ${saml.entity_id}  ${names}${disabled ? '  (disabled)' : ''}`;
}

interface Settings {
  readonly metadata?: string;
  readonly domains?: string;
  readonly mapping?: string;
  readonly disabled?: true;
  readonly enabled?: true;
}

function readBody({ metadata, domains, mapping, disabled, enabled }: Settings): SsoProviderBody {
  const isUrl = /^https?:/.test(metadata ?? '');
  const body = ssoProviderBody.safeParse({
    metadata_url: isUrl ? metadata : undefined,
    metadata_xml: metadata && !isUrl ? readText(metadata) : undefined,
    domains: domains?.split(',').filter(Boolean),
    attribute_mapping: mapping ? readJson(mapping) : undefined,
    disabled: disabled ? true : enabled ? false : undefined,
  });
  if (body.success) return body.data;
  const { path, message } = body.error.issues[0]!;
  if (path[0] === 'attribute_mapping') throw new UserError(`${mapping} is not a mapping as --help shows it.`);
  throw new UserError(`--${path[0] === 'domains' ? 'domains' : 'metadata'}: ${message}.`);
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

async function print(action: Action, id: string, settings: Settings): Promise<void> {
  const body = readBody(settings);
  const config = readConfig();
  const answer = await withDatabases(config, 'sso', ({ owner }) =>
    owner
      .transaction((query) => action({ query, at: new Date() }, body, id))
      .catch((error: unknown) => {
        throw error instanceof AuthError ? new UserError(`${error.message}.`) : error;
      }),
  );
  console.log(answer);
  if (!config.auth.saml.enabled) console.log('SAML is off: set enabled = true in [auth.saml].');
}

export const command = defineCommand('sso').description(
  'Companies whose people sign in through their own identity provider (SAML 2.0). Works whether ' +
    'the server runs or not; [auth.saml] enabled = true in supabase/config.toml switches it on.',
);

const METADATA = "the provider's metadata";
const DOMAINS = 'of the addresses that it signs in: a.example,b.example';
const MAPPING = 'a JSON file: {"keys": {"team": {"name": "their attribute"}}}';

command
  .command('list')
  .description('all providers, with their ids')
  .action(() => print(list, '', {}));
command
  .command('add')
  .description('adds a provider and prints its id')
  .requiredOption('--metadata <FILE|URL>', METADATA)
  .option('--domains <DOMAINS>', DOMAINS)
  .option('--mapping <FILE>', MAPPING)
  .action((settings) => print(add, '', settings));
command
  .command('update')
  .description('changes only the given settings of a provider')
  .argument('<ID>', 'as list prints it')
  .option('--metadata <FILE|URL>', METADATA)
  .option('--domains <DOMAINS>', DOMAINS)
  .option('--mapping <FILE>', MAPPING)
  .option('--disabled', 'lets no user sign in until it is enabled')
  .option('--enabled', 'lets users sign in again')
  .action((id, settings) => print(update, id, settings));
command
  .command('remove')
  .description('removes a provider')
  .argument('<ID>', 'as list prints it')
  .action((id) => print(remove, id, {}));
