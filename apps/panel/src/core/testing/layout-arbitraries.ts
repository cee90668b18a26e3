import type { CollectionLayout, Layout, PanelField, PanelSchema } from '@service/protocol'
import fc from 'fast-check'
import { collection, column, relation, schema } from './build-schema.js'

/** Names of fields, paths and collections: known ones, unknown ones and awkward ones. */
const names = [
  ...['id', 'reference', 'customer', 'customer:city', 'customer:country:name', 'tags', 'total'],
  ...['status', 'note', 'gone', ':', '__proto__', 'constructor', 'To ship', 'Refund', 'Ship'],
]
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\p{L}\d _:.-]{1,12}$/u) },
)
export const anyCollectionName: fc.Arbitrary<string> = fc.constantFrom(
  ...['orders', 'customers', 'countries', 'gone', '__proto__'],
)
const anyNames = fc.array(anyName, { maxLength: 6 })
export const anyLabel: fc.Arbitrary<string> = fc.stringMatching(/^[\p{L}\d][\p{L}\d .-]{0,15}$/u)
const optional = { requiredKeys: [] as [] }

const anySections = fc.array(
  fc.record(
    {
      label: anyLabel,
      fields: anyNames,
      columns: fc.constantFrom<1 | 2>(1, 2),
      isCollapsed: fc.boolean(),
    },
    { requiredKeys: ['fields'] },
  ),
  { maxLength: 3 },
)

const anyWidget = fc.record(
  {
    name: fc.constantFrom('text', 'badge', 'money', 'nothing'),
    parameters: fc.dictionary(fc.constantFrom('base', 'unit'), fc.jsonValue({ maxDepth: 2 })),
  },
  { requiredKeys: ['name'] },
)

const anyColumns = fc.array(
  fc.record(
    { field: anyName, width: fc.integer({ min: 20, max: 4000 }), isPinned: fc.boolean() },
    { requiredKeys: ['field'] },
  ),
  { maxLength: 6 },
)

/** What a layout can say about a collection; the service accepts it. */
export const anyCollectionLayout = fc.record(
  {
    label: anyLabel,
    description: anyLabel,
    icon: anyLabel,
    titleField: anyName,
    list: fc.record(
      {
        columns: anyColumns,
        sort: fc.array(fc.record({ field: anyName, isDescending: fc.boolean() }), { maxLength: 3 }),
        segments: anyNames,
        defaultView: fc.integer({ min: 1, max: 9 }),
      },
      optional,
    ),
    detail: fc.record(
      {
        sections: anySections,
        related: fc.array(
          fc.record({ relation: anyName, columns: anyNames }, { requiredKeys: ['relation'] }),
          { maxLength: 4 },
        ),
      },
      optional,
    ),
    forms: fc.record({ create: anySections, edit: anySections }, optional),
    fields: fc.dictionary(
      anyName,
      fc.record(
        {
          label: anyLabel,
          help: anyLabel,
          show: anyWidget,
          edit: anyWidget,
          isHidden: fc.boolean(),
        },
        optional,
      ),
      { maxKeys: 4 },
    ),
    actions: fc.record({ order: anyNames, primary: anyNames, hidden: anyNames }, optional),
  },
  optional,
) as fc.Arbitrary<CollectionLayout>

const anyItem = fc.oneof(
  fc.record({ kind: fc.constant('collection' as const), name: anyCollectionName }),
  fc.record({ kind: fc.constant('dashboard' as const), id: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('link' as const),
    label: anyLabel,
    url: fc.constantFrom('https://example.com/', 'http://localhost/a?b=c'),
  }),
)

/** Any layout that the service accepts, also with names that no schema has. */
export const anyLayout = fc.record({
  version: fc.constant(1 as const),
  navigation: fc.record({
    groups: fc.array(fc.record({ label: anyLabel, items: fc.array(anyItem, { maxLength: 4 }) }), {
      maxLength: 3,
    }),
    hidden: fc.array(anyCollectionName, { maxLength: 3 }),
  }),
  collections: fc.dictionary(anyCollectionName, anyCollectionLayout, { maxKeys: 3 }),
}) as fc.Arbitrary<Layout>

const anyType = fc.constantFrom<PanelField['type']>(
  ...['String', 'Number', 'Date', 'Enum', 'Boolean', 'Json', 'Uuid', 'Point', 'Unknown'],
  ['String'],
  { fields: [{ field: 'a', type: 'Number' }] } as PanelField['type'],
)

const anyField: fc.Arbitrary<PanelField> = fc.oneof(
  fc
    .tuple(anyName, anyType, fc.boolean(), fc.boolean(), fc.boolean())
    .map(([name, type, isPrimaryKey, isRequired, isWritable]) =>
      column(name, type, { isPrimaryKey, isRequired, isWritable }),
    ),
  fc
    .tuple(
      anyName,
      fc.constantFrom('customers.id', 'orders.id', 'gone.id', '.', '', null),
      fc.constantFrom('BelongsTo', 'HasOne', 'HasMany', 'BelongsToMany'),
    )
    .map(([name, reference, kind]) =>
      relation(name, reference, kind as PanelField['relationship']),
    ),
)

/** Any schema, also one whose relations lead nowhere. */
export const anySchema: fc.Arbitrary<PanelSchema> = fc
  .uniqueArray(
    fc
      .tuple(
        anyCollectionName,
        fc.uniqueArray(anyField, { selector: ({ field }) => field, maxLength: 8 }),
        fc.uniqueArray(anyName, { maxLength: 2 }),
      )
      .map(([name, fields, segments]) =>
        collection(name, fields, {
          segments: segments.map(each => ({ id: `${name}.${each}`, name: each })),
        }),
      ),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map(collections => schema(...collections))
