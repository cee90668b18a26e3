import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  readonly orders: {
    readonly columns: { readonly id: number; readonly status: string }
    readonly toOne: object
    readonly toMany: object
  }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>

orders
  .overrideDelete(async ({ collection, filter }) => {
    await collection.update(filter, { status: 'void' })
  })
  .disableCount()

// @ts-expect-error a deletion has no patch
orders.overrideDelete(({ patch }) => patch)
