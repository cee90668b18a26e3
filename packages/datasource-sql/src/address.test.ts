import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.js'

describe('parseAddress', () => {
  it('reads every part of a URI, decoded', () => {
    expect(
      parseAddress('postgres://us%40er:p%2Fw@db.example:6543/my%20shop?sslmode=require'),
    ).toEqual({
      dialect: 'postgres',
      host: 'db.example',
      port: 6543,
      user: 'us@er',
      password: 'p/w',
      database: 'my shop',
      parameters: { sslmode: 'require' },
    })
  })

  it.each([
    ['postgresql://h/d', 'postgres'],
    ['pg://h/d', 'postgres'],
    ['mysql://h/d', 'mysql'],
    ['mariadb://h/d', 'mysql'],
    ['mssql://h/d', 'mssql'],
    ['sqlserver://h/d', 'mssql'],
    ['sqlite:data.db', 'sqlite'],
    ['file:data.db', 'sqlite'],
  ])('knows the database of %s', (uri, dialect) => {
    expect(parseAddress(uri).dialect).toBe(dialect)
  })

  it.each([
    ['sqlite::memory:', ':memory:'],
    ['sqlite:data.db', 'data.db'],
    ['sqlite:/var/data.db', '/var/data.db'],
    ['sqlite:///var/data.db', '/var/data.db'],
    ['sqlite://data.db', 'data.db'],
  ])('reads the path of %s', (uri, path) => {
    expect(parseAddress(uri).database).toBe(path)
  })

  it('takes a socket folder and an IPv6 host', () => {
    expect(parseAddress('postgres:///shop?host=/var/run').host).toBe('/var/run')
    expect(parseAddress('postgres://[::1]:5432/shop').host).toBe('::1')
  })

  it('accepts parameters instead of a URI', () => {
    expect(parseAddress({ dialect: 'mariadb', username: 'me', database: 'shop' })).toMatchObject({
      dialect: 'mysql',
      host: 'localhost',
      user: 'me',
      database: 'shop',
    })
  })

  it('names the supported databases when given another', () => {
    expect(() => parseAddress('oracle://h/d')).toThrow(
      /Unknown database 'oracle'. Known: postgres.*mysql.*sqlite.*mssql/,
    )
    expect(() => parseAddress('just a name')).toThrow('must be a URI')
  })
})

describe('the address of a PGlite', () => {
  it.each([
    ['pglite:data/shop', 'data/shop'],
    ['pglite:///var/lib/shop', '/var/lib/shop'],
    ['PGlite:a%20b', 'a b'],
  ])('is a folder: %s', (uri, database) => {
    expect(parseAddress(uri)).toMatchObject({ dialect: 'postgres', database, isEmbedded: true })
  })

  it('is a folder in parameters, too', () => {
    const parsed = parseAddress({ dialect: 'pglite', storage: 'data/shop' })
    expect(parsed).toMatchObject({ database: 'data/shop', isEmbedded: true })
  })

  it.each(['pglite:', 'pglite::memory:'])('names no database in memory: %s', uri => {
    expect(() => parseAddress(uri)).toThrow('One in memory is given as an instance.')
  })
})
