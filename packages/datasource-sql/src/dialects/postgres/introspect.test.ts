import { readFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { createPglite } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue, Database } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'
import { openDatabase } from '../../open-database.js'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

describe('introspection of PGlite', () => {
  let pglite: PGlite
  let database: Database
  let catalogue: Catalogue
  let queries = 0

  beforeAll(async () => {
    pglite = await createPglite()
    await pglite.exec(read('introspect.fixture.sql'))
    database = (await openDatabase(pglite, {})).database
    catalogue = {
      ...database,
      query: query => {
        queries++
        return database.query(query)
      },
    }
  }, 60_000)
  afterAll(async () => {
    await database.close()
    await pglite.close()
  })

  it('finds every feature of the fixture', async () => {
    const options = { schemas: ['public', 'hr', 'Wide Open'] }
    const introspection = await introspect(catalogue, options, () => {})
    expect(introspection).toEqual(JSON.parse(read('introspect.fixture.json')))
  })

  it('names each column and table that is left out, and what to do', async () => {
    const warnings: string[] = []
    await introspect(catalogue, {}, (level, message) => warnings.push(`${level} ${message}`))
    const cast = 'A view that casts it to a supported type makes it visible.'
    const exclude = 'Give it a column of a supported type, or exclude it.'
    expect(warnings).toEqual([
      `Warn Column 'ip' of 'public.customers' is left out: its type 'inet' is not supported. ${cast}`,
      `Warn Column 'money' of 'public.customers' is left out: its type 'money' is not supported. ${cast}`,
      `Warn Table 'public.no_columns' is left out: it has no usable column. ${exclude}`,
      `Warn Column 'ip' of 'public.only_unmapped' is left out: its type 'inet' is not supported. ${cast}`,
      `Warn Table 'public.only_unmapped' is left out: it has no usable column. ${exclude}`,
    ])
  })

  it('reads only the default schema unless others are named', async () => {
    const { defaultSchema, tables } = await introspect(catalogue, {}, () => {})
    expect(defaultSchema).toBe('public')
    expect(new Set(tables.map(({ schema }) => schema))).toEqual(new Set(['public']))
  })

  it('takes the first schema named as default when the own one is not among them', async () => {
    const { defaultSchema, tables } = await introspect(catalogue, { schemas: ['hr'] }, () => {})
    expect(defaultSchema).toBe('hr')
    expect(tables.map(({ name }) => name)).toEqual(['employees'])
  })

  it('rejects a schema that does not exist and names the existing ones', async () => {
    await expect(introspect(catalogue, { schemas: ['hr', 'publik'] }, () => {})).rejects.toThrow(
      "The option 'schemas' names 'publik', which this database does not have. " +
        "Its schemas: Wide Open, hr, public. Did you mean 'public'?",
    )
  })

  it('runs as many queries for 205 tables as for 5', async () => {
    queries = 0
    await introspect(catalogue, {}, () => {})
    const before = queries
    const table = (index: number) => `create table many_${index} (id int primary key);`
    await pglite.exec(Array.from({ length: 200 }, (_, index) => table(index)).join(''))
    queries = 0
    const { tables } = await introspect(catalogue, {}, () => {})
    expect(tables.length).toBeGreaterThan(200)
    expect(queries).toBe(before)
    expect(queries).toBeLessThanOrEqual(6)
  })
})
