import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const noAdd = { ...all, add: false }

describe('an imported field of a record whose related record does not exist', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openAgent(shop(), {
      customize: agent =>
        agent
          .customizeCollection('customers', customers =>
            customers.importField('road', { path: 'address:street' }),
          )
          .customizeCollection('orders', orders =>
            orders
              .importField('buyer', { path: 'customer:name' })
              .importField('street', { path: 'customer:address:street' })
              .importField('road', { path: 'customer:road' })
              .addField('rename', {
                columnType: 'String',
                dependencies: ['id'],
                getValues: records => records.map(() => null),
              })
              .replaceFieldWriting('rename', value => ({ customer: { name: value } }) as never),
          ),
    })
  })
  afterAll(() => open.close())
  beforeEach(() => {
    for (const name of ['orders', 'customers', 'addresses']) open.service.setRights(name, all)
  })

  const put = (path: string, attributes: object) =>
    open.send('PUT', path, { data: { type: 'x', attributes } })
  const post = (path: string, attributes: object, relationships: object = {}) =>
    open.send('POST', path, { data: { type: 'x', attributes, relationships } })
  const readAttributes = async (path: string) =>
    ((await open.get(path)).json as { data: { attributes: Record<string, unknown> } }).data
      .attributes
  const count = async (name: string) =>
    ((await open.get(`/${name}/count`)).json as { count: number }).count
  const counts = async () => [
    await count('orders'),
    await count('customers'),
    await count('addresses'),
  ]
  const outcome = (answer: Answer) =>
    answer.status === 200 ? '200' : `${answer.status} ${readError(answer).detail}`
  const refused = (field: string) =>
    `403 '${field}' belongs to a record that does not exist or that you may not see, and your role may not create it.`

  it.each([
    ['/orders/4', { buyer: 'Eve' }, 'customers', 'buyer'],
    ['/orders/4', { reference: 'changed', buyer: 'Eve' }, 'customers', 'buyer'],
    ['/orders/4', { street: '9 rue Z' }, 'customers', 'street'],
    ['/orders/4', { street: '9 rue Z' }, 'addresses', 'street'],
    ['/orders/3', { reference: 'changed', street: '9 rue Z' }, 'addresses', 'street'],
    ['/orders/3', { road: '9 rue Z' }, 'addresses', 'road'],
    ['/orders/4', { road: '9 rue Z' }, 'addresses', 'road'],
    ['/orders/3', { customer_id: 3, road: '9 rue Z' }, 'addresses', 'road'],
    ['/customers/2', { road: '9 rue Z' }, 'addresses', 'road'],
  ])('is not written at %s with %j without add on %s', async (path, sent, closed, field) => {
    open.service.setRights(closed, noAdd)
    const before = [await readAttributes(path), await counts()]
    expect(outcome(await put(path, sent))).toBe(refused(field))
    expect([await readAttributes(path), await counts()]).toEqual(before)
  })

  it.each([
    [{ reference: 'O-7', buyer: 'Eve' }, 'customers', 'buyer'],
    [{ reference: 'O-7', buyer: 'Eve', street: '9 rue Z' }, 'addresses', 'street'],
    [{ customer_id: 2, street: '9 rue Z' }, 'addresses', 'street'],
  ])('is not written by a creation with %j without add on %s', async (sent, closed, field) => {
    open.service.setRights(closed, noAdd)
    const before = await counts()
    expect(outcome(await post('/orders', sent))).toBe(refused(field))
    expect(await counts()).toEqual(before)
  })

  it('is not written by whoever may neither read the record, without add', async () => {
    open.service.setRights('orders', { edit: true })
    open.service.setRights('customers', noAdd)
    expect(outcome(await put('/orders/4', { buyer: 'Eve' }))).toBe(refused('buyer'))
  })

  it('is refused in the same words when a scope hides the record', async () => {
    const before = await counts()
    open.service.setRights('customers', noAdd)
    open.service.setScope(1, 'customers', { field: 'id', operator: 'greater_than', value: 1_000 })
    expect(outcome(await put('/orders/1', { buyer: 'Eve' }))).toBe(refused('buyer'))
    expect(outcome(await put('/orders/4', { buyer: 'Eve' }))).toBe(refused('buyer'))
    open.service.setScope(1, 'customers', null)
    expect(await counts()).toEqual(before)
  })

  it('is refused in the same words whichever record of the chain is missing or hidden', async () => {
    open.service.setRights('customers', noAdd)
    open.service.setRights('addresses', noAdd)
    for (const sent of [{ street: '9 rue Z' }, { buyer: 'Eve', street: '9 rue Z' }]) {
      const withoutCustomer = await put('/orders/4', sent)
      const withoutAddress = await put('/orders/3', sent)
      open.service.setScope(1, 'customers', { field: 'id', operator: 'greater_than', value: 1_000 })
      const hidden = await put('/orders/1', sent)
      open.service.setScope(1, 'customers', null)
      expect(withoutCustomer.status).toBe(403)
      expect(withoutAddress.json).toEqual(withoutCustomer.json)
      expect(hidden.json).toEqual(withoutCustomer.json)
    }
    open.service.setRights('customers', all)
    open.service.setScope(1, 'customers', { field: 'id', operator: 'greater_than', value: 1_000 })
    const hidden = await put('/orders/1', { street: '9 rue Z' })
    open.service.setScope(1, 'customers', null)
    expect(hidden.json).toEqual((await put('/orders/4', { street: '9 rue Z' })).json)
  })

  it('is refused whether or not the record exists when the role may not read the field', async () => {
    open.service.setRights('orders', { ...all, fields: { buyer: { read: false, edit: true } } })
    open.service.setRights('customers', noAdd)
    const [existing, missing] = [
      await put('/orders/1', { buyer: 'Eve' }),
      await put('/orders/4', { buyer: 'Eve' }),
    ]
    expect(outcome(existing)).toBe(refused('buyer'))
    expect(existing.json).toEqual(missing.json)
    open.service.setRights('customers', all)
    expect((await put('/orders/1', { buyer: 'Eve' })).status).toBe(200)
  })

  it.each([
    ['orders', 'customer_id', '/orders/4', { buyer: 'Eve' }],
    ['orders', 'customer', '/orders/4', { buyer: 'Eve' }],
    ['addresses', 'customer_id', '/orders/3', { street: '9 rue Z' }],
  ])(
    'is not written without edit on %s.%s, which would lead to it',
    async (name, key, path, sent) => {
      open.service.setRights(name, { ...all, fields: { [key]: { read: true, edit: false } } })
      const before = [await readAttributes(path), await counts()]
      expect(outcome(await put(path, sent))).toBe(refused(Object.keys(sent)[0]!))
      expect([await readAttributes(path), await counts()]).toEqual(before)
    },
  )

  it('tells administrators the rule', async () => {
    const person = { id: 7, email: 'ada@example.com', roleId: 1 }
    open.service.setUser({ ...person, permissionLevel: 'admin' })
    open.service.setRights('customers', noAdd)
    const { data } = readError(await put('/orders/4', { buyer: 'Eve' }))
    expect(data).toMatchObject({
      rule: { kind: 'collection', right: 'add', collection: 'customers' },
    })
    open.service.setUser(person)
  })

  it('is changed without add where the related record exists, or nothing is to be stored', async () => {
    open.service.setRights('customers', noAdd)
    open.service.setRights('addresses', noAdd)
    const before = await counts()
    expect(outcome(await put('/orders/1', { buyer: 'Ada L.', street: '1 rue B' }))).toBe('200')
    expect(await readAttributes('/orders/1')).toMatchObject({ buyer: 'Ada L.', street: '1 rue B' })
    expect(outcome(await put('/orders/4', { customer_id: 1, buyer: 'Ada' }))).toBe('200')
    expect(outcome(await put('/orders/4', { customer_id: null }))).toBe('200')
    expect(outcome(await put('/orders/4', { street: null, road: null }))).toBe('200')
    expect(await counts()).toEqual(before)
  })

  it('is written by code without add: code is trusted', async () => {
    open.service.setRights('customers', noAdd)
    expect(outcome(await put('/orders/4', { rename: 'Zoe' }))).toBe('200')
    expect(await readAttributes('/orders/4')).toMatchObject({ buyer: 'Zoe' })
    await put('/orders/4', { customer_id: null })
  })

  it('creates the related record with add', async () => {
    const [orders, customers, addresses] = await counts()
    expect(outcome(await put('/orders/4', { buyer: 'Eve', street: '9 rue Z' }))).toBe('200')
    expect(await readAttributes('/orders/4')).toMatchObject({ buyer: 'Eve', street: '9 rue Z' })
    expect(await counts()).toEqual([orders, customers! + 1, addresses! + 1])
  })
})
