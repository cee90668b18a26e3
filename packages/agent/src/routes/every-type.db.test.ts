import { createSqlDataSource } from '@service/datasource-sql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { askEverything } from '../testing/ask-everything.js'
import { openAgent } from '../testing/open-agent.js'

const database = `agent_every_type_${process.pid}`
const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')

function withDatabase(url: string): string {
  const address = new URL(url)
  address.pathname = database
  return address.href
}

async function expectNoFailure(address: string, names: readonly string[]): Promise<void> {
  const logged: string[] = []
  const open = await openAgent(createSqlDataSource(address), {
    loggerLevel: 'Error',
    logger: (_level, message, error) => logged.push(`${message} ${String(error)}`),
  })
  try {
    const { failures, count, fields } = await askEverything(open, 'things')
    expect([...failures, ...logged].slice(0, 20)).toEqual([])
    expect(fields).toEqual(expect.arrayContaining([...names]))
    expect(count).toBeGreaterThan(400)
  } finally {
    await open.close()
  }
}

describe.skipIf(!postgresUrl)('every type of PostgreSQL', () => {
  it('is left out or can be asked for all it offers', async () => {
    const admin = new pg.Client({ connectionString: postgresUrl })
    await admin.connect()
    await admin.query(`create database ${database}`)
    const client = new pg.Client({ connectionString: withDatabase(postgresUrl!) })
    await client.connect()
    try {
      await client.query(postgresTypes)
      const { rows } = await client.query<{ type: string }>(`
        select pg_catalog.format_type(t.oid, null) as type from pg_type t
        join pg_namespace n on n.oid = t.typnamespace left join pg_type e on e.oid = t.typelem
        left join pg_class c on c.oid = coalesce(nullif(t.typrelid, 0), nullif(e.typrelid, 0))
        where t.typisdefined and n.nspname in ('pg_catalog', 'public')
          and t.typtype <> 'p' and coalesce(e.typtype, '') <> 'p'
          and (c.oid is null or c.relkind = 'c') order by 1`)
      const types = rows.map(({ type }) => type)
      const columns = types.map(type => `"${type.replaceAll('"', '')}" ${type}`)
      await client.query(`create table things (id int primary key, ${columns.join(', ')})`)
      await client.query('insert into things (id) values (1), (2)')
      const holding: string[] = []
      for (const type of types) {
        const column = type.replaceAll('"', '')
        const text = samples[type.replace(/\[\]$/, '')]
        if (text === undefined) continue
        const literal = type.endsWith('[]') ? `array[null, '${text}']` : `'${text}'`
        await client.query(`update things set "${column}" = ${literal}::${type} where id = 2`)
        holding.push(column)
      }
      await expectNoFailure(withDatabase(postgresUrl!), holding)
    } finally {
      await client.end()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    }
  })
})

/** User-defined types, and types of extensions with their own operators. */
const postgresTypes = `
  create extension citext; create extension hstore; create extension ltree; create extension intarray;
  create type mood as enum ('good', 'bad');
  create type pair as (a int, b text);
  create domain mood_domain as mood check (value <> 'bad');
  create domain mood_twice as mood_domain;
  create domain small as int check (value < 10);
  create domain short as varchar(5) check (length(value) < 4);
  create domain letters as citext;
  create domain document as json;
  create domain place as point;
  create domain words as text[]`

/** A value of each type that the agent knows, by name. */
const samples: Readonly<Record<string, string>> = {
  bigint: '9007199254740993',
  boolean: 'true',
  bytea: '\\x00ff',
  character: 'c',
  'character varying': "it''s",
  citext: 'Text',
  date: '2024-02-29',
  document: '{"a":1}',
  'double precision': '1.5',
  integer: '7',
  json: '{"a":1}',
  jsonb: '{"a":1}',
  letters: 'Text',
  mood: 'good',
  mood_domain: 'good',
  mood_twice: 'good',
  name: 'name',
  numeric: '12.50',
  place: '(1,2)',
  point: '(1,2)',
  real: '0.1',
  short: 'abc',
  small: '7',
  smallint: '7',
  text: 'text',
  'time without time zone': '12:34:56.5',
  'timestamp with time zone': '2024-02-29 12:34:56.789+00',
  'timestamp without time zone': '2024-02-29 12:34:56.789',
  uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
}

describe.skipIf(!mariadbUrl)('every type of MariaDB', () => {
  it('is left out or can be asked for all it offers', async () => {
    const client = await createConnection(mariadbUrl!)
    try {
      await client.query(`create database ${database}`)
      await client.query(`use ${database}`)
      const names = Object.keys(mariadbTypes)
      const columns = names.map(type => `\`${type}\` ${type} null`)
      await client.query(`create table things (id int primary key, ${columns.join(', ')})`)
      await client.query('insert into things (id) values (1)')
      await client.query(
        `insert into things values (2, ${names.map(type => mariadbTypes[type]).join(', ')})`,
      )
      const known = names.filter(type => !/bit\(8\)|inet|point|geometry|polygon/.test(type))
      await expectNoFailure(withDatabase(mariadbUrl!), known)
    } finally {
      await client.query(`drop database ${database}`)
      await client.end()
    }
  })
})

const mariadbTypes: Readonly<Record<string, string>> = {
  'bit(1)': "b'1'",
  'bit(8)': "b'1'",
  'tinyint(1)': '1',
  tinyint: '7',
  smallint: '7',
  mediumint: '7',
  int: '7',
  'int unsigned': '4294967295',
  bigint: '9007199254740993',
  'bigint unsigned': '18446744073709551615',
  'decimal(20, 5)': '12.5',
  float: '0.1',
  double: '1.5',
  year: '2024',
  'char(5)': "'c'",
  'varchar(20)': "'it''s'",
  tinytext: "'text'",
  text: "'text'",
  mediumtext: "'text'",
  longtext: "'text'",
  'varchar(9) character set latin1': "'ä'",
  "enum('good', 'bad')": "'good'",
  "set('red', 'blue')": "'red,blue'",
  json: `'{"a": 1}'`,
  uuid: "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
  inet4: "'127.0.0.1'",
  inet6: "'::1'",
  date: "'2024-02-29'",
  datetime: "'2024-02-29 12:34:56'",
  'datetime(6)': "'2024-02-29 12:34:56.789'",
  timestamp: "'2024-02-29 12:34:56'",
  time: "'12:34:56'",
  'binary(3)': "x'00ff00'",
  'varbinary(9)': "x'00ff'",
  tinyblob: "x'00ff'",
  blob: "x'00ff'",
  mediumblob: "x'00ff'",
  longblob: "x'00ff'",
  point: 'point(1, 2)',
  geometry: 'point(1, 2)',
  polygon: 'null',
}
