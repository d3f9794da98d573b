import { Validator } from '@seriousme/openapi-schema-validator';
import { signToken } from '@solostead/server-testkit/identity/token';
import { type Ask, describe, expect, it, type Lab } from './fixtures.ts';

describe('GET / describes the API in OpenAPI 2.0', () => {
  it('is valid, with names that its references have to escape', async ({ lab }) => {
    const document = await describeLab(lab);
    const { valid, errors } = await new Validator().validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has the schema’s comment as title, and its own base path', async ({ lab }) => {
    expect(await describeLab(lab)).toMatchObject({
      swagger: '2.0',
      info: { title: 'The lab', description: 'All that the tests ask for' },
      basePath: '/rest/v1',
    });
  });

  it('describes a table’s columns: types, defaults, lengths, keys, comments', async ({ lab }) => {
    const { definitions } = await describeLab(lab);
    expect(definitions['tasks']).toMatchObject({
      type: 'object',
      required: ['id', 'name', 'created_at'],
      properties: {
        id: {
          type: 'integer',
          format: 'integer',
          description: 'Note:\nThis is a Primary Key.<pk/>',
        },
        name: { type: 'string', format: 'text', default: 'unnamed', description: 'What it is called' },
        project_id: {
          description: "Note:\nThis is a Foreign Key to `projects.id`.<fk table='projects' column='id'/>",
        },
        created_at: { type: 'string', format: 'timestamp with time zone' },
      },
    });
    expect(definitions['coded']!.properties).toMatchObject({
      code: { type: 'string', format: 'character varying', maxLength: 12, default: 'none' },
      letters: { format: 'character', maxLength: 3 },
      size: { type: 'number', default: 1.5 },
    });
    expect(definitions['projects']!.properties).toMatchObject({
      tags: { type: 'array', items: { type: 'string' }, format: 'text[]' },
      mood: { enum: ['calm', 'busy'], format: 'lab.mood' },
      done: { type: 'integer', format: 'integer' },
    });
    expect(definitions['projects']!.properties['meta']).toEqual({ format: 'jsonb' });
  });

  it('lists the methods of a table, and of a view that is read only', async ({ lab }) => {
    const { paths } = await describeLab(lab);
    expect(paths['/tasks']!['get']).toMatchObject({ summary: 'Tasks', description: 'What is to be done' });
    expect(Object.keys(paths['/tasks']!)).toEqual(['get', 'post', 'patch', 'delete']);
    expect(Object.keys(paths['/task_counts']!)).toEqual(['get']);
    expect(paths['/tasks']!['get']!.parameters[0]).toEqual({ $ref: '#/parameters/rowFilter.tasks.id' });
  });

  it('lists the methods of functions, with GET if they change nothing', async ({ lab }) => {
    const { paths } = await describeLab(lab);
    expect(Object.keys(paths['/rpc/nothing']!)).toEqual(['post']);
    expect(paths['/rpc/add']!['get']).toMatchObject({
      tags: ['(rpc) add'],
      summary: 'A sum',
      parameters: [
        { name: 'a', required: true, in: 'query', type: 'integer' },
        { name: 'b', required: false },
      ],
    });
    expect(paths['/rpc/total']!['get']!.parameters[0]).toMatchObject({
      type: 'array',
      items: { type: 'integer' },
      collectionFormat: 'multi',
    });
    expect(paths['/rpc/coded']).toBeDefined();
    expect(paths['/rpc/initial']).toBeUndefined();
  });

  it('leaves out partitions', async ({ lab }) => {
    const { definitions } = await describeLab(lab);
    expect(Object.keys(definitions)).toContain('readings');
    expect(Object.keys(definitions)).not.toContain('readings_2025');
  });
});

describe('GET / hides', () => {
  it('relations that the caller’s role may not use', async ({ lab }) => {
    const { text } = await lab.ask('/');
    expect(text).not.toContain('secrets');
    expect(text).not.toContain('for_staff');
    const ofStaff = await describeLab(lab, { token: signToken({ role: 'service_role' }) });
    expect(Object.keys(ofStaff.definitions)).toContain('for_staff');
  });
});

describe('requests to /', () => {
  it('are answered as application/openapi+json, HEAD without a body', async ({ lab }) => {
    for (const accept of ['application/json', 'application/openapi+json', '*/*', 'text/html, */*;q=0.8']) {
      const { status, headers } = await lab.ask('/', { headers: { accept } });
      expect([status, headers.get('content-type')], accept).toEqual([
        200,
        'application/openapi+json; charset=utf-8',
      ]);
    }
    const { status, text, headers } = await lab.ask('', { method: 'HEAD' });
    expect([status, text, headers.get('content-profile')]).toEqual([200, '', 'lab']);
  });

  it.for<readonly [string, Ask, number, string]>([
    ['another format', { headers: { accept: 'text/csv' } }, 406, 'PGRST107'],
    ['a write', { method: 'POST', body: {} }, 405, 'PGRST117'],
    ['a schema that is not exposed', { schema: 'auth' }, 406, 'PGRST106'],
  ])('with %s are refused', async ([_title, request, wanted, code], { lab }) => {
    const { status, body } = await lab.ask('/', request);
    expect([status, body.code]).toEqual([wanted, code]);
  });
});

type Schema = Readonly<Record<string, unknown>>;
interface Operation {
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters: readonly Schema[];
  readonly responses: Schema;
}
interface Document {
  readonly info: Schema;
  readonly basePath: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly definitions: Readonly<
    Record<string, Schema & { readonly properties: Readonly<Record<string, Schema>> }>
  >;
}

const describeLab = async (lab: Lab, request: Ask = {}) =>
  (await lab.ask('/', request)).body as unknown as Document;
