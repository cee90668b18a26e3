import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  readonly orders: {
    readonly columns: { readonly id: number; readonly status: string }
    readonly toOne: object
    readonly toMany: object
  }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const untyped: CollectionCustomizer

orders.overrideCreate(({ collection, data }) =>
  collection.create(data.map(({ status }) => ({ status: status ?? 'new' }))),
)

untyped.overrideCreate(({ data }) => data.map(record => ({ ...record, id: 1 })))

// @ts-expect-error records must be answered
orders.overrideCreate(() => {})
// @ts-expect-error a column that does not exist
orders.overrideCreate(({ data }) => data.map(({ nope }) => ({ nope })))
