import { ForbiddenError } from '@service/base'
import { createMemoryDataSource } from '@service/datasource-memory'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { openOnSqlite } from '../testing/open-sqlite.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
afterEach(() => open.close())

const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const start = async (customize?: OpenOptions['customize']) => {
  open = await openAgent(shop(), { customize })
}
const send = (method: string, path: string, attributes: object) =>
  open.send(method, path, { data: { attributes } })
const fieldsIn = async (method: string, path: string, attributes: object) => {
  const { detail, status, data } = readError(await send(method, path, attributes))
  return { status, detail, fields: (data as { fields?: unknown } | undefined)?.fields }
}

describe('data.fields of a refused record', () => {
  it.each(['POST /orders', 'PUT /orders/1'])('%s: has every wrong value', async request => {
    await start()
    const [method, path] = request.split(' ') as [string, string]
    const answer = await fieldsIn(method, path, { total: 'ten', status: 'lost', reference: 'fine' })
    expect(answer).toEqual({
      status: 400,
      detail: `'total' of 'orders': "ten" is not a Number.`,
      fields: {
        total: [`'total' of 'orders': "ten" is not a Number.`],
        status: [`'status' of 'orders': "lost" is not a value of the Enum. Allowed: draft, paid.`],
      },
    })
  })

  it('has read-only fields, values that are required, and bytes that are none', async () => {
    await start()
    expect((await fieldsIn('PUT', '/orders/1', { version: 2 })).fields).toEqual({
      version: ["'version' of 'orders' is read-only."],
    })
    expect((await fieldsIn('PUT', '/customers/1', { name: null })).fields).toEqual({
      name: ["'name' of 'customers' must have a value."],
    })
    expect((await fieldsIn('PUT', '/products/pen', { photo: 'zz' })).fields).toEqual({
      photo: [expect.stringContaining('is not binary')],
    })
  })

  it('has all violated rules by exported name', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addFieldValidation('reference', 'StartsWith', 'O-')
          .addFieldValidation('total', 'GreaterThan', 0)
          .renameField('total', 'amount'),
      ),
    )
    const answer = await fieldsIn('POST', '/orders', { reference: 'far too long', amount: -1 })
    expect(answer).toEqual({
      status: 400,
      detail: "'reference' must have fewer than 12 characters.",
      fields: {
        reference: [
          "'reference' must have fewer than 12 characters.",
          "'reference' must start with 'O-'.",
        ],
        amount: ["'amount' must be greater than 0."],
      },
    })
  })

  it('has missing values of a new record', async () => {
    await start()
    expect((await fieldsIn('POST', '/customers', { country: 'FR' })).fields).toEqual({
      name: ["'name' is required."],
    })
  })

  it('has nothing of fields the role may not read', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addFieldValidation('reference', 'StartsWith', 'O-')
          .addFieldValidation('total', 'Present'),
      ),
    )
    open.service.setRights('orders', { ...all, fields: { total: { read: false, edit: true } } })
    const answer = await fieldsIn('POST', '/orders', { reference: 'x' })
    expect(answer.fields).toEqual({ reference: ["'reference' must start with 'O-'."] })
    const hidden = await send('POST', '/orders', { reference: 'O-9' })
    expect(readError(hidden)).toMatchObject({ code: 'hidden_rule' })
    expect(hidden.text).not.toContain('total')
  })

  it('names the imported field through which a related record is written', async () => {
    await start(agent =>
      agent
        .customizeCollection('customers', customers =>
          customers.addFieldValidation('name', 'LongerThan', 1),
        )
        .customizeCollection('orders', orders =>
          orders.importField('customer_name', { path: 'customer:name' }),
        ),
    )
    const answer = await fieldsIn('PUT', '/orders/1', { customer_name: 'A' })
    expect(answer.fields).toEqual({
      customer_name: ["'name' must have more than 1 character."],
    })
  })

  it('has the key of a relation that is set by itself', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.addFieldValidation('customer_id', 'Present'),
      ),
    )
    const answer = await open.send('PUT', '/orders/1/relationships/customer', { data: null })
    expect(readError(answer).data).toMatchObject({
      fields: { customer_id: ["'customer_id' is required."] },
    })
    const removed = await open.send('DELETE', '/customers/1/relationships/orders', {
      data: [{ id: '1' }],
    })
    expect(readError(removed).data).toMatchObject({ fields: { customer_id: expect.any(Array) } })
  })

  it('is absent from errors of other kinds', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.addHook('Before', 'Update', () => {
          throw new ForbiddenError('Not today.')
        }),
      ),
    )
    expect(await fieldsIn('PUT', '/orders/1', { total: 1 })).toEqual({
      status: 403,
      detail: 'Not today.',
      fields: undefined,
    })
  })

  it('leaves out columns of records that code wrote', async () => {
    open = await openAgent(
      createMemoryDataSource({
        notes: { columns: { id: { type: 'Number', isPrimaryKey: true }, text: 'String' } },
        logs: {
          columns: {
            id: { type: 'Number', isPrimaryKey: true },
            text: { type: 'String', allowNull: false },
          },
        },
      }),
      {
        customize: agent =>
          agent.customizeCollection('notes', notes =>
            notes.addHook('Before', 'Create', async ({ dataSource }) => {
              await dataSource.getCollection('logs').create([{ id: 1, text: null }])
            }),
          ),
      },
    )
    const answer = await fieldsIn('POST', '/notes', { id: 1, text: 'x' })
    expect(answer).toMatchObject({ status: 400, fields: undefined })
  })
})

describe('data.fields of a constraint', () => {
  const statements = `
    create table teams (id integer primary key, name text not null unique, size integer check (size > 0));
    create table people (id integer primary key, name text not null, email text,
      team_id integer references teams (id), unique (name, email));
    insert into teams values (1, 'red', 3), (2, 'blue', 4);
    insert into people values (1, 'ann', 'a@x', 1), (2, 'bob', 'b@x', 2);`

  const unique = (names: string) => `${names} must be unique, and another record has the same.`

  it('has the columns of unique keys', async () => {
    open = await openOnSqlite(statements)
    expect((await fieldsIn('PUT', '/teams/2', { name: 'red' })).fields).toEqual({
      name: [unique("'name'")],
    })
    expect((await fieldsIn('PUT', '/people/2', { name: 'ann', email: 'a@x' })).fields).toEqual({
      name: [unique("'name', 'email'")],
      email: [unique("'name', 'email'")],
    })
  })

  it('has the key of a relation', async () => {
    open = await openOnSqlite(statements)
    const answer = await fieldsIn('PUT', '/people/1', { team_id: 99 })
    expect(answer.fields).toEqual({ team_id: [answer.detail] })
    const created = await fieldsIn('POST', '/people', { name: 'cid', team_id: 99 })
    expect(created.fields).toEqual({ team_id: [created.detail] })
  })

  it('has the relation when its key is hidden', async () => {
    open = await openOnSqlite(statements, {
      customize: agent =>
        agent.customizeCollection('people', people =>
          people.removeField('team_id').addHook('Before', 'Update', ({ patch }) => {
            patch.team_id = 99
          }),
        ),
    })
    const answer = await fieldsIn('PUT', '/people/1', { name: 'eve' })
    expect(answer.fields).toEqual({ team: [answer.detail] })
  })
})

describe('data.fields of an action form', () => {
  const submit = async (values: object) => {
    const answer = await open.send('POST', '/_actions/orders/0/refund', {
      data: { attributes: { ids: ['1'], values } },
    })
    const { detail, data } = readError(answer)
    return { status: answer.status, detail, ...(data as object) }
  }
  const withForm = () =>
    start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.addAction('Refund', {
          scope: 'Single',
          form: [
            { label: 'Amount', type: 'Number', isRequired: true },
            { label: 'Reason', type: 'Enum', enumValues: ['broken', 'late'] },
            { label: 'To', type: 'Collection', collectionName: 'customers' },
          ],
          execute: (_, result) => result.success('Done'),
        }),
      ),
    )

  it('has every value that cannot be read', async () => {
    await withForm()
    expect(await submit({ Amount: 'ten', To: true })).toEqual({
      status: 400,
      detail: `'Amount': "ten" is not a Number.`,
      fields: {
        Amount: [`'Amount': "ten" is not a Number.`],
        To: ["'To': it must be the id of a record."],
      },
    })
  })

  it('has every value that is not allowed, and those that are missing', async () => {
    await withForm()
    expect(await submit({ Reason: 'bored', To: '99' })).toEqual({
      status: 400,
      detail: "'Amount' is required.",
      fields: {
        Amount: ["'Amount' is required."],
        Reason: [`'Reason': "bored" is not one of: broken, late.`],
        To: ["'To': 'customers' has no such record."],
      },
    })
  })
})
