import type { FormFile } from '../../actions/form-elements.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  orders: {
    columns: { id: number; status: 'paid' | 'void'; note: string | null }
    toOne: { customer: 'customers' }
    toMany: object
  }
  customers: { columns: { id: number; name: string }; toOne: object; toMany: object }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const untyped: CollectionCustomizer

orders.addAction('Refund', {
  scope: 'Single',
  form: [
    { label: 'Amount', type: 'Number', isRequired: true, defaultValue: 3 },
    { label: 'Reason', type: 'Enum', enumValues: ['late', 'broken'] },
    { id: 'proof', label: 'Proof', type: 'File' },
    {
      type: 'Layout',
      component: 'Row',
      fields: [
        {
          label: 'Note',
          type: 'String',
          if: ({ formValues }) => formValues.Reason !== null,
          value: async context => (await context.getRecord(['note'])).note,
        },
      ],
    },
  ],
  execute: async (context, resultBuilder) => {
    const { Amount, Reason, proof, Note } = context.formValues
    const amount: number = Amount
    const reason: 'late' | 'broken' | null = Reason
    const file: FormFile | null = proof
    const note: string | null = Note
    // @ts-expect-error a field that the form does not have
    context.formValues.Other
    const { status, customer } = await context.getRecord(['status', 'customer:name'])
    const exact: 'paid' | 'void' = status
    const name: string | undefined = customer?.name
    const value: string | null = await context.getField('customer:name')
    const id: string | number = await context.getRecordId()
    return resultBuilder
      .setHeader('X-Id', `${id}`)
      .success(`${amount} ${reason} ${file?.name} ${note} ${exact} ${name} ${value}`)
  },
})

orders.addAction('Export', {
  scope: 'Bulk',
  generateFile: true,
  execute: async (context, resultBuilder) => {
    // @ts-expect-error only an action on one record has one
    context.getRecordId
    for await (const batch of context.iterateRecords(['id'])) {
      const ids: number[] = batch.map(({ id }) => id)
      ids.sort()
      // @ts-expect-error only what was asked for is there
      batch.map(({ status }) => status)
    }
    // @ts-expect-error a path that does not exist
    await context.getRecords(['customer:nme'])
    return resultBuilder.file('id\n1\n', 'ids.csv', 'text/csv')
  },
})

orders.addAction('Ask', {
  scope: 'Global',
  form: async ({ formValues }) => [
    {
      label: 'Who',
      type: 'String',
      widget: 'Dropdown',
      search: 'dynamic',
      options: async (context, searchValue) => {
        const text: string = searchValue.trim()
        const rows = await context.dataSource.getCollection('customers').list({}, ['name'])
        return rows.map(({ name }) => ({ label: `${text} ${formValues.x}`, value: name }))
      },
    },
  ],
  execute: ({ formValues }) => {
    const who: unknown = formValues.Who
    console.log(who)
  },
})

orders.addAction('Without widgets', {
  scope: 'Global',
  form: [
    { label: 'Text', type: 'String', placeholder: 'Write' },
    { label: 'One', type: 'Number', isRequired: true, options: [1, { label: 'Two', value: 2 }] },
    { label: 'Found', type: 'String', search: 'dynamic', options: async (_, text) => [text] },
  ],
  execute: ({ formValues }) => {
    const one: number = formValues.One
    const found: string | null = formValues.Found
    console.log(one, found)
  },
})

orders.addAction('Nope', {
  scope: 'Global',
  // @ts-expect-error a checkbox shows no placeholder
  form: [{ label: 'A', type: 'Boolean', placeholder: 'x' }],
  execute: () => {},
})

orders.addAction('Nope', {
  scope: 'Global',
  // @ts-expect-error a search needs options
  form: [{ label: 'A', type: 'String', search: 'static' }],
  execute: () => {},
})

// @ts-expect-error an unknown scope
orders.addAction('Nope', { scope: 'Every', execute: () => {} })

orders.addAction('Nope', {
  scope: 'Global',
  // @ts-expect-error this widget is for times
  form: [{ label: 'A', type: 'String', widget: 'TimePicker' }],
  execute: () => {},
})

orders.addAction('Nope', {
  scope: 'Global',
  // @ts-expect-error a dropdown has options
  form: [{ label: 'A', type: 'String', widget: 'Dropdown' }],
  execute: () => {},
})

orders.addAction('Nope', {
  scope: 'Global',
  // @ts-expect-error an enum has values
  form: [{ label: 'A', type: 'Enum' }],
  execute: () => {},
})

orders.addAction('Nope', {
  scope: 'Global',
  // @ts-expect-error a number does not begin as a text
  form: [{ label: 'A', type: 'Number', defaultValue: 'one' }],
  execute: () => {},
})

orders.addAction('Nope', {
  scope: 'Global',
  form: async () => [],
  // @ts-expect-error a result is made by the result builder
  execute: () => 'done',
})

orders
  .addField('label', {
    columnType: 'String',
    dependencies: ['status'],
    getValues: records => records.map(({ status }) => status),
  })
  .addAction('Tell', {
    scope: 'Single',
    execute: async ({ getField }, resultBuilder) => {
      const label: string | null = await getField('label')
      return resultBuilder.success(label ?? '')
    },
  })
  .addAction('Tell all', { scope: 'Global', execute: () => undefined })
  .disableCount()

untyped.addAction('Anything', {
  scope: 'Bulk',
  form: [{ label: 'Owner', type: 'Collection', collectionName: 'owners' }],
  execute: async ({ getRecords, formValues }) => {
    const records = await getRecords(['what:ever'])
    const owner: readonly (string | number)[] | null = formValues.Owner
    console.log(records[0]?.what, owner)
  },
})
