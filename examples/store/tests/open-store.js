import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent } from '@service/agent-testing'
import { createStoreAgent } from '../dist/agent.js'
import { openDatabase } from '../dist/database.js'
import { openWarehouse } from '../dist/warehouse.js'

const managers = { roles: [1] }
const everything = {
  browse: true,
  read: true,
  edit: true,
  add: true,
  delete: managers,
  export: managers,
}
const look = { browse: true, read: true }

// #region people
const people = {
  roles: { 1: 'Manager', 2: 'Support' },
  users: [
    { id: 1, email: 'manager@shop.example', roleId: 1, permissionLevel: 'admin' },
    { id: 2, email: 'support@shop.example', roleId: 2, tags: { currency: 'EUR' } },
  ],
  teams: [
    { id: 1, name: 'Shop' },
    { id: 2, name: 'Night shift' },
  ],
  rights: {
    customers: { ...look, edit: managers, fields: { balance: { read: managers, edit: managers } } },
    orders: {
      ...everything,
      actions: {
        'Mark as shipped': true,
        Refund: {
          trigger: true,
          requireApproval: { roles: [2] },
          requireApprovalConditions: [
            {
              roleId: 2,
              filter: { field: 'Amount', operator: 'greater_than', value: 50, source: 'input' },
            },
          ],
          approve: managers,
        },
      },
    },
    products: {
      ...look,
      edit: managers,
      actions: { 'Export stock': true, 'Put on sale': managers },
    },
    shelves: look,
    reviews: everything,
  },
}
// #endregion

/** The whole back office in the process of the tests, on a database of its own. */
export async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'store-tests-'))
  // Whoever runs the suite often may keep a filled shop to copy.
  if (process.env.STORE_TEMPLATE) await cp(process.env.STORE_TEMPLATE, folder, { recursive: true })
  const database = await openDatabase(folder)
  const databases = { shop: database.connection, warehouse: await openWarehouse(folder) }
  // #region open
  const store = await createTestAgent(undefined, {
    ...people,
    create: options => createStoreAgent(databases, options),
  })
  // #endregion
  return {
    ...store,
    async close() {
      await store.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
