import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue, Database } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'
import { openDatabase } from '../../open-database.js'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

describe('introspection of SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'introspect-'))
  const file = new Libsql(join(folder, 'fixture.db'))
  let database: Database
  let catalogue: Catalogue
  let queries = 0

  beforeAll(async () => {
    file.exec(read('introspect.fixture.sql'))
    database = (await openDatabase(`sqlite:${join(folder, 'fixture.db')}`, {})).database
    catalogue = {
      ...database,
      query: query => {
        queries++
        return database.query(query)
      },
    }
  })
  afterAll(async () => {
    await database.close()
    file.close()
    rmSync(folder, { recursive: true })
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
      `Warn Table 'documents' is left out: it has no usable column. ${exclude}`,
      `Warn Column 'anything' of 'only_untyped' ${untyped}`,
      `Warn Table 'only_untyped' is left out: it has no usable column. ${exclude}`,
    ])
  })

  it('rejects schemas, which SQLite does not have', async () => {
    await expect(introspect(catalogue, { schemas: ['main'] }, () => {})).rejects.toThrow(
      "The option 'schemas' (main) has no meaning on SQLite: a connection sees one database.",
    )
  })

  it('runs as many queries for 200 more tables', async () => {
    queries = 0
    await introspect(catalogue, {}, () => {})
    const before = queries
    const table = (index: number) => `create table many_${index} (id integer primary key);`
    const statements = Array.from({ length: 200 }, (_, index) => table(index))
    file.exec(`begin; ${statements.join(' ')} commit`)
    queries = 0
    const { tables } = await introspect(catalogue, {}, () => {})
    expect(tables.length).toBeGreaterThan(200)
    expect(queries).toBe(before)
    expect(queries).toBeLessThanOrEqual(6)
  })
})
