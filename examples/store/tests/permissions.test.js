import assert from 'node:assert/strict'
import { openStore } from './open-store.js'
import { afterAll, beforeAll, describe, it } from './runner.js'

describe('who may do what in the shop', () => {
  let store
  let manager
  let support

  beforeAll(async () => {
    store = await openStore()
    manager = store.as('Manager')
    support = store.as('Support')
  })
  afterAll(() => store?.close())

  // #region roles
  it('lets managers delete orders, and nobody else', async () => {
    const order = await support.collection('orders').create({ customer_id: 1, total: 5 })
    await assert.rejects(support.collection('orders').delete(order.id), { status: 403 })
    await manager.collection('orders').delete(order.id)
  })
  // #endregion

  // #region fields
  it('hides balances from support, whichever way they ask', async () => {
    const customers = support.collection('customers')
    const [first] = await customers.list({ pagination: { size: 1 } })
    assert.equal('balance' in first, false)
    const filters = { field: 'balance', operator: 'GreaterThan', value: 0 }
    for (const options of [
      { fields: ['balance'] },
      { filters },
      { sort: { field: 'balance', ascending: true } },
    ]) {
      await assert.rejects(customers.list(options), { status: 403 })
    }
    assert.ok((await manager.collection('customers').count({ filters })) > 0)
  })
  // #endregion

  // #region scope
  it('shows the night shift the orders in their currency only', async () => {
    await store.client.service.setScope(2, 'orders', {
      field: 'currency',
      operator: 'equal',
      value: '{{currentUser.tags.currency}}',
    })
    const atNight = store.as('Support', { renderingId: 2 }).collection('orders')
    const listed = await atNight.list({ fields: ['currency'], pagination: { size: 50 } })
    assert.deepEqual(new Set(listed.map(({ currency }) => currency)), new Set(['EUR']))
    const all = await support.collection('orders').count()
    assert.ok((await atNight.count()) < all)
    const [dollars] = await support.collection('orders').list({
      filters: { field: 'currency', operator: 'Equal', value: 'USD' },
      pagination: { size: 1 },
    })
    await assert.rejects(atNight.getOne(dollars.id), { status: 404 })
  })
  // #endregion

  // #region approval
  it('lets support refund little at once, and more when a manager approves', async () => {
    const orders = support.collection('orders')
    const [order] = await orders.list({
      filters: { field: 'total', operator: 'GreaterThan', value: 60 },
      pagination: { size: 1 },
    })
    const refund = await orders.action('Refund', { recordId: order.id })
    await refund.setFields({ Amount: 1, Reason: 'Late' })
    assert.equal((await refund.execute()).success, 'Refunded 1.')

    await refund.setFields({ Amount: 60 })
    await assert.rejects(refund.execute(), { name: 'ActionRequiresApprovalError' })
    const asked = await refund.execute({ approvalRequestMessage: 'Two weeks late' })
    await assert.rejects(support.approve(asked.approvalRequest), { status: 403 })
    const done = await manager.approve(asked.approvalRequest)
    assert.equal(done.success, 'Refunded 60.')
    const { note } = await orders.getOne(order.id, { fields: ['note'] })
    assert.equal(note, 'Refunded 60: Late')
  })
  // #endregion

  // #region matrix
  it('has the rights that were agreed on', async () => {
    const matrix = await store.permissions.matrix({
      collections: ['orders', 'products'],
      rights: ['delete', 'trigger'],
    })
    assert.equal(
      String(matrix),
      `
collection  route                   right    Manager  Support
orders      delete                  delete   yes      no
orders      action Mark as shipped  trigger  yes      yes
orders      action Refund           trigger  yes      approval
products    delete                  delete   no       no
products    action Change supplier  trigger  no       no
products    action Export stock     trigger  yes      yes
products    action Put on sale      trigger  yes      no`.trim(),
    )
  })
  // #endregion

  // #region override
  it('can be tried with other rights', async () => {
    await store.client.overrideCollectionPermission('orders', { browse: false })
    await assert.rejects(manager.collection('orders').list(), { status: 403 })
    await store.client.clearPermissionOverride()
    assert.equal((await manager.collection('orders').list()).length, 15)
  })
  // #endregion

  // #region clock
  it('ends sessions after an hour', async () => {
    const early = store.as('Support')
    assert.ok((await early.collection('orders').count()) > 0)
    store.clock.advance(3_601_000)
    await assert.rejects(early.collection('orders').count(), { status: 401 })
    store.clock.restore()
  })
  // #endregion
})
