import { readFileSync } from 'node:fs'
import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

describe('introspection of SQLite', () => {
  const database = new Libsql(':memory:')
  let queries = 0

  const catalogue: Catalogue = {
    dialect: 'sqlite',
    version: '',
    async query<Row extends object>(query: RawBuilder<Row>) {
      queries++
      const { sql, parameters } = query.compile(compiler)
      return database.prepare(sql).all(parameters) as Row[]
    },
  }

  beforeAll(() => {
    database.exec(read('introspect.fixture.sql'))
  })
  afterAll(() => {
    database.close()
  })

  it('finds every feature of the fixture', async () => {
    const introspection = await introspect(catalogue, {}, () => {})
    expect(introspection).toEqual(JSON.parse(read('introspect.fixture.json')))
  })

  it('names each column and table that is left out, and what to do', async () => {
    const warnings: string[] = []
    await introspect(catalogue, {}, (level, message) => warnings.push(`${level} ${message}`))
    const cast = 'A view that casts it to a supported type makes it visible.'
    const exclude = 'Give it a column of a supported type, or exclude it.'
    const untyped = `is left out: it is declared without a type. ${cast}`
    expect(warnings).toEqual([
      `Warn Column 'loud' of 'active_customers' ${untyped}`,
      `Warn Table 'broken' is left out: it has no usable column. ${exclude}`,
      `Warn Column 'place' of 'customers' is left out: its type 'geometry' is not supported. ${cast}`,
      `Warn Column 'anything' of 'customers' ${untyped}`,
      `Warn Column 'body' of 'documents' ${untyped}`,
      `Warn Table 'documents' is left out: it has no usable column. ${exclude}`,
      `Warn Column 'anything' of 'only_untyped' ${untyped}`,
      `Warn Table 'only_untyped' is left out: it has no usable column. ${exclude}`,
    ])
  })

  it('refuses schemas, which SQLite does not have', async () => {
    await expect(introspect(catalogue, { schemas: ['main'] }, () => {})).rejects.toThrow(
      "The option 'schemas' (main) has no meaning on SQLite: a connection sees one database.",
    )
  })

  it('asks as many queries for 200 tables more', async () => {
    queries = 0
    await introspect(catalogue, {}, () => {})
    const before = queries
    for (let index = 0; index < 200; index++) {
      database.exec(`create table many_${index} (id integer primary key)`)
    }
    queries = 0
    const { tables } = await introspect(catalogue, {}, () => {})
    expect(tables.length).toBeGreaterThan(200)
    expect(queries).toBe(before)
    expect(queries).toBeLessThanOrEqual(6)
  })
})
