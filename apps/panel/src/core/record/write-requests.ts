import { nameInPath } from '@service/protocol'
import type { SelectionAttributes } from '../list/selection.js'
import type { CollectionModel } from '../schema/collection-model.js'
import type { Draft } from './draft.js'
import type { RelatedChoice } from './record-title.js'
import type { WriteEffect } from './write-effect.js'

/** A write of the agent. */
export interface WriteRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** What becomes different, for the lists and records that are already loaded. Not sent. */
  readonly effect: WriteEffect
}

/**
 * Builds the requests that save a draft, in their order. An update says on which values it was
 * made: the agent refuses it when one of them has changed.
 *
 * @example
 * for (const request of buildSave(draft, orders)) await send(request)
 */
export function buildSave(draft: Draft, collection: CollectionModel): readonly WriteRequest[] {
  const isRelation = (name: string) => collection.fields.get(name)?.kind === 'to-one'
  const names = Object.keys(draft.changes)
  const columns = names.filter(name => !isRelation(name))
  const relations = names.filter(isRelation)
  const path = `/${nameInPath(collection.name)}`
  if (draft.id === undefined) return [buildCreate(draft, collection, columns, relations)]
  const record = `${path}/${encodeURIComponent(draft.id)}`
  const update: WriteRequest[] =
    columns.length > 0 ? [buildUpdate(draft, collection, columns, record)] : []
  const related = relations.map(
    (name): WriteRequest => ({
      method: 'PUT',
      path: `${record}/relationships/${nameInPath(name)}`,
      body: {
        data: buildIdentifier(draft.changes, collection, name),
        ...(Object.hasOwn(draft.base, name) && {
          meta: { expect: buildIdentifier(draft.base, collection, name) },
        }),
      },
      effect: {
        kind: 'update',
        collection: collection.name,
        id: draft.id!,
        values: {},
        related: { [name]: draft.changes[name] as RelatedChoice | null },
      },
    }),
  )
  return [...update, ...related]
}

function buildCreate(
  draft: Draft,
  collection: CollectionModel,
  columns: readonly string[],
  relations: readonly string[],
): WriteRequest {
  const relationships = relations.map(name => [
    name,
    { data: buildIdentifier(draft.changes, collection, name) },
  ])
  return {
    method: 'POST',
    path: `/${nameInPath(collection.name)}`,
    body: {
      data: {
        type: collection.name,
        attributes: pick(draft.changes, columns),
        ...(relations.length > 0 && { relationships: Object.fromEntries(relationships) }),
      },
    },
    effect: { kind: 'create', collection: collection.name },
  }
}

function buildUpdate(
  draft: Draft,
  collection: CollectionModel,
  columns: readonly string[],
  path: string,
): WriteRequest {
  // A value that was not read cannot be expected.
  const known = columns.filter(name => Object.hasOwn(draft.base, name))
  return {
    method: 'PUT',
    path,
    body: {
      data: {
        type: collection.name,
        id: draft.id,
        attributes: pick(draft.changes, columns),
        ...(known.length > 0 && { meta: { expect: pick(draft.base, known) } }),
      },
    },
    effect: {
      kind: 'update',
      collection: collection.name,
      id: draft.id!,
      values: pick(draft.changes, columns),
      related: {},
    },
  }
}

function buildIdentifier(values: Draft['changes'], { fields }: CollectionModel, name: string) {
  const choice = values[name] as RelatedChoice | null | undefined
  return choice ? { type: fields.get(name)?.target, id: choice.id } : null
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(names.map(name => [name, values[name] ?? null]))
}

/**
 * Builds the request that deletes one record.
 *
 * @example
 * buildDelete('orders', '12').path // '/orders/12'
 */
export function buildDelete(collection: string, id: string): WriteRequest {
  return {
    method: 'DELETE',
    path: `/${nameInPath(collection)}/${encodeURIComponent(id)}`,
    effect: { kind: 'delete', collection, ids: [id] },
  }
}

/**
 * Builds the request that deletes a selection.
 *
 * @example
 * buildBulkDelete('orders', buildSelectionAttributes(selection, rows))
 */
export function buildBulkDelete(collection: string, selected: SelectionAttributes): WriteRequest {
  const body = { data: { attributes: { collection_name: collection, ...selected } } }
  return {
    method: 'DELETE',
    path: `/${nameInPath(collection)}`,
    body,
    effect: { kind: 'delete', collection, ...(!selected.all_records && { ids: selected.ids }) },
  }
}
