import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.js'
import { parseAddress, withPassword } from './parse-address.js'

describe('parseAddress', () => {
  it.each([
    ['postgres://ada@db.example.com:5433/shop', 'postgres', 'shop'],
    ['postgresql://ada:secret@localhost/shop', 'postgres', 'shop'],
    ['mysql://localhost/shop', 'mysql', 'shop'],
    ['mariadb://ada@localhost/shop', 'mariadb', 'shop'],
    ['mssql://sa@localhost/shop', 'mssql', 'shop'],
    ['mongodb://a@one:27017,two:27018/shop?replicaSet=rs', 'mongodb', 'shop'],
    ['mongodb+srv://a@cluster.example.com/shop', 'mongodb', 'shop'],
    ['./data/my shop.db', 'sqlite', 'my shop'],
    ['sqlite:data/shop.sqlite3', 'sqlite', 'shop'],
    ['file:/var/data/shop.db', 'sqlite', 'shop'],
  ])('reads %s', (text, kind, name) => {
    expect(parseAddress(text)).toMatchObject({ kind, name })
  })

  it.each([
    ['oracle://host/db', "'oracle:' is no known database. Addresses are: postgres://"],
    ['shop', "'shop' is no address of a database. Addresses are:"],
    ['postgres://localhost', 'The address names no database. For PostgreSQL it is postgres://'],
    ['mysql:///shop', 'The address names no host. For MySQL it is mysql://'],
    ['sqlite::memory:', "'sqlite::memory:' is no address of a database."],
  ])('refuses %s with what is allowed', (text, message) => {
    expect(() => parseAddress(text)).toThrow(message)
  })

  it('never shows a password', () => {
    const address = parseAddress('postgres://ada:p%40ss%3A1@localhost/shop')
    expect(address).toMatchObject({ password: 'p@ss:1', label: 'postgres://ada@localhost/shop' })
    const error = new Error('cannot use postgres://ada:p%40ss%3A1@localhost or p@ss:1')
    expect(explainFailure(error, address).message).toBe(
      'postgres://ada@localhost/shop: cannot use postgres://ada:…@localhost or …',
    )
    expect(() => parseAddress('postgres://ada:s3cret@local host/shop')).toThrow(
      /^(?!.*s3cret).*no URL/,
    )
  })

  it('takes a password that was asked for', () => {
    const address = parseAddress('mongodb://ada@one,two/shop')
    expect(withPassword(address, 'a/b@c$&').uri).toBe('mongodb://ada:a%2Fb%40c%24%26@one,two/shop')
  })
})
