import { ownValue } from '@service/base'
import type { CollectionLayout, Layout, LayoutItem, LayoutSection } from '@service/protocol'
import { isSameValue } from '../record/is-same-value.js'
import { readItemKey } from './edit-navigation.js'
import { type ItemGroup, matchGroups } from './match-groups.js'
import { emptyLayout, tidyLayout } from './tidy-layout.js'

/** What can change. Each has a text. */
type ChangeKind =
  | 'groupAdded'
  | 'groupRemoved'
  | 'groupRenamed'
  | 'groupsOrdered'
  | 'itemAdded'
  | 'itemRemoved'
  | 'itemMoved'
  | 'itemsOrdered'
  | 'itemChanged'
  | 'collectionHidden'
  | 'collectionShown'
  | 'labelChanged'
  | 'descriptionChanged'
  | 'iconChanged'
  | 'titleChanged'
  | 'columnAdded'
  | 'columnRemoved'
  | 'columnsOrdered'
  | 'columnResized'
  | 'columnPinned'
  | 'columnReleased'
  | 'sortChanged'
  | 'segmentAdded'
  | 'segmentRemoved'
  | 'segmentsOrdered'
  | 'defaultViewChanged'
  | 'sectionAdded'
  | 'sectionRemoved'
  | 'sectionRenamed'
  | 'sectionChanged'
  | 'sectionsOrdered'
  | 'fieldAdded'
  | 'fieldRemoved'
  | 'fieldMoved'
  | 'fieldsOrdered'
  | 'relatedAdded'
  | 'relatedRemoved'
  | 'relatedOrdered'
  | 'relatedChanged'
  | 'fieldLabelChanged'
  | 'fieldHelpChanged'
  | 'fieldShowChanged'
  | 'fieldEditChanged'
  | 'fieldHidden'
  | 'fieldShown'
  | 'actionPrimary'
  | 'actionInMenu'
  | 'actionHidden'
  | 'actionShown'
  | 'actionsOrdered'
  | 'partChosen'
  | 'partGuessed'
  | 'other'

/** The parts of a collection that are guessed as a whole, or chosen. */
type LayoutPart =
  | 'columns'
  | 'segments'
  | 'detail'
  | 'related'
  | 'create'
  | 'edit'
  | 'actions'
  | 'navigation'

/** One difference between two layouts, to be put into words. */
export interface LayoutChange {
  readonly kind: ChangeKind
  /** The collection it is about; absent for the navigation. */
  readonly collection?: string
  readonly part?: LayoutPart
  /** A field, an action, a section, a group or an entry. */
  readonly name?: string
  /** A label, a widget or a group before; absent when there was none. */
  readonly from?: string
  readonly to?: string
}

type Change = Omit<LayoutChange, 'collection'>

/**
 * Lists what differs between two layouts, for people. Empty when both say the same.
 *
 * @example
 * diffLayouts(published, draft.layout, guess) // [{ kind: 'columnRemoved', collection: 'orders', name: 'note' }]
 */
export function diffLayouts(
  before: Layout | null,
  after: Layout | null,
  guess: Layout = emptyLayout,
): readonly LayoutChange[] {
  const [a, b] = [before, after].map(each => tidyLayout(each ?? emptyLayout)) as [Layout, Layout]
  if (isSameValue(a, b)) return []
  const names = new Set([...Object.keys(a.collections), ...Object.keys(b.collections)])
  return [
    ...diffNavigation(a, b, guess),
    ...[...names].flatMap(collection => {
      const [own, next] = [a, b].map(each => ownValue(each.collections, collection) ?? {})
      const changes = diffCollection(own!, next!, ownValue(guess.collections, collection) ?? {})
      return changes.map(change => ({ ...change, collection }))
    }),
  ]
}

function diffNavigation(a: Layout, b: Layout, guess: Layout): Change[] {
  const [before, after] = [a, b].map(({ navigation: { groups } }) =>
    groups.length > 0 ? groups : undefined,
  )
  const hidden = diffKeys(a.navigation.hidden, b.navigation.hidden)
  const changes = [
    ...diffPart('navigation', before, after, guess.navigation.groups, diffNavigationGroups),
    ...hidden.added.map((name): Change => ({ kind: 'collectionHidden', name })),
    ...hidden.removed.map((name): Change => ({ kind: 'collectionShown', name })),
  ]
  return orOther(changes, a.navigation, b.navigation)
}

function diffNavigationGroups(
  before: Layout['navigation']['groups'],
  after: Layout['navigation']['groups'],
): Change[] {
  const changes = diffGroups(
    {
      added: 'groupAdded',
      removed: 'groupRemoved',
      renamed: 'groupRenamed',
      ordered: 'groupsOrdered',
    },
    { added: 'itemAdded', removed: 'itemRemoved', moved: 'itemMoved', ordered: 'itemsOrdered' },
    before.map(toGroup),
    after.map(toGroup),
  )
  const known = indexItems(before)
  const changed = [...indexItems(after)].filter(
    ([key, item]) => known.has(key) && !isSameValue(known.get(key), item),
  )
  return [...changes, ...changed.map(([name]): Change => ({ kind: 'itemChanged', name }))]
}

const toGroup = ({ label, items }: Layout['navigation']['groups'][number]): ItemGroup => ({
  label,
  keys: items.map(readItemKey),
})

const indexItems = (groups: Layout['navigation']['groups']): ReadonlyMap<string, LayoutItem> =>
  new Map(groups.flatMap(({ items }) => items.map(item => [readItemKey(item), item] as const)))

function diffCollection(
  a: CollectionLayout,
  b: CollectionLayout,
  guess: CollectionLayout,
): Change[] {
  const changes: Change[] = [
    ...diffText('labelChanged', a.label, b.label),
    ...diffText('descriptionChanged', a.description, b.description),
    ...diffText('iconChanged', a.icon, b.icon),
    ...diffText('titleChanged', a.titleField, b.titleField),
    ...diffPart('columns', a.list?.columns, b.list?.columns, guess.list?.columns, diffColumns),
    ...(isSameValue(a.list?.sort, b.list?.sort) ? [] : [{ kind: 'sortChanged' } as const]),
    ...diffPart('segments', a.list?.segments, b.list?.segments, guess.list?.segments, diffSegments),
    ...(a.list?.defaultView === b.list?.defaultView
      ? []
      : [{ kind: 'defaultViewChanged' } as const]),
    ...diffSections('detail', a.detail?.sections, b.detail?.sections, guess.detail?.sections),
    ...diffPart(
      'related',
      a.detail?.related,
      b.detail?.related,
      guess.detail?.related,
      diffRelated,
    ),
    ...diffSections('create', a.forms?.create, b.forms?.create, guess.forms?.create),
    ...diffSections('edit', a.forms?.edit, b.forms?.edit, guess.forms?.edit),
    ...diffFields(a.fields ?? {}, b.fields ?? {}),
    ...diffActions(a.actions ?? {}, b.actions ?? {}, guess.actions?.order ?? []),
  ]
  return orOther(changes, a, b)
}

/** No difference goes unmentioned. */
const orOther = (changes: Change[], a: unknown, b: unknown): Change[] =>
  changes.length === 0 && !isSameValue(a, b) ? [{ kind: 'other' }] : changes

function diffText(kind: ChangeKind, from: string | undefined, to: string | undefined): Change[] {
  if (from === to) return []
  return [{ kind, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
}

/** A list that one of them leaves out is compared as it is guessed. */
function diffPart<T>(
  part: LayoutPart,
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
  guess: readonly T[] | undefined,
  diff: (a: readonly T[], b: readonly T[]) => readonly Change[],
): Change[] {
  if (isSameValue(a, b)) return []
  const changes = diff(a ?? guess ?? [], b ?? guess ?? []).map(change => ({ ...change, part }))
  if (b === undefined) return [{ kind: 'partGuessed', part }]
  return changes.length > 0 ? changes : [{ kind: 'partChosen', part }]
}

function diffKeys(before: readonly string[], after: readonly string[]) {
  const [a, b] = [new Set(before), new Set(after)]
  const added = [...b].filter(key => !a.has(key))
  const removed = [...a].filter(key => !b.has(key))
  const isOrdered =
    [...a].filter(key => b.has(key)).join('\n') !== [...b].filter(key => a.has(key)).join('\n')
  return { added, removed, isOrdered }
}

type Columns = NonNullable<NonNullable<CollectionLayout['list']>['columns']>

function diffColumns(before: Columns, after: Columns): Change[] {
  const read = (columns: Columns) => columns.map(({ field }) => field)
  const { added, removed, isOrdered } = diffKeys(read(before), read(after))
  const known = new Map(before.map(each => [each.field, each]))
  return [
    ...added.map((name): Change => ({ kind: 'columnAdded', name })),
    ...removed.map((name): Change => ({ kind: 'columnRemoved', name })),
    ...after.flatMap(({ field: name, width, isPinned = false }): Change[] => {
      const old = known.get(name) ?? { field: name }
      return [
        ...(old.width === width
          ? []
          : [
              {
                kind: 'columnResized',
                name,
                ...(width !== undefined && { to: String(width) }),
              } as const,
            ]),
        ...((old.isPinned ?? false) === isPinned
          ? []
          : [{ kind: isPinned ? 'columnPinned' : 'columnReleased', name } as const]),
      ]
    }),
    ...(isOrdered ? [{ kind: 'columnsOrdered' } as const] : []),
  ]
}

function diffSegments(before: readonly string[], after: readonly string[]): Change[] {
  const { added, removed, isOrdered } = diffKeys(before, after)
  return [
    ...added.map((name): Change => ({ kind: 'segmentAdded', name })),
    ...removed.map((name): Change => ({ kind: 'segmentRemoved', name })),
    ...(isOrdered ? [{ kind: 'segmentsOrdered' } as const] : []),
  ]
}

type Related = NonNullable<NonNullable<CollectionLayout['detail']>['related']>

function diffRelated(before: Related, after: Related): Change[] {
  const read = (related: Related) => related.map(({ relation }) => relation)
  const { added, removed, isOrdered } = diffKeys(read(before), read(after))
  const known = new Map(before.map(each => [each.relation, each]))
  return [
    ...added.map((name): Change => ({ kind: 'relatedAdded', name })),
    ...removed.map((name): Change => ({ kind: 'relatedRemoved', name })),
    ...after
      .filter(each => known.has(each.relation) && !isSameValue(known.get(each.relation), each))
      .map(({ relation }): Change => ({ kind: 'relatedChanged', name: relation })),
    ...(isOrdered ? [{ kind: 'relatedOrdered' } as const] : []),
  ]
}

type Sections = readonly LayoutSection[]

function diffSections(
  part: LayoutPart,
  before: Sections | undefined,
  after: Sections | undefined,
  guess: Sections | undefined,
): Change[] {
  return diffPart(part, before, after, guess, (a, b) => {
    const [old, next] = [a, b].map(each =>
      each.map(({ label, fields }): ItemGroup => ({ label, keys: fields })),
    )
    const ids = matchGroups(old!, next!)
    const changed = b.flatMap((section, index): Change[] => {
      const known = a[Number(ids[index])]
      if (!known || isSameValue(readLook(known), readLook(section))) return []
      return [{ kind: 'sectionChanged', ...(section.label && { name: section.label }) }]
    })
    const changes = diffGroups(
      {
        added: 'sectionAdded',
        removed: 'sectionRemoved',
        renamed: 'sectionRenamed',
        ordered: 'sectionsOrdered',
      },
      {
        added: 'fieldAdded',
        removed: 'fieldRemoved',
        moved: 'fieldMoved',
        ordered: 'fieldsOrdered',
      },
      old!,
      next!,
    )
    return [...changes, ...changed]
  })
}

const readLook = ({ columns = 2, isCollapsed = false }: LayoutSection) => [columns, isCollapsed]

interface GroupKinds {
  readonly added: ChangeKind
  readonly removed: ChangeKind
  readonly renamed: ChangeKind
  readonly ordered: ChangeKind
}

interface ItemKinds {
  readonly added: ChangeKind
  readonly removed: ChangeKind
  readonly moved: ChangeKind
  readonly ordered: ChangeKind
}

function diffGroups(
  kinds: GroupKinds,
  items: ItemKinds,
  before: readonly ItemGroup[],
  after: readonly ItemGroup[],
): Change[] {
  const ids = matchGroups(before, after)
  const oldIds = before.map((_group, index) => String(index))
  const { added, removed, isOrdered } = diffKeys(oldIds, ids)
  const named = (label: string | undefined) => (label === undefined ? {} : { name: label })
  const [oldPlaces, places] = [placeKeys(before, oldIds), placeKeys(after, ids)]
  const find = (id: string) => after[ids.indexOf(id)]
  return [
    ...added.map((id): Change => ({ kind: kinds.added, ...named(find(id)?.label) })),
    ...removed.map((id): Change => ({ kind: kinds.removed, ...named(before[Number(id)]?.label) })),
    ...ids.flatMap((id, index): Change[] => {
      const [from, to] = [before[Number(id)], after[index]]
      return from && to && from.label !== to.label
        ? diffText(kinds.renamed, from.label, to.label)
        : []
    }),
    ...[...places].flatMap(([name, id]): Change[] => {
      const to = find(id)?.label
      const toPart = to === undefined ? {} : { to }
      if (!oldPlaces.has(name)) return [{ kind: items.added, name, ...toPart }]
      return oldPlaces.get(name) === id ? [] : [{ kind: items.moved, name, ...toPart }]
    }),
    ...[...oldPlaces.keys()]
      .filter(name => !places.has(name))
      .map((name): Change => ({ kind: items.removed, name })),
    ...ids.flatMap((id, index): Change[] => {
      const [from, to] = [before[Number(id)]?.keys ?? [], after[index]?.keys ?? []]
      return diffKeys(from, to).isOrdered
        ? [{ kind: items.ordered, ...named(after[index]?.label) }]
        : []
    }),
    ...(isOrdered ? [{ kind: kinds.ordered }] : []),
  ]
}

function placeKeys(groups: readonly ItemGroup[], ids: readonly string[]): Map<string, string> {
  const places = new Map<string, string>()
  groups.forEach(({ keys }, index) => {
    for (const key of keys) if (!places.has(key)) places.set(key, ids[index] ?? '')
  })
  return places
}

type Fields = NonNullable<CollectionLayout['fields']>

function diffFields(before: Fields, after: Fields): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap(name => {
    const [a, b] = [ownValue(before, name) ?? {}, ownValue(after, name) ?? {}]
    const changes: Change[] = [
      ...diffText('fieldLabelChanged', a.label, b.label),
      ...diffText('fieldHelpChanged', a.help, b.help),
      ...diffWidget('fieldShowChanged', a.show, b.show),
      ...diffWidget('fieldEditChanged', a.edit, b.edit),
      ...((a.isHidden ?? false) === (b.isHidden ?? false)
        ? []
        : [{ kind: b.isHidden ? 'fieldHidden' : 'fieldShown' } as const]),
    ]
    return changes.map(change => ({ ...change, name }))
  })
}

function diffWidget(
  kind: ChangeKind,
  a: Fields[string]['show'],
  b: Fields[string]['show'],
): Change[] {
  if (isSameValue(a, b)) return []
  return [{ kind, ...(a && { from: a.name }), ...(b && { to: b.name }) }]
}

type Actions = NonNullable<CollectionLayout['actions']>

function diffActions(a: Actions, b: Actions, guess: readonly string[]): Change[] {
  const primary = diffKeys(a.primary ?? [], b.primary ?? [])
  const hidden = diffKeys(a.hidden ?? [], b.hidden ?? [])
  const order = diffKeys(a.order ?? guess, b.order ?? guess)
  return [
    ...primary.added.map((name): Change => ({ kind: 'actionPrimary', name })),
    ...primary.removed.map((name): Change => ({ kind: 'actionInMenu', name })),
    ...hidden.added.map((name): Change => ({ kind: 'actionHidden', name })),
    ...hidden.removed.map((name): Change => ({ kind: 'actionShown', name })),
    ...(order.isOrdered ? [{ kind: 'actionsOrdered' } as const] : []),
  ]
}
