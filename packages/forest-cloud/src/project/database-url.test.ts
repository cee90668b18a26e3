import { describe, expect, it } from 'vitest'
import { anchorUrl, findDriver } from './database-url.js'

describe('anchorUrl', () => {
  it.each([
    ['sqlite:shop.db', 'sqlite:/here/shop.db'],
    ['sqlite:../a b.db', 'sqlite:/a%20b.db'],
    ['file:data/shop.db', 'file:/here/data/shop.db'],
    ['sqlite:///srv/shop.db', 'sqlite:///srv/shop.db'],
    ['sqlite:/srv/shop.db', 'sqlite:/srv/shop.db'],
    ['sqlite::memory:', 'sqlite::memory:'],
    ['postgres://db/shop', 'postgres://db/shop'],
  ])('makes of %s %s', (url, anchored) => {
    expect(anchorUrl(url, '/here')).toBe(anchored)
  })
})

describe('driverOf', () => {
  it.each([
    ['postgresql://db/shop', 'pg'],
    ['mariadb://db/shop', 'mysql2'],
    ['sqlite:shop.db', 'libsql'],
    ['sqlserver://db/shop', 'tedious'],
    ['mongodb://db/shop', undefined],
  ])('of %s is %s', (url, name) => {
    expect(findDriver(url)?.[0]).toBe(name)
  })
})
