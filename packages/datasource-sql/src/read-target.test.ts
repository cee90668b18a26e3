import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { createSqlDataSource } from './create-sql-data-source.js'
import { readTarget, type SqlTarget } from './read-target.js'

describe('createSqlDataSource({ uri, … })', () => {
  it('opens the address, with the options beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'read-target-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec('create table people (id integer primary key)')
    database.close()
    const uri = `sqlite:${path}`
    const source = await createSqlDataSource({ uri, liveQueryConnections: 'main' })(
      () => {},
      async () => {},
    )
    expect(source.collections.map(({ name }) => name)).toEqual(['people'])
    expect(source.nativeConnections.map(({ name }) => name)).toEqual(['main'])
    await source.close()
    await rm(folder, { recursive: true })
  })
})

describe('createSqlDataSource', () => {
  it.each([[{}], [{ host: 'localhost', database: 'shop' }]])('says what %j lacks', target => {
    expect(() => createSqlDataSource(target as never)).toThrow(
      "The connection needs a 'uri', or a 'dialect', which is one of: postgres, ",
    )
  })

  it('says that null is not an address', () => {
    expect(() => createSqlDataSource(null as never)).toThrow('needs a URI, connection parameters')
  })
})

describe('readTarget', () => {
  const uri = 'postgres://user:secret@localhost/shop'

  it('accepts a URL or parameters, and any option', () => {
    expect(readTarget({ uri, sslMode: 'verify', schema: 'sales', pool: { max: 3 } }, {})).toEqual({
      target: uri,
      options: { sslMode: 'verify', schemas: ['sales'], pool: { max: 3 } },
    })
    const parts = { dialect: 'mysql', host: 'db', username: 'me', database: 'shop' } as const
    expect(readTarget({ ...parts, sslMode: 'verify' }, { sslMode: 'required' })).toEqual({
      target: parts,
      options: { sslMode: 'required' },
    })
  })

  it.each([
    [{ uri, host: 'db', port: 1 }, "not both: remove 'host', 'port'."],
    [{ uri: 5 }, "'uri' must be a text."],
    [{ uri, schema: 'a', schemas: ['b'] }, "Give 'schema' or 'schemas', not both."],
    [{ uri, ssh: { host: 'jump' } }, "'ssh' is not supported. Open the SSH tunnel beside"],
    [{ uri, proxySocks: {} }, "'proxySocks' is not supported."],
    [{ uri, dialectOptions: {} }, "'dialectOptions' is not supported. Encryption is set by"],
  ])('rejects %j', (target, sentence) => {
    expect(() => readTarget(target as unknown as SqlTarget, {})).toThrow(sentence)
  })
})
