import { afterEach, describe, expect, it } from 'vitest'
import type { Agent } from '../agent.js'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let opened: OpenAgent | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

const path = '/_actions/orders/0/refund'
const body = (attributes: object) => ({
  data: { type: 'action-requests', attributes: { collection_name: 'orders', ...attributes } },
})

async function open() {
  const customize = (agent: Agent) =>
    agent.customizeCollection('orders', orders =>
      orders.addAction('Refund', {
        scope: 'Single',
        form: [
          {
            label: 'Amount',
            type: 'Number',
            isRequired: true,
            widget: 'NumberInput',
            max: async context => (await context.getRecord(['total'])).total as number,
            defaultValue: async context => (await context.getField('total')) as number,
          },
          { id: 'why', label: 'Reason', type: 'Enum', enumValues: ['late', 'broken'] },
          {
            label: 'Proof',
            type: 'File',
            if: ({ formValues }) => formValues.why === 'broken',
          },
          {
            label: 'Product',
            type: 'String',
            widget: 'Dropdown',
            search: 'dynamic',
            options: async ({ dataSource }, text) => {
              const products = await dataSource.getCollection('products').list({}, ['sku', 'title'])
              return products
                .filter(({ title }) => String(title).toLowerCase().startsWith(text))
                .map(({ sku, title }) => ({ value: String(sku), label: String(title) }))
            },
          },
          { label: 'Customer', type: 'Collection', collectionName: 'customers' },
        ],
        execute: ({ formValues }, resultBuilder) =>
          resultBuilder.success(
            JSON.stringify({ ...formValues, Proof: formValues.Proof?.buffer.toString() }),
          ),
      }),
    )
  opened = await openAgent(shop(), { customize })
  return opened
}

const amount = {
  field: 'Amount',
  label: 'Amount',
  type: 'Number',
  isRequired: true,
  value: 10.5,
  widgetEdit: {
    name: 'number input',
    parameters: { placeholder: null, min: null, max: 10.5, step: null },
  },
}
const why = {
  field: 'why',
  label: 'Reason',
  type: 'Enum',
  value: null,
  hook: 'changeHook',
  enums: ['late', 'broken'],
}
const product = (options: object[]) => ({
  field: 'Product',
  label: 'Product',
  type: 'String',
  value: null,
  widgetEdit: {
    name: 'dropdown',
    parameters: {
      searchType: 'dynamic',
      isSearchable: true,
      placeholder: null,
      static: { options },
    },
  },
})
const customer = {
  field: 'Customer',
  label: 'Customer',
  type: 'Number',
  value: null,
  reference: 'customers.id',
}
const allProducts = [
  { value: 'a|b/c', label: 'Odd key' },
  { value: 'cup', label: 'Cup' },
  { value: 'pen', label: 'Pen' },
]

describe('POST /_actions/…/hooks', () => {
  it('computes the form when it opens', async () => {
    const { send } = await open()
    const answer = await send('POST', `${path}/hooks/load`, body({ ids: ['1'], values: {} }))
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      fields: [amount, why, product(allProducts), customer],
      layout: [],
    })
  })

  it('computes it again when a field changes', async () => {
    const { send } = await open()
    const fields = [
      { ...amount, value: 3 },
      { ...why, value: 'broken' },
      { ...product([]), value: 'pen' },
      { ...customer, value: '2' },
    ]
    const attributes = { ids: ['1'], changed_field: 'why', fields }
    const answer = await send('POST', `${path}/hooks/change`, body(attributes))
    expect(answer.json).toEqual({
      fields: [
        { ...amount, value: 3 },
        { ...why, value: 'broken' },
        { field: 'Proof', label: 'Proof', type: 'File', value: null },
        { ...product(allProducts), value: 'pen' },
        { ...customer, value: '2' },
      ],
      layout: [],
    })
  })

  it.each([
    [{ search_field: 'Product', fields: [{ field: 'Product', value: null, searchValue: 'c' }] }],
    [{ search_field: 'Product', search_value: 'c' }],
  ])('searches the options of a field: %j', async attributes => {
    const { send } = await open()
    const answer = await send('POST', `${path}/hooks/search`, body({ ids: ['1'], ...attributes }))
    expect(answer.json).toEqual({ fields: [product([allProducts[1]!])], layout: [] })
  })

  it.each([
    [{ ids: [] }, /must hold one id/],
    [{ ids: ['1'], fields: 'all' }, /'data.attributes.fields' must be a list/],
    [{ ids: ['1'], values: { Amount: 'a lot' } }, /'Amount': .*is not a Number/],
    [{ ids: ['1'], search_field: 'Nope' }, /No field 'Nope' in the form/],
  ])('refuses %j', async (attributes, detail) => {
    const { send } = await open()
    const answer = await send('POST', `${path}/hooks/load`, body(attributes))
    expect(readError(answer)).toMatchObject({ status: 400, detail: expect.stringMatching(detail) })
  })

  it('reads no record that the caller does not see', async () => {
    const { send, service } = await open()
    service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'draft' })
    const answer = await send('POST', `${path}/hooks/load`, body({ ids: ['1'] }))
    expect(answer.status).toBe(404)
  })
})

describe('POST /_actions with a form', () => {
  it('runs with the values converted', async () => {
    const { send } = await open()
    const values = {
      Amount: '2.5',
      why: 'broken',
      Proof: 'data:text/plain;name=a.txt;base64,aGVsbG8=',
      Customer: '3',
      'Loading...': 'Form is loading',
    }
    const answer = await send('POST', path, body({ ids: ['1'], values }))
    expect(answer.status).toBe(200)
    expect(JSON.parse((answer.json as { success: string }).success)).toEqual({
      Amount: 2.5,
      why: 'broken',
      Proof: 'hello',
      Product: null,
      Customer: [3],
    })
  })

  it.each([
    [{ Amount: null }, "'Amount' is required."],
    [{ Amount: 11 }, "'Amount': it must be at most 10.5."],
    [{ Amount: 1, why: 'no idea' }, '\'why\': "no idea" is not one of: late, broken.'],
    [{ Amount: 1, Customer: '77' }, "'Customer': 'customers' has no such record."],
  ])('does not run with %j', async (values, detail) => {
    const { send } = await open()
    const answer = await send('POST', path, body({ ids: ['1'], values }))
    expect(readError(answer)).toMatchObject({ status: 400, name: 'ValidationError', detail })
  })
})
