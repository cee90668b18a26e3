import { readFileSync } from 'node:fs'
import mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Catalogue, Database } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'
import { openDatabase } from '../../open-database.js'

const url = inject('mariadbUrl')
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

describe.skipIf(!url)('introspection of MariaDB', () => {
  let connection: mysql.Connection
  let database: Database
  let catalogue: Catalogue
  let queries = 0

  beforeAll(async () => {
    connection = await mysql.createConnection({ uri: url ?? '', multipleStatements: true })
    await connection.query('create database introspection character set utf8mb4')
    await connection.query('use introspection')
    await connection.query(read('introspect.fixture.sql'))
    const address = new URL(url ?? '')
    address.pathname = '/introspection'
    database = (await openDatabase(address.href, {})).database
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
    await connection.query('drop database introspection')
    await connection.end()
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
    expect(warnings).toEqual([
      `Warn Column 'bits' of 'customers' is left out: its type 'bit(8)' is not supported. ${cast}`,
      `Warn Column 'place' of 'customers' is left out: its type 'point' is not supported. ${cast}`,
      `Warn Column 'address' of 'customers' is left out: its type 'inet6' is not supported. ${cast}`,
      `Warn Column 'place' of 'only_unmapped' is left out: its type 'point' is not supported. ${cast}`,
      `Warn Table 'only_unmapped' is left out: it has no usable column. ${exclude}`,
    ])
  })

  it('rejects schemas, which are databases here', async () => {
    await expect(introspect(catalogue, { schemas: ['other'] }, () => {})).rejects.toThrow(
      "The option 'schemas' (other) has no meaning on MySQL and MariaDB",
    )
  })

  it('runs as many queries for 200 more tables', async () => {
    queries = 0
    await introspect(catalogue, {}, () => {})
    const before = queries
    const table = (index: number) => `create table many_${index} (id int primary key);`
    await connection.query(Array.from({ length: 200 }, (_, index) => table(index)).join(''))
    queries = 0
    const { tables } = await introspect(catalogue, {}, () => {})
    expect(tables.length).toBeGreaterThan(200)
    expect(queries).toBe(before)
    expect(queries).toBeLessThanOrEqual(6)
  })
})
