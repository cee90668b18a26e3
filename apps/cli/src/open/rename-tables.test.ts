import { expect, it } from 'vitest'
import { renameTables } from './rename-tables.js'

it('puts the name of the database in front of tables that several have, in each of them', () => {
  expect(
    renameTables([
      { name: 'shop', tables: ['users', 'orders'] },
      { name: 'crm', tables: ['users', 'calls', 'shop_users'] },
    ]),
  ).toEqual([{ users: 'shop_users_2' }, { users: 'crm_users' }])
})
