import type { CollectionLayout, Layout, PanelField, PanelSchema } from '@service/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Layout as ServiceLayout } from '../../../../service/src/features/layouts/layout.js'
import { moveColumn, pinColumn, resizeColumn, toggleColumn } from '../list/columns.js'
import { isSameValue } from '../record/is-same-value.js'
import { applyLayout } from '../schema/apply-layout.js'
import { buildNavigation } from '../schema/build-navigation.js'
import { findField } from '../schema/find-field.js'
import { collection, column, relation, schema, shop } from '../testing/build-schema.js'
import { changeCollection, changeField, changeList, setColumns } from './change-layout.js'
import { diffLayouts, type LayoutChange } from './diff-layouts.js'
import { orderActions, setActionHidden, setActionOrder, setActionPrimary } from './edit-actions.js'
import {
  addGroup,
  placeItem,
  readGroups,
  removeGroup,
  renameGroup,
  setCollectionHidden,
  setGroups,
} from './edit-navigation.js'
import { setRelated, setRelatedColumns } from './edit-related.js'
import {
  addSection,
  changeSection,
  findHidingProblem,
  placeField,
  readSections,
  removeField,
  removeSection,
  type SectionPart,
  setSections,
} from './edit-sections.js'
import { editDraft, isDraftChanged, redoEdit, startDraft, undoEdit } from './layout-draft.js'
import { formatLayoutFile, parseLayoutFile } from './layout-file.js'
import { mergeLayouts } from './merge-layouts.js'
import { moveItem } from './move-item.js'
import { emptyLayout, tidyLayout } from './tidy-layout.js'
import { writeGuess } from './write-guess.js'

/** Names of fields, paths and collections: known ones, unknown ones and awkward ones. */
const names = [
  ...['id', 'reference', 'customer', 'customer:city', 'customer:country:name', 'tags', 'total'],
  ...['status', 'note', 'gone', ':', '__proto__', 'constructor', 'To ship', 'Refund', 'Ship'],
]
const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\p{L}\d _:.-]{1,12}$/u) },
)
const anyCollectionName: fc.Arbitrary<string> = fc.constantFrom(
  ...['orders', 'customers', 'countries', 'gone', '__proto__'],
)
const anyNames = fc.array(anyName, { maxLength: 6 })
const anyLabel: fc.Arbitrary<string> = fc.stringMatching(/^[\p{L}\d][\p{L}\d .-]{0,15}$/u)
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
const anyCollectionLayout = fc.record(
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
const anyLayout = fc.record({
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
const anySchema: fc.Arbitrary<PanelSchema> = fc
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

const guess = writeGuess(applyLayout(shop, null), buildNavigation(shop, null, []), 'Data')
const model = (layout: Layout | null, name = 'orders') => applyLayout(shop, layout).get(name)!
const navigation = (layout: Layout) => buildNavigation(shop, layout, [])

function isKnown(layout: Layout, path: string, name = 'orders') {
  const collections = applyLayout(shop, layout)
  return findField(collections, collections.get(name)!, path) !== undefined
}

const orders = { of: (layout: Layout) => layout.collections.orders ?? {} }
const words = (changes: readonly LayoutChange[]) =>
  changes.map(({ kind, collection = '-', name = '', from = '', to = '' }) =>
    [collection, kind, name, from, to].filter(part => part !== '').join(' '),
  )

type Edit = (layout: Layout) => Layout

/** Any change that the editor can make. */
const anyEdit: fc.Arbitrary<Edit> = (() => {
  const collection = fc.constantFrom('orders', 'customers')
  const position = fc.integer({ min: 0, max: 4 })
  const part = fc.constantFrom<SectionPart>('detail', 'create', 'edit')
  const fields = fc.constantFrom(
    ...['reference', 'status', 'total', 'note', 'city', 'full_name', 'customer'],
  )
  return fc.oneof(
    fc.tuple(collection, anyLabel).map(
      ([name, label]): Edit =>
        layout =>
          changeCollection(layout, name, { label }),
    ),
    fc.tuple(collection, fields, anyLabel).map(
      ([name, field, label]): Edit =>
        layout =>
          changeField(layout, name, field, { label }),
    ),
    fc.tuple(collection, fields, fc.boolean()).map(
      ([name, field, isHidden]): Edit =>
        layout =>
          changeField(layout, name, field, { isHidden: isHidden || undefined }),
    ),
    fc.tuple(collection, fields).map(
      ([name, field]): Edit =>
        layout =>
          setColumns(layout, name, toggleColumn(model(layout, name).columns, field), path =>
            isKnown(layout, path, name),
          ),
    ),
    fc.tuple(collection, fields, position, fc.double(), fc.boolean()).map(
      ([name, field, to, width, isPinned]): Edit =>
        layout => {
          const moved = moveColumn(model(layout, name).columns, field, to)
          const sized = Number.isNaN(width) ? moved : resizeColumn(moved, field, width)
          return setColumns(layout, name, pinColumn(sized, field, isPinned), path =>
            isKnown(layout, path, name),
          )
        },
    ),
    fc.tuple(collection, part, fields, position, fc.option(fields)).map(
      ([name, which, field, section, before]): Edit =>
        layout => {
          const sections = readSections(layout, model(layout, name), which)
          const target = { section, before: before ?? undefined }
          return setSections(layout, name, which, placeField(sections, field, target))
        },
    ),
    fc.tuple(collection, part, anyLabel, position, fc.nat(5)).map(
      ([name, which, label, index, choice]): Edit =>
        layout => {
          const sections = readSections(layout, model(layout, name), which)
          const next = [
            () => addSection(sections, label),
            () => removeSection(sections, index),
            () => changeSection(sections, index, { label, columns: 1 }),
            () => changeSection(sections, index, { label: undefined, isCollapsed: true }),
            () => moveItem(sections, index, 0),
            () => removeField(sections, 'note'),
          ][choice]!()
          return setSections(layout, name, which, next)
        },
    ),
    fc.tuple(fc.constantFrom('Refund', 'Ship'), fc.boolean(), fc.nat(2)).map(
      ([name, isOn, choice]): Edit =>
        layout =>
          [
            () => setActionPrimary(layout, 'orders', name, isOn),
            () => setActionHidden(layout, 'orders', name, isOn),
            () =>
              setActionOrder(
                layout,
                'orders',
                moveItem(orderActions(layout, 'orders', ['Refund', 'Ship']), 0, 1),
              ),
          ][choice]!(),
    ),
    fc.tuple(collection, anyLabel, position, fc.nat(5)).map(
      ([name, label, index, choice]): Edit =>
        layout => {
          const groups = readGroups(layout, navigation(layout), 'Data')
          const link = { kind: 'link', label, url: 'https://example.com/' } as const
          return [
            () => setCollectionHidden(layout, name, index > 2),
            () => setGroups(layout, addGroup(groups, label)),
            () => setGroups(layout, renameGroup(groups, index, label)),
            () => setGroups(layout, removeGroup(groups, index)),
            () =>
              setGroups(layout, placeItem(groups, { kind: 'collection', name }, { group: index })),
            () => setGroups(layout, placeItem(groups, link, { group: index })),
          ][choice]!()
        },
    ),
    fc.tuple(collection, fields).map(
      ([name, field]): Edit =>
        layout =>
          changeList(layout, name, { sort: [{ field }] }),
    ),
  )
})()

const anyEdits = fc.array(anyEdit, { maxLength: 6 })
const applyEdits = (layout: Layout, edits: readonly Edit[]) =>
  edits.reduce((before, edit) => tidyLayout(edit(before)), layout)

describe('applyLayout', () => {
  it('never fails, on any schema with any layout', () => {
    fc.assert(
      fc.property(anySchema, anyLayout, (schema, layout) => {
        const collections = applyLayout(schema, layout)
        expect([...collections.keys()]).toEqual(schema.collections.map(({ name }) => name))
        buildNavigation(schema, layout, ['orders', 'gone'])
        writeGuess(collections, buildNavigation(schema, null, []), 'Data')
      }),
      { numRuns: 300 },
    )
  })
})

describe('edits', () => {
  it('keep the document one that the service accepts and the panel can show', () => {
    fc.assert(
      fc.property(anyLayout, anyEdits, (before, edits) => {
        const layout = applyEdits(tidyLayout(before), edits)
        const result = ServiceLayout.safeParse(layout)
        expect(result.error?.issues ?? []).toEqual([])
        applyLayout(shop, layout)
        buildNavigation(shop, layout, [])
      }),
    )
  })

  it('keep what the schema does not have at its position', () => {
    const before = changeList(emptyLayout, 'orders', {
      columns: [{ field: 'reference' }, { field: 'gone', width: 90 }, { field: 'total' }],
    })
    const moved = moveColumn(model(before).columns, 'total', 0)
    const after = setColumns(before, 'orders', moved, path => isKnown(before, path))
    expect(orders.of(after).list?.columns).toEqual([
      { field: 'total' },
      { field: 'reference' },
      { field: 'gone', width: 90 },
    ])
  })

  it('choose the columns of a related list, and name that as a change', () => {
    const customers = applyLayout(shop, null).get('customers')!
    const isKnown = (name: string) => customers.fields.has(name)
    const choose = (columns?: readonly string[]) =>
      setRelated(
        emptyLayout,
        'customers',
        setRelatedColumns(customers.related, 'orders', columns),
        isKnown,
      )
    const chosen = choose(['reference', 'total'])
    expect(applyLayout(shop, chosen).get('customers')!.related).toContainEqual({
      relation: 'orders',
      columns: ['reference', 'total'],
    })
    const guess = writeGuess(applyLayout(shop, null), buildNavigation(shop, null, []), 'Data')
    expect(diffLayouts(emptyLayout, chosen, guess)).toMatchObject([
      { kind: 'relatedChanged', collection: 'customers', name: 'orders' },
    ])
    expect(diffLayouts(chosen, choose(), guess)).toMatchObject([{ kind: 'relatedChanged' }])
  })

  it('leave nothing behind that says nothing', () => {
    const named = changeField(emptyLayout, 'orders', 'total', { label: 'Sum' })
    expect(changeField(named, 'orders', 'total', { label: undefined })).toEqual(emptyLayout)
  })

  it('show an empty section while it is edited, and not on the page', () => {
    const sections = readSections(emptyLayout, model(null), 'detail')
    const layout = setSections(emptyLayout, 'orders', 'detail', addSection(sections, 'Delivery'))
    expect(readSections(layout, model(layout), 'detail').map(({ label }) => label)).toEqual([
      undefined,
      'Delivery',
    ])
    expect(model(layout).detailSections).toHaveLength(1)
    const filled = setSections(
      layout,
      'orders',
      'detail',
      placeField(readSections(layout, model(layout), 'detail'), 'shipped_at', { section: 1 }),
    )
    expect(model(filled).detailSections[1]).toMatchObject({
      label: 'Delivery',
      fields: ['shipped_at'],
    })
    const removed = removeSection(readSections(filled, model(filled), 'detail'), 1)
    expect(removed[0]?.fields.at(-1)).toBe('shipped_at')
  })

  it('say why a field that records need stays in the form that creates them', () => {
    const { fields } = model(null)
    expect(findHidingProblem(fields.get('reference')!, 'create')).toBe('needed')
    expect(findHidingProblem(fields.get('reference')!, 'edit')).toBeUndefined()
    expect(findHidingProblem(fields.get('note')!, 'create')).toBeUndefined()
  })
})

describe('a draft', () => {
  it('is undone and redone change by change', () => {
    fc.assert(
      fc.property(anyLayout, anyEdits, (layout, edits) => {
        const start = startDraft({ tag: 'a', layout })
        const end = edits.reduce((draft, edit) => editDraft(draft, edit), start)
        const undone = end.past.reduce(each => undoEdit(each), end)
        expect(undone.layout).toEqual(start.layout)
        expect(isDraftChanged(undone)).toBe(false)
        expect(undone.future.reduce(each => redoEdit(each), undone).layout).toEqual(end.layout)
      }),
    )
  })
})

describe('diffLayouts', () => {
  it('is empty exactly when both say the same', () => {
    fc.assert(
      fc.property(anyLayout, anyEdits, (before, edits) => {
        const a = tidyLayout(before)
        const b = applyEdits(a, edits)
        expect(diffLayouts(a, b, guess).length === 0).toBe(isSameValue(a, b))
        expect(diffLayouts(b, b)).toEqual([])
      }),
    )
  })

  it('names what a person did, also when the list was guessed before', () => {
    const columns = toggleColumn(model(null).columns, 'status')
    const sections = readSections(emptyLayout, model(null), 'detail')
    const layout = applyEdits(emptyLayout, [
      each => changeCollection(each, 'orders', { label: 'Purchases' }),
      each => setColumns(each, 'orders', moveColumn(columns, 'total', 1), () => true),
      each => changeField(each, 'orders', 'total', { label: 'Sum', show: { name: 'progress' } }),
      each =>
        setSections(
          each,
          'orders',
          'detail',
          placeField(addSection(sections, 'Delivery'), 'shipped_at', { section: 1 }),
        ),
      each => setActionHidden(each, 'orders', 'Refund', true),
      each => setCollectionHidden(each, 'countries', true),
    ])
    expect(words(diffLayouts(null, layout, guess))).toEqual([
      '- collectionHidden countries',
      'orders labelChanged Purchases',
      'orders columnRemoved status',
      'orders columnsOrdered',
      'orders sectionAdded Delivery',
      'orders fieldMoved shipped_at Delivery',
      'orders fieldLabelChanged total Sum',
      'orders fieldShowChanged total progress',
      'orders actionHidden Refund',
    ])
  })
})

describe('mergeLayouts', () => {
  it('takes the side that changed something', () => {
    fc.assert(
      fc.property(anyLayout, anyEdits, (before, edits) => {
        const base = tidyLayout(before)
        const changed = applyEdits(base, edits)
        for (const sides of [
          { mine: changed, theirs: base },
          { mine: base, theirs: changed },
          { mine: changed, theirs: changed },
        ]) {
          const { layout, conflicts } = mergeLayouts({ base, ...sides }, { guess })
          expect(conflicts).toEqual([])
          expect(layout).toEqual(changed)
        }
      }),
    )
  })

  it('loses nothing of either side, or names a conflict', () => {
    /** Orders depend on what else is in a list; all other changes stand alone. */
    const isOfItsOwn = ({ kind }: LayoutChange) =>
      !/Ordered|section|group|itemMoved|fieldMoved|part|other/.test(kind)
    /** The other side may have renamed the group that something was added to. */
    const identify = ({ to, ...rest }: LayoutChange) =>
      JSON.stringify(/Added$/.test(rest.kind) ? rest : { ...rest, to })
    fc.assert(
      fc.property(anyLayout, anyEdits, anyEdits, (before, my, their) => {
        const base = tidyLayout(before)
        const [mine, theirs] = [applyEdits(base, my), applyEdits(base, their)]
        const { layout, conflicts } = mergeLayouts({ base, mine, theirs }, { guess })
        expect(ServiceLayout.safeParse(layout).error?.issues ?? []).toEqual([])
        if (conflicts.length > 0) return
        const merged = new Set(diffLayouts(base, layout, guess).map(identify))
        const lost = [mine, theirs]
          .flatMap(side => diffLayouts(base, side, guess))
          .filter(isOfItsOwn)
          .filter(each => !merged.has(identify(each)))
        expect(words(lost)).toEqual([])
      }),
    )
  })

  it('keeps the choices of a person, whatever both sides did', () => {
    fc.assert(
      fc.property(anyLayout, anyEdits, anyEdits, (before, my, their) => {
        const base = tidyLayout(before)
        const [mine, theirs] = [applyEdits(base, my), applyEdits(base, their)]
        const { conflicts } = mergeLayouts({ base, mine, theirs }, { guess })
        const choices = new Map(conflicts.map(({ key }) => [key, 'theirs' as const]))
        const other = mergeLayouts({ base, mine, theirs }, { guess, choices })
        const swapped = mergeLayouts({ base, mine: theirs, theirs: mine }, { guess })
        expect(other.conflicts.length).toBe(swapped.conflicts.length)
      }),
    )
  })

  it('merges columns that two people chose from the guessed ones', () => {
    const { columns } = model(null)
    const known = () => true
    const mine = setColumns(emptyLayout, 'orders', toggleColumn(columns, 'status'), known)
    const theirs = setColumns(emptyLayout, 'orders', moveColumn(columns, 'total', 0), known)
    const { layout, conflicts } = mergeLayouts({ base: null, mine, theirs }, { guess })
    expect(conflicts).toEqual([])
    expect(words(diffLayouts(null, layout, guess))).toEqual([
      'orders columnRemoved status',
      'orders columnsOrdered',
    ])
  })

  it('follows a section that one renamed while the other moved fields into it', () => {
    const start = setSections(emptyLayout, 'orders', 'detail', [
      { label: 'Order', fields: ['reference', 'status'] },
      { label: 'Rest', fields: ['note', 'total'] },
    ])
    const sections = start.collections.orders!.detail!.sections!
    const mine = setSections(
      start,
      'orders',
      'detail',
      changeSection(sections, 0, { label: 'Head' }),
    )
    const theirs = setSections(
      start,
      'orders',
      'detail',
      placeField(sections, 'total', { section: 0 }),
    )
    const { layout, conflicts } = mergeLayouts({ base: start, mine, theirs })
    expect(conflicts).toEqual([])
    expect(layout.collections.orders?.detail?.sections).toEqual([
      { label: 'Head', fields: ['reference', 'status', 'total'] },
      { label: 'Rest', fields: ['note'] },
    ])
  })

  it('lets a person choose between two labels, and takes the rest from both', () => {
    const base = emptyLayout
    const mine = changeCollection(base, 'orders', { label: 'Purchases', icon: 'cart' })
    const theirs = changeCollection(base, 'orders', { label: 'Sales', titleField: 'note' })
    const merged = mergeLayouts({ base, mine, theirs })
    expect(merged.conflicts).toEqual([
      { key: '["collections","orders","label"]', collection: 'orders' },
    ])
    expect(merged.layout.collections.orders).toEqual({
      label: 'Purchases',
      icon: 'cart',
      titleField: 'note',
    })
    const choices = new Map([[merged.conflicts[0]!.key, 'theirs' as const]])
    expect(mergeLayouts({ base, mine, theirs }, { choices }).layout.collections.orders?.label).toBe(
      'Sales',
    )
  })
})

describe('the file of a layout', () => {
  it('gives no diff when it is exported and imported', () => {
    fc.assert(
      fc.property(anyLayout, layout => {
        const read = parseLayoutFile(formatLayoutFile(layout))
        if (!('layout' in read)) throw new Error(read.details)
        expect(diffLayouts(layout, read.layout)).toEqual([])
        expect(formatLayoutFile(read.layout)).toBe(formatLayoutFile(layout))
      }),
    )
  })

  it.each([
    ['{', 'noJson'],
    ['[]', 'The file must be an object'],
    [
      '{"version":2,"navigation":{"groups":[],"hidden":[]},"collections":{}}',
      "'version' must be 1",
    ],
    ['{"version":1,"collections":{}}', "'navigation' is missing"],
    [
      '{"version":1,"navigation":{"groups":[],"hidden":[]},"collections":{"orders":{"lable":"x"}}}',
      "'collections.orders.lable' is not known. Allowed: label, description",
    ],
    [
      '{"version":1,"navigation":{"groups":[{"label":"A","items":[{"kind":"page"}]}],"hidden":[]},"collections":{}}',
      "'navigation.groups.0.items.0.kind' must be one of collection, dashboard, link",
    ],
  ])('says what is wrong with %s', (text, problem) => {
    const read = parseLayoutFile(text)
    expect('layout' in read ? '' : `${read.problem} ${read.details}`).toContain(problem)
  })

  it('accepts what the service accepts, and mostly only that', () => {
    fc.assert(
      fc.property(anyName, name => {
        const layout = changeField(emptyLayout, 'orders', name, { label: 'x' })
        expect('layout' in parseLayoutFile(formatLayoutFile(layout))).toBe(
          ServiceLayout.safeParse(layout).success,
        )
      }),
    )
  })
})
