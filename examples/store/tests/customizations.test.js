import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { openStore } from './open-store.js'
import { afterAll, beforeAll, describe, it } from './runner.js'

describe('the customizations of the shop', () => {
  let store
  let manager

  beforeAll(async () => {
    store = await openStore()
    manager = store.as('Manager')
  })
  afterAll(() => store?.close())

  // #region computed
  it('computes full names, and finds and sorts customers by them', async () => {
    const customers = manager.collection('customers')
    const [first] = await customers.list({
      fields: ['first_name', 'last_name', 'full_name'],
      sort: { field: 'full_name', ascending: true },
      pagination: { size: 1 },
    })
    assert.equal(first.full_name, `${first.first_name} ${first.last_name}`)
    const found = await customers.list({
      filters: { field: 'full_name', operator: 'Equal', value: first.full_name },
      fields: ['full_name'],
    })
    assert.ok(found.every(({ full_name }) => full_name === first.full_name))
  })
  // #endregion

  it('joins the warehouse, which is another database', async () => {
    const [product] = await manager.collection('products').list({
      filters: { field: 'shelf_code', operator: 'Equal', value: 'A-001' },
      fields: ['id', 'shelf_code', 'shelf:chip'],
    })
    assert.equal(product.id, 1)
    assert.equal(product.shelf.chip, 'c41f0001')
  })

  // #region action-form
  it('asks for details when the reason of a refund is another one', async () => {
    const refund = await manager.collection('orders').action('Refund', { recordId: 5 })
    assert.equal(refund.doesFieldExist('Details'), false)
    await refund.getEnumField('Reason').select('Other')
    assert.equal(refund.getField('Details').isRequired(), true)
    await refund.setFields({ Amount: 1, Details: 'The box was open' })
    assert.equal((await refund.execute()).success, 'Refunded 1.')
  })
  // #endregion

  it('refuses to refund more than the order cost', async () => {
    const refund = await manager.collection('orders').action('Refund', { recordId: 5 })
    await refund.setFields({ Amount: 1_000_000, Reason: 'Late' })
    await assert.rejects(refund.execute(), { name: 'ActionFormValidationError', status: 400 })
  })

  // #region action-bulk
  it('ships paid orders many at once', async () => {
    const orders = manager.collection('orders')
    const paid = await orders.segment('To ship').list({ pagination: { size: 3 } })
    const ship = await orders.action('Mark as shipped', { recordIds: paid.map(({ id }) => id) })
    assert.equal((await ship.execute()).success, '3 orders are on their way.')
    const { shipped_at } = await orders.getOne(paid[0].id, { fields: ['shipped_at'] })
    assert.ok(shipped_at)
  })
  // #endregion

  it('shows the sale on a read-only field, laid out in a row', async () => {
    const sale = await manager.collection('products').action('Put on sale', { recordIds: [4] })
    await sale.getFieldNumber('Percent').fill(25)
    assert.equal(sale.getField('Announcement').getValue(), 'Now 25 % off')
    assert.equal(sale.getField('Announcement').isReadOnly(), true)
    assert.equal(sale.getLayout().element(1).rowElement(0).getInputId(), 'Percent')
    assert.equal((await sale.execute()).success, 'Now 25 % off')
  })

  it('exports the stock as a file', async () => {
    const { file } = await (await manager.collection('products').action('Export stock')).execute()
    assert.equal(file.name, 'stock.csv')
    const [header] = Buffer.from(file.content).toString().split('\n')
    assert.equal(header, 'sku,name,stock')
  })

  // #region charts
  it('draws its charts', async () => {
    const { countCurrent } = await manager.valueChart('revenue')
    assert.ok(countCurrent > 0)
    const best = await manager.leaderboardChart('bestSellers')
    assert.equal(best.length, 10)
    const spending = await manager
      .collection('customers')
      .timeBasedChart('spending', { recordId: 1 })
    assert.ok(spending.length > 0)
  })

  it('draws a chart of the agent for those whose team has it', async () => {
    const support = store.as('Support')
    await assert.rejects(support.valueChart('revenue'), { status: 403 })
    await store.client.service.setCharts(1, [{ type: 'Value', apiRoute: '/_charts/revenue' }])
    assert.ok((await support.valueChart('revenue')).countCurrent > 0)
  })
  // #endregion

  // #region csv
  it('exports orders with the names of their customers', async () => {
    let text = ''
    const sink = new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    })
    await manager.collection('orders').exportCsv(sink, {
      fields: ['reference', 'customer:full_name'],
      filters: { field: 'id', operator: 'LessThan', value: 3 },
    })
    assert.equal(text.split('\n')[0], 'reference,customer:full_name')
    assert.equal(text.trimEnd().split('\n').length, 3)
  })
  // #endregion
})
