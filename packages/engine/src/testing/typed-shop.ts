import type { CollectionCustomizer } from '../operations/collection-customizer.js'

/** The generated typings of a small shop. */
export type TypedShop = {
  readonly orders: {
    readonly columns: { id: number; total: number; note: string | null; customer_id: number }
    readonly toOne: { customer: 'customers' }
    readonly toMany: { tags: 'tags' }
  }
  readonly customers: {
    readonly columns: { id: number; name: string; order_id: number }
    readonly toOne: object
    readonly toMany: object
  }
  readonly tags: {
    readonly columns: { id: number; label: string }
    readonly toOne: object
    readonly toMany: object
  }
  readonly order_tags: {
    readonly columns: { order_id: number; tag_id: number }
    readonly toOne: object
    readonly toMany: object
  }
}

export declare const orders: CollectionCustomizer<TypedShop, 'orders'>
/** Without typings every name is accepted. */
export declare const untyped: CollectionCustomizer
