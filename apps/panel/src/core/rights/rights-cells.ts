import {
  type ActionRights,
  actionConditionNames,
  actionFlagNames,
  type CollectionRights,
  defaultNames,
  type FieldRights,
  fieldRightNames,
  type RightName,
  type RightsCondition,
  type RightsDocument,
  rightNames,
} from './rights-document.js'

/** One value of a document of rights, which is what a person changes, reviews and saves. */
export type RightsCell =
  | { readonly kind: 'default'; readonly name: string }
  | { readonly kind: 'collection'; readonly collection: string; readonly name: string }
  | {
      readonly kind: 'field'
      readonly collection: string
      readonly field: string
      readonly name: string
    }
  | {
      readonly kind: 'action'
      readonly collection: string
      readonly action: string
      readonly name: string
    }

export type CellValue = boolean | RightsCondition

/** The cells of a document by their keys. */
export type RightsCells = ReadonlyMap<
  string,
  { readonly cell: RightsCell; readonly value: CellValue }
>

/**
 * Returns the key of a cell: no two cells have the same.
 *
 * @example
 * getCellKey({ kind: 'default', name: 'read' }) // '["default","read"]'
 */
export function getCellKey(cell: RightsCell): string {
  if (cell.kind === 'default') return JSON.stringify([cell.kind, cell.name])
  const part = cell.kind === 'field' ? [cell.field] : cell.kind === 'action' ? [cell.action] : []
  return JSON.stringify([cell.kind, cell.collection, ...part, cell.name])
}

/**
 * Returns every value of a document as a cell. A collection, field or action with rights of its own
 * has all its cells; the others have none.
 *
 * @example
 * listCells(document).size
 */
export function listCells({ defaults, collections }: RightsDocument): RightsCells {
  const cells = new Map<string, { cell: RightsCell; value: CellValue }>()
  const add = (cell: RightsCell, value: CellValue) => cells.set(getCellKey(cell), { cell, value })
  for (const name of defaultNames) add({ kind: 'default', name }, defaults[name] === true)
  for (const [collection, { fields = {}, actions = {}, ...rights }] of Object.entries(
    collections,
  )) {
    for (const name of rightNames)
      add({ kind: 'collection', collection, name }, rights[name] === true)
    for (const [field, own] of Object.entries(fields)) {
      for (const name of fieldRightNames)
        add({ kind: 'field', collection, field, name }, own[name] === true)
    }
    for (const [action, own] of Object.entries(actions)) {
      for (const name of actionFlagNames)
        add({ kind: 'action', collection, action, name }, own[name] === true)
      for (const name of actionConditionNames) {
        const condition = own[name]
        if (condition) add({ kind: 'action', collection, action, name }, condition)
      }
    }
  }
  return cells
}

/**
 * Builds the document that has these cells. What is missing of a collection, field or action is
 * denied.
 *
 * @example
 * buildDocument(listCells(document)) // means the same as document
 */
export function buildDocument(cells: RightsCells): RightsDocument {
  const defaults = new Map<string, CellValue>()
  const collections = new Map<string, CollectionParts>()
  for (const { cell, value } of cells.values()) {
    if (cell.kind === 'default') {
      // Absent means no, which most documents leave out.
      if (cell.name !== 'trigger' || value === true) defaults.set(cell.name, value)
      continue
    }
    const parts = getOrAdd(collections, cell.collection, newParts)
    if (cell.kind === 'collection') parts.rights.set(cell.name, value)
    else if (cell.kind === 'field') getOrAdd(parts.fields, cell.field, newMap).set(cell.name, value)
    else getOrAdd(parts.actions, cell.action, newMap).set(cell.name, value)
  }
  return {
    defaults: fillDenied(rightNames, defaults) as RightsDocument['defaults'],
    collections: Object.fromEntries(
      [...collections].map(([name, parts]) => [name, buildCollection(parts)]),
    ),
  }
}

type Values = Map<string, CellValue>

interface CollectionParts {
  readonly rights: Values
  readonly fields: Map<string, Values>
  readonly actions: Map<string, Values>
}

const newMap = (): Values => new Map()
const newParts = (): CollectionParts => ({
  rights: newMap(),
  fields: new Map(),
  actions: new Map(),
})

function buildCollection({ rights, fields, actions }: CollectionParts): CollectionRights {
  return {
    ...(fillDenied(rightNames, rights) as Record<RightName, boolean>),
    ...(fields.size > 0 && {
      fields: Object.fromEntries(
        [...fields].map(([name, own]) => [name, fillDenied(fieldRightNames, own) as FieldRights]),
      ),
    }),
    ...(actions.size > 0 && {
      actions: Object.fromEntries(
        [...actions].map(([name, own]) => [name, fillDenied(actionFlagNames, own) as ActionRights]),
      ),
    }),
  }
}

function fillDenied(names: readonly string[], values: Values): Record<string, CellValue> {
  return Object.fromEntries([...names.map(name => [name, false] as const), ...values])
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
