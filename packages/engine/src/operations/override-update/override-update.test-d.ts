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

orders.overrideUpdate(async ({ collection, filter, patch }) => {
  await collection.update(filter, { status: patch.status ?? 'new' })
})
untyped.overrideUpdate(({ patch }) => {
  patch.whatever = 1
})

orders.overrideUpdate(({ patch }) => {
  // @ts-expect-error a value of another type
  patch.status = 1
})
// @ts-expect-error the records are those of the filter
orders.overrideUpdate(({ data }) => data)
