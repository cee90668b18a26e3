import { ownValue } from '@service/base'
import type {
  CollectionLayout,
  Layout,
  LayoutSection,
  PanelAction,
  PanelCollection,
  PanelSchema,
} from '@service/protocol'
import { buildField } from './build-field.js'
import type {
  CollectionModel,
  Collections,
  ColumnChoice,
  FieldModel,
  Section,
} from './collection-model.js'
import { findField } from './find-field.js'
import { guessColumns } from './guess-columns.js'
import { guessLabel } from './guess-label.js'
import { guessSort } from './guess-sort.js'
import { guessTitle } from './guess-title.js'
import { isNeeded } from './is-needed.js'

/**
 * Combines the caller's schema with the layout of their team. Names that the schema does not have
 * are ignored, and what the layout does not say is guessed: every layout gives a usable result.
 *
 * @example
 * const orders = applyLayout(schema, layout).get('orders')
 */
export function applyLayout(schema: PanelSchema, layout: Layout | null): Collections {
  const names = new Set(schema.collections.map(({ name }) => name))
  const collections = new Map(
    schema.collections.map(collection => {
      const own = ownValue(layout?.collections ?? {}, collection.name) ?? {}
      return [collection.name, buildCollection(collection, own, names)] as const
    }),
  )
  // Columns may be paths through other collections, so they are checked when all are built.
  for (const [name, collection] of collections) {
    const own = ownValue(layout?.collections ?? {}, name) ?? {}
    collections.set(name, { ...collection, ...chooseList(collections, collection, own) })
  }
  return collections
}

function buildCollection(
  collection: PanelCollection,
  layout: CollectionLayout,
  names: ReadonlySet<string>,
): CollectionModel {
  const fields = new Map(
    collection.fields.map(each => [each.field, buildField(each, collection, layout, names)]),
  )
  const titleField = [layout.titleField, guessTitle(collection)].find(
    name => fields.get(name ?? '')?.kind === 'column',
  )
  return {
    name: collection.name,
    label: layout.label ?? guessLabel(collection.name),
    ...(layout.description !== undefined && { description: layout.description }),
    ...(layout.icon !== undefined && { icon: layout.icon }),
    dataSource: collection.dataSource,
    rights: collection.rights,
    isCountable: collection.isCountable,
    isSearchable: collection.isSearchable,
    fields,
    primaryKey: [...fields.values()].filter(each => each.isPrimaryKey).map(({ name }) => name),
    ...(titleField !== undefined && { titleField }),
    columns: guessColumns(collection).map(field => ({ field })),
    sort: guessSort(collection),
    segments: chooseSegments(collection, layout),
    ...(layout.list?.defaultView !== undefined && { defaultView: layout.list.defaultView }),
    ...chooseSections(fields, layout),
    related: chooseRelated(fields, layout),
    ...chooseActions(collection.actions, layout),
    charts: collection.charts,
  }
}

function chooseList(
  collections: Collections,
  collection: CollectionModel,
  { list }: CollectionLayout,
): Pick<CollectionModel, 'columns' | 'sort'> {
  const find = (path: string) => findField(collections, collection, path)?.field
  const columns = distinct(list?.columns ?? [], ({ field }) => field)
    .filter(({ field }) => canBeColumn(find(field)))
    .map(copyColumn)
  const sort = (list?.sort ?? []).filter(({ field }) => find(field)?.isSortable)
  return {
    columns: columns.length > 0 ? columns : collection.columns.filter(isVisible(collection)),
    sort: sort.length > 0 ? sort : collection.sort,
  }
}

const isVisible =
  ({ fields }: CollectionModel) =>
  ({ field }: ColumnChoice): boolean =>
    fields.get(field)?.isHidden !== true

/** Whether a list can have a column of a field: not of a to-many relation. */
export function canBeColumn(field: FieldModel | undefined): boolean {
  return field !== undefined && field.kind !== 'to-many'
}

function copyColumn({ field, width, isPinned }: ColumnChoice): ColumnChoice {
  const isWidth = width !== undefined && Number.isFinite(width) && width > 0
  return { field, ...(isWidth && { width }), ...(isPinned && { isPinned }) }
}

function chooseSegments({ segments }: PanelCollection, { list }: CollectionLayout) {
  if (!list?.segments) return segments
  return list.segments.flatMap(name => segments.filter(segment => segment.name === name))
}

type Fields = ReadonlyMap<string, FieldModel>

function chooseSections(fields: Fields, layout: CollectionLayout) {
  const shown = [...fields.values()].filter(field => field.kind !== 'to-many')
  const visible = names(shown.filter(field => !field.isHidden))
  const writable = shown.filter(field => field.isWritable)
  const required = names(writable.filter(isNeeded))
  const editable = names(writable.filter(field => !field.isHidden))
  const creatable = names(writable.filter(field => !field.isHidden || isNeeded(field)))
  const detail = readSections(layout.detail?.sections, visible)
  const create = readSections(layout.forms?.create, creatable)
  const edit = readSections(layout.forms?.edit, editable)
  // Forms that the layout does not describe follow the detail page.
  const followDetail = (allowed: readonly string[]) =>
    withRest(readSections(layout.detail?.sections, allowed), allowed)
  return {
    // New fields appear at the end of the detail page, and nowhere else.
    detailSections: withRest(detail, visible),
    createSections: create.length > 0 ? withRest(create, required) : followDetail(creatable),
    editSections: edit.length > 0 ? edit : followDetail(editable),
  }
}

const names = (fields: readonly FieldModel[]): string[] => fields.map(({ name }) => name)

/** Each field appears once, in the first section that names it. */
function readSections(
  sections: readonly LayoutSection[] | undefined,
  allowed: readonly string[],
): Section[] {
  const left = new Set(allowed)
  return (sections ?? [])
    .map(({ label, fields, columns, isCollapsed }) => ({
      ...(label !== undefined && { label }),
      fields: fields.filter(name => left.delete(name)),
      columns: columns ?? 2,
      isCollapsed: isCollapsed === true,
    }))
    .filter(({ fields }) => fields.length > 0)
}

function withRest(sections: readonly Section[], wanted: readonly string[]): Section[] {
  const placed = new Set(sections.flatMap(({ fields }) => fields))
  const rest = wanted.filter(name => !placed.has(name))
  if (rest.length === 0) return [...sections]
  const last = sections.at(-1)
  if (!last) return [{ fields: rest, columns: 2, isCollapsed: false }]
  return [...sections.slice(0, -1), { ...last, fields: [...last.fields, ...rest] }]
}

/** To-many relations in the order of the schema, unless the layout orders them. */
function chooseRelated(fields: Fields, { detail }: CollectionLayout): CollectionModel['related'] {
  const isRelated = (name: string) => {
    const field = fields.get(name)
    return field?.kind === 'to-many' && field.target !== undefined
  }
  if (detail?.related) {
    return distinct(detail.related, ({ relation }) => relation).filter(({ relation }) =>
      isRelated(relation),
    )
  }
  return [...fields.values()]
    .filter(field => isRelated(field.name) && !field.isHidden)
    .map(({ name }) => ({ relation: name }))
}

function chooseActions(actions: readonly PanelAction[], layout: CollectionLayout) {
  const { order = [], primary = [], hidden = [] } = layout.actions ?? {}
  const shown = actions.filter(({ name }) => !hidden.includes(name))
  const ordered = distinct(
    [...order.flatMap(name => shown.filter(action => action.name === name)), ...shown],
    ({ name }) => name,
  )
  return {
    primaryActions: ordered.filter(({ name }) => primary.includes(name)),
    otherActions: ordered.filter(({ name }) => !primary.includes(name)),
    hiddenActions: actions.filter(({ name }) => hidden.includes(name)),
  }
}

function distinct<T>(items: readonly T[], readKey: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter(item => !seen.has(readKey(item)) && seen.add(readKey(item)))
}
