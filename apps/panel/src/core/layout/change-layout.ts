import { ownValue } from '@service/base'
import type { CollectionLayout, Layout } from '@service/protocol'
import type { ColumnChoice } from '../schema/collection-model.js'
import { tidyCollection } from './tidy-layout.js'

export type FieldLayout = NonNullable<CollectionLayout['fields']>[string]
type ListLayout = NonNullable<CollectionLayout['list']>

/** Members to set; undefined removes one. */
type Part<T> = { readonly [K in keyof T]?: T[K] | undefined }

/**
 * Returns what the layout says about a collection.
 *
 * @example
 * getCollectionLayout(layout, 'orders').label // 'Purchases'
 */
export function getCollectionLayout({ collections }: Layout, name: string): CollectionLayout {
  return ownValue(collections, name) ?? {}
}

/**
 * Returns the layout with other members for a collection; undefined removes one, so that it is guessed.
 *
 * @example
 * changeCollection(layout, 'orders', { label: 'Purchases', icon: undefined })
 */
export function changeCollection(
  layout: Layout,
  name: string,
  part: Part<CollectionLayout>,
): Layout {
  const merged = { ...getCollectionLayout(layout, name), ...part } as CollectionLayout
  const changed = tidyCollection(merged)
  const { [name]: _before, ...others } = layout.collections
  const isEmpty = Object.keys(changed).length === 0
  return { ...layout, collections: isEmpty ? others : { ...layout.collections, [name]: changed } }
}

/**
 * Returns the layout with another label, help text, widget or visibility of a field.
 *
 * @example
 * changeField(layout, 'orders', 'total', { label: 'Sum' })
 */
export function changeField(
  layout: Layout,
  collection: string,
  field: string,
  part: Part<FieldLayout>,
): Layout {
  const { fields = {} } = getCollectionLayout(layout, collection)
  const changed = { ...ownValue(fields, field), ...part } as FieldLayout
  return changeCollection(layout, collection, { fields: { ...fields, [field]: changed } })
}

/**
 * Returns the layout with other columns, sort, segments or default view of a list.
 *
 * @example
 * changeList(layout, 'orders', { sort: [{ field: 'total' }] })
 */
export function changeList(layout: Layout, collection: string, part: Part<ListLayout>): Layout {
  const { list } = getCollectionLayout(layout, collection)
  return changeCollection(layout, collection, { list: { ...list, ...part } as ListLayout })
}

/** The widths that the service accepts. */
const [narrowest, widest] = [20, 4000]

/**
 * Returns the layout with other columns of a list. Columns that the schema does not have are kept at
 * their position, so that one that returns is shown as before.
 *
 * @example
 * setColumns(layout, 'orders', toggleColumn(orders.columns, 'total'), path => isKnown(path))
 */
export function setColumns(
  layout: Layout,
  collection: string,
  columns: readonly ColumnChoice[],
  isKnown: (path: string) => boolean,
): Layout {
  const before = getCollectionLayout(layout, collection).list?.columns ?? []
  const limited = columns.map(({ width, ...rest }) =>
    width === undefined ? rest : { ...rest, width: limitWidth(width) },
  )
  const all = keepUnknown(before, limited, ({ field }) => field, isKnown)
  return changeList(layout, collection, { columns: all })
}

const limitWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, narrowest), widest))

/**
 * Returns a changed list together with those items of the list before that the schema does not know,
 * each after the item it followed.
 *
 * @example
 * keepUnknown(['a', 'gone', 'b'], ['b', 'a'], each => each, each => each !== 'gone') // ['b', 'a', 'gone']
 */
export function keepUnknown<T>(
  before: readonly T[],
  after: readonly T[],
  readKey: (item: T) => string,
  isKnown: (key: string) => boolean,
): readonly T[] {
  const result = [...after]
  const present = new Set(after.map(readKey))
  before.forEach((item, index) => {
    const key = readKey(item)
    if (isKnown(key) || present.has(key)) return
    const previous = before.slice(0, index).map(readKey).reverse()
    const anchor = previous.find(each => present.has(each))
    const position = result.findIndex(each => readKey(each) === anchor)
    result.splice(position + 1, 0, item)
    present.add(key)
  })
  return result
}
