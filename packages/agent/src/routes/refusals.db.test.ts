import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { signInAsAdministrator } from '../testing/ask-everything.js'
import { type Answer, type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

const database = `agent_refusals_${process.pid}`
const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')

function buildUrl(url: string, user?: string): string {
  const address = new URL(url)
  address.pathname = database
  if (user) {
    address.username = user
    address.password = 'secret'
  }
  return address.href
}

type Case = readonly [
  method: string,
  path: string,
  attributes: object | undefined,
  status: number,
  code: string,
  detail: RegExp,
]

const buildBody = (attributes: object | undefined) =>
  attributes && { data: { type: 'things', attributes } }

function describeCases(open: () => OpenAgent, cases: readonly Case[]): void {
  it.each(cases)('%s %s %o answers %i', async (method, path, attributes, status, code, detail) => {
    const answer = await open().send(method, path, buildBody(attributes))
    expect(answer).toMatchObject({ status })
    expect(readError(answer)).toMatchObject({ code, detail: expect.stringMatching(detail) })
  })
}

interface SchemaCollection {
  readonly name: string
  readonly isReadOnly: boolean
  readonly fields: readonly { readonly field: string; readonly isReadOnly: boolean }[]
}

/** An agent whose database user has few privileges, its warnings, and the columns clients can write. */
async function openClerk(address: string) {
  const folder = await mkdtemp(join(tmpdir(), 'refusals-'))
  const schemaPath = join(folder, 'schema.json')
  const warnings: string[] = []
  const open = await openAgent(createSqlDataSource(address), {
    loggerLevel: 'Warn',
    logger: (_level, message) => warnings.push(message),
    schemaPath,
  })
  const { collections } = JSON.parse(await readFile(schemaPath, 'utf8')) as {
    collections: readonly SchemaCollection[]
  }
  const writable = Object.fromEntries(
    collections.map(({ name, isReadOnly, fields }) => [
      name,
      isReadOnly ? 'none' : fields.filter(field => !field.isReadOnly).map(({ field }) => field),
    ]),
  )
  const close = async () => {
    await open.close()
    await rm(folder, { recursive: true })
  }
  return { ...open, close, warnings, writable }
}

type Clerk = Awaited<ReturnType<typeof openClerk>>

const readCount = ({ json }: Answer) => (json as { count: number }).count

describe.skipIf(!postgresUrl)('what PostgreSQL refuses', () => {
  let admin: pg.Client
  let open: OpenAgent
  let clerk: Clerk
  const role = `clerk_${process.pid}`

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: postgresUrl })
    await admin.connect()
    await admin.query(`create database ${database}`)
    const client = new pg.Client({ connectionString: buildUrl(postgresUrl!) })
    await client.connect()
    await client.query(postgresSchema(role))
    await client.end()
    open = await openAgent(createSqlDataSource(buildUrl(postgresUrl!)))
    clerk = await openClerk(buildUrl(postgresUrl!, role))
  })
  afterAll(async () => {
    await open?.close()
    await clerk?.close()
    await admin.query(`drop database ${database} with (force)`)
    await admin.query(`drop role ${role}`)
    await admin.end()
  })

  const unpopulated = /^The materialized view 'sales' has not been populated: run REFRESH MATERIAL/
  describeCases(
    () => open,
    [
      ['GET', '/sales', undefined, 422, 'unprocessable', unpopulated],
      ['GET', '/sales/count', undefined, 422, 'unprocessable', unpopulated],
      ['GET', '/sales.csv', undefined, 422, 'unprocessable', unpopulated],
      ['GET', '/sales/1', undefined, 422, 'unprocessable', unpopulated],
      ['GET', '/ratios', undefined, 422, 'unprocessable', /division by zero/],
      ['POST', '/guarded', { n: 1 }, 422, 'rejected_by_database', /^No 1: it is odd\.$/],
      ['POST', '/guarded', { n: 3 }, 422, 'rejected_by_database', /^Three has a code\.$/],
      ['POST', '/guarded', { n: 5 }, 422, 'rejected_by_database', /^Five is checked\.$/],
      ['POST', '/guarded', { n: 100 }, 400, 'check_violation', /rule 'small'/],
      ['POST', '/guarded', { n: 2 ** 40 }, 400, 'value_out_of_range', /out of the range/],
      ['POST', '/guarded', { note: 'longer' }, 400, 'value_too_long', /longer than/],
      ['POST', '/guarded', { note: 'a\u0000b' }, 400, 'validation_error', /./],
      [
        'POST',
        '/stays',
        { span: 2 },
        400,
        'unique_violation',
        /conflicts with another.*no_overlap/,
      ],
      ['POST', '/deaf', { n: 1 }, 422, 'rejected_by_database', /did not keep the record of 'deaf'/],
      [
        'PUT',
        '/deaf/1',
        { n: 2 },
        422,
        'rejected_by_database',
        /did not keep the change of 'deaf'/,
      ],
      ['DELETE', '/deaf/1', undefined, 422, 'rejected_by_database', /did not delete/],
      ['PUT', '/deaf/404', { n: 2 }, 404, 'not_found', /404/],
      ['POST', '/ruled', { n: 1 }, 422, 'rejected_by_database', /replaces this write/],
      ['PUT', '/ruled/1', { n: 2 }, 422, 'rejected_by_database', /did not keep the change/],
      ['DELETE', '/ruled/1', undefined, 422, 'rejected_by_database', /did not delete/],
    ],
  )

  it('answers charts of a view that is not populated', async () => {
    const chart = { type: 'Value', aggregator: 'Count', sourceCollectionName: 'sales' }
    const headers = await signInAsAdministrator(open)
    expect(await open.send('POST', '/stats/sales', chart, headers)).toMatchObject({ status: 422 })
  })

  it('does not take a record that is not there for one that a trigger kept', async () => {
    expect((await open.send('DELETE', '/deaf/404')).status).toBe(204)
    expect(readCount(await open.get('/deaf/count'))).toBe(1)
  })

  const denied = 'database_privilege_missing'
  describeCases(
    () => clerk,
    [
      ['POST', '/read_only', { n: 1 }, 403, denied, /may not create records of 'read_only'/],
      ['PUT', '/read_only/1', { n: 1 }, 403, denied, /may not update records of 'read_only'/],
      ['DELETE', '/read_only/1', undefined, 403, denied, /may not delete records of 'read_only'/],
      ['PUT', '/append_only/1', { n: 1 }, 403, denied, /may not update records of 'append_only'/],
      ['DELETE', '/append_only/1', undefined, 403, denied, /may not delete records/],
      ['PUT', '/by_column/1', { fixed: 1 }, 400, 'validation_error', /'fixed' .*is read-only/],
      [
        'POST',
        '/policed',
        { id: 1, n: 1 },
        403,
        denied,
        /lacks the privilege for this on 'policed'/,
      ],
      ['POST', '/uncounted', { n: 1 }, 403, denied, /lacks the privilege/],
    ],
  )

  it('writes what its user may write, and says so in the schema', async () => {
    expect((await clerk.send('POST', '/append_only', buildBody({ id: 2, n: 1 }))).status).toBe(200)
    expect((await clerk.send('PUT', '/by_column/1', buildBody({ free: 5 }))).status).toBe(200)
    expect(clerk.writable).toEqual({
      append_only: ['id', 'n'],
      by_column: ['free'],
      policed: ['id', 'n'],
      read_only: 'none',
      uncounted: ['n'],
    })
  })

  it('leaves out what its user may not read, and says so once', async () => {
    const left = clerk.warnings.filter(warning => /may not read/.test(warning))
    expect(left.filter(warning => warning.startsWith('Left out'))).toHaveLength(1)
    expect(left.find(warning => warning.startsWith('Left out'))).toMatch(/'public\.hidden'/)
    expect(left).toContain(
      "Column 'hidden' of 'public.by_column' is left out: the database user may not read it. Grant SELECT on it to see it.",
    )
  })

  it('says that a replica takes no writes', async () => {
    const url = new URL(buildUrl(postgresUrl!))
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const replica = await openAgent(createSqlDataSource(url.href))
    try {
      const answer = await replica.send('POST', '/guarded', buildBody({ n: 2 }))
      expect(readError(answer)).toMatchObject({ status: 422, code: 'read_only_database' })
    } finally {
      await replica.close()
    }
  })
})

const postgresSchema = (role: string) => `
  create table guarded (id serial primary key, n int constraint small check (n < 50), note varchar(5));
  create function refuse() returns trigger language plpgsql as $$ begin
    if new.n = 3 then raise exception 'Three has a code.' using errcode = 'AB123'; end if;
    if new.n = 5 then raise exception 'Five is checked.' using errcode = 'check_violation'; end if;
    if new.n = 1 then raise exception 'No %: it is odd.', new.n using detail = 'A detail.'; end if;
    return new;
  end $$;
  create trigger refuse before insert on guarded for each row execute function refuse();
  create table stays (id serial primary key, span int,
    constraint no_overlap exclude using gist (int4range(span, span + 2) with &&));
  insert into stays (span) values (1);
  create table deaf (id serial primary key, n int);
  insert into deaf (n) values (1);
  create function discard() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger discard before insert or update or delete on deaf for each row execute function discard();
  create table ruled (id serial primary key, n int);
  insert into ruled (n) values (1);
  create rule no_insert as on insert to ruled do instead nothing;
  create rule no_update as on update to ruled do instead nothing;
  create rule no_delete as on delete to ruled do instead nothing;
  create materialized view sales as select 1 as id with no data;
  create view ratios as select id, 1 / (n - n) as ratio from deaf;

  create table read_only (id int primary key, n int);
  create table append_only (id int primary key, n int);
  insert into append_only values (1, 1);
  create table by_column (id int primary key, fixed int, free int, hidden int);
  insert into by_column values (1, 1, 1, 1);
  create table hidden (id int primary key);
  create table policed (id int primary key, n int);
  alter table policed enable row level security;
  create policy big on policed using (true) with check (n > 10);
  create table uncounted (id serial primary key, n int);
  create role ${role} login password 'secret';
  grant select on read_only to ${role};
  grant select, insert on append_only to ${role};
  grant select (id, fixed, free), update (free) on by_column to ${role};
  grant select, insert, update, delete on policed, uncounted to ${role}`

describe.skipIf(!mariadbUrl)('what MariaDB refuses', () => {
  let open: OpenAgent
  let clerk: Clerk
  const user = `clerk_${process.pid}`
  const run = async (statements: readonly string[]) => {
    const client = await createConnection(mariadbUrl!)
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  beforeAll(async () => {
    await run([`create database ${database}`, `use ${database}`, ...mariadbSchema(user)])
    open = await openAgent(createSqlDataSource(buildUrl(mariadbUrl!)))
    clerk = await openClerk(buildUrl(mariadbUrl!, user))
  })
  afterAll(async () => {
    await open?.close()
    await clerk?.close()
    await run([`drop database ${database}`, `drop user ${user}@'%'`])
  })

  describeCases(
    () => open,
    [
      ['POST', '/guarded', { n: 1 }, 422, 'rejected_by_database', /^One is odd\.$/],
      ['POST', '/guarded', { n: 3 }, 422, 'rejected_by_database', /^Three has a number\.$/],
      ['POST', '/guarded', { n: 100 }, 400, 'check_violation', /rule 'small'/],
      ['POST', '/guarded', { n: 2 ** 40 }, 400, 'value_out_of_range', /out of the range/],
      ['POST', '/guarded', { note: 'longer' }, 400, 'value_too_long', /longer than/],
    ],
  )

  const denied = 'database_privilege_missing'
  describeCases(
    () => clerk,
    [
      ['POST', '/read_only', { n: 1 }, 403, denied, /may not create records of 'read_only'/],
      ['PUT', '/read_only/1', { n: 1 }, 403, denied, /may not update records of 'read_only'/],
      ['DELETE', '/read_only/1', undefined, 403, denied, /may not delete records of 'read_only'/],
      ['PUT', '/append_only/1', { n: 1 }, 403, denied, /may not update records of 'append_only'/],
      ['DELETE', '/append_only/1', undefined, 403, denied, /may not delete records/],
      ['PUT', '/by_column/1', { fixed: 1 }, 400, 'validation_error', /'fixed' .*is read-only/],
    ],
  )

  it('writes what its user may write, and says so in the schema', async () => {
    expect((await clerk.send('POST', '/append_only', buildBody({ id: 2, n: 1 }))).status).toBe(200)
    expect((await clerk.send('PUT', '/by_column/1', buildBody({ free: 5 }))).status).toBe(200)
    expect((await clerk.send('DELETE', '/whole/1')).status).toBe(204)
    expect(clerk.writable).toEqual({
      append_only: ['id', 'n'],
      by_column: ['free'],
      read_only: 'none',
      whole: ['id', 'n'],
    })
    expect(clerk.warnings.filter(warning => /may not read/.test(warning))).toEqual([
      "Left out, because the database user may not read them: 'blind'. Grant SELECT to see them.",
    ])
  })
})

const mariadbSchema = (user: string): readonly string[] => [
  `create table guarded (id int primary key auto_increment, n int, note varchar(5),
    constraint small check (n < 50))`,
  `create trigger refuse before insert on guarded for each row begin
    if new.n = 1 then signal sqlstate '45000' set message_text = 'One is odd.'; end if;
    if new.n = 3 then
      signal sqlstate '45000' set mysql_errno = 31001, message_text = 'Three has a number.';
    end if;
  end`,
  'create table read_only (id int primary key, n int)',
  'create table append_only (id int primary key, n int)',
  'insert into append_only values (1, 1)',
  'create table by_column (id int primary key, fixed int, free int)',
  'insert into by_column values (1, 1, 1)',
  'create table whole (id int primary key, n int)',
  'create table blind (id int primary key)',
  `create user ${user}@'%' identified by 'secret'`,
  `grant select on read_only to ${user}@'%'`,
  `grant select, insert on append_only to ${user}@'%'`,
  `grant select (id, fixed, free), update (free) on by_column to ${user}@'%'`,
  `grant select, insert, update, delete on whole to ${user}@'%'`,
  `grant insert on blind to ${user}@'%'`,
]
