import { addTimestamps } from '../../testing/add-timestamps.js'
import type { CollectionCustomizer, Plugin } from '../collection-customizer.js'

type Shop = {
  orders: { columns: { id: number }; toOne: object; toMany: object }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const optional: Plugin<{ readonly deep?: boolean } | undefined>
declare const plain: Plugin

orders.use(addTimestamps, { createdAt: 'created_at' }).emulateFieldSorting('id')
orders.use(optional).use(optional, { deep: true }).use(plain)
orders.use((_dataSource, collection) => {
  collection.addSegment(collection.name, { field: 'any', operator: 'Present' })
})

// @ts-expect-error the plugin needs its options
orders.use(addTimestamps)

// @ts-expect-error an option of another name
orders.use(addTimestamps, { updatedAt: 'updated_at' })

// @ts-expect-error a plugin is a function
orders.use('flattener')
