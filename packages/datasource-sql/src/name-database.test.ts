import { expect, it } from 'vitest'
import { nameDatabase } from './name-database.js'

it.each([
  ['shop', 'shop'],
  ['/data/warehouse.db', 'warehouse'],
  [':memory:', undefined],
  ['', undefined],
])('calls the database %j %j', (database, name) => {
  expect(nameDatabase({ database })).toBe(name)
})
