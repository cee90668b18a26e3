import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  readonly orders: {
    readonly columns: { readonly id: number; readonly status: string; readonly total: number }
    readonly toOne: { readonly customer: 'customers' }
    readonly toMany: object
  }
  readonly customers: {
    readonly columns: { readonly id: number; readonly name: string }
    readonly toOne: object
    readonly toMany: object
  }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const untyped: CollectionCustomizer

orders
  .addField('label', {
    columnType: 'String',
    dependencies: ['status'],
    getValues: records => records.map(({ status }) => status),
  })
  .replaceFieldWriting('label', async (value, { action, record, filter }) => {
    const text: string | null = value
    const isNew: boolean = action === 'create' && filter === undefined
    return { status: text ?? record.status, total: isNew ? 0 : 1, customer: { name: 'x' } }
  })
  .replaceFieldWriting('total', () => undefined)

untyped.replaceFieldWriting('anything', value => ({ else: value }))

// @ts-expect-error a column that does not exist
orders.replaceFieldWriting('nope', () => ({}))
// @ts-expect-error a value of another type
orders.replaceFieldWriting('status', () => ({ total: 'x' }))
// @ts-expect-error a nested value of another type
orders.replaceFieldWriting('status', () => ({ customer: { name: 1 } }))
// @ts-expect-error a null handler
orders.replaceFieldWriting('status', null)
