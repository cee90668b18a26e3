import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addShopActions, shopSource } from '../testing/shop.js'
import { createTestAgent, type TestAgent } from './create-test-agent.js'

let shop: TestAgent

beforeAll(async () => {
  const managers = { roles: [1] }
  shop = await createTestAgent(addShopActions, {
    dataSources: [shopSource()],
    roles: { 1: 'Manager', 2: 'Support' },
    rights: {
      orders: {
        browse: true,
        read: true,
        edit: managers,
        add: true,
        delete: managers,
        export: false,
        fields: { total: { read: managers, edit: managers } },
        actions: {
          Refund: { trigger: true, requireApproval: { roles: [2] }, approve: managers },
          Break: managers,
        },
      },
    },
  })
})
afterAll(() => shop.close())

describe('the permission matrix', () => {
  it('says per route what each role may do, and changes nothing', async () => {
    const before = await shop.client.collection('orders').list()
    expect(String(await shop.permissions.matrix())).toMatchInlineSnapshot(`
      "collection  route          right    Manager  Support
      customers   list           browse   no       no
      customers   count          browse   no       no
      customers   csv            export   no       no
      customers   get            read     no       no
      customers   update         edit     no       no
      customers   create         add      no       no
      customers   delete         delete   no       no
      orders      list           browse   yes      yes
      orders      count          browse   yes      yes
      orders      csv            export   no       no
      orders      get            read     yes      yes
      orders      update         edit     yes      no
      orders      create         add      yes      yes
      orders      delete         delete   yes      no
      orders      action Break   trigger  yes      no
      orders      action Refund  trigger  yes      approval"
    `)
    expect(await shop.client.collection('orders').list()).toEqual(before)
  })

  it('can be drawn in part', async () => {
    const matrix = await shop.permissions.matrix({
      roles: ['Support'],
      collections: ['orders'],
      rights: ['read', 'trigger'],
      fields: true,
    })
    expect(matrix.rows.map(({ route, cells }) => `${route}: ${cells.Support}`)).toEqual([
      'get: yes',
      'field id: yes',
      'field ordered_at: yes',
      'field reference: yes',
      'field total: no',
      'action Break: no',
      'action Refund: approval',
    ])
  })
})
