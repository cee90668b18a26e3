import { ownValue, UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall } from '../model/model.js'
import type { Overrides } from './overrides.js'

/**
 * Returns the code that replaces a write of the source; what that code itself writes goes to the
 * source.
 */
export function findOverride<V extends keyof Overrides>(
  collection: CollectionModel,
  verb: V,
  call: EngineCall,
): Overrides[V] | undefined {
  const override = collection.overrides?.[verb]
  return override && !call.callbacks?.includes(nameCallback(collection, verb))
    ? override
    : undefined
}

/** Creates the common members of an override's context. */
export function overrideContext(
  collection: CollectionModel,
  verb: keyof Overrides,
  call: EngineCall,
) {
  return collection.context(call, nameCallback(collection, verb))
}

function nameCallback({ name }: CollectionModel, verb: keyof Overrides): string {
  return `${name} override of ${verb}`
}

/** Returns the columns of the records that the override created, each with its primary key. */
export function createdRows(
  collection: CollectionModel,
  returned: unknown,
  expected: number,
): Row[] {
  if (!Array.isArray(returned) || returned.length !== expected) {
    const given = Array.isArray(returned) ? `${returned.length} records` : typeof returned
    throw new UnprocessableError(
      `overrideCreate of '${collection.name}' must return one record per record of data: ${expected} were given, it returned ${given}.`,
    )
  }
  return returned.map((record: Row | null) => ownColumns(collection, record ?? {}))
}

function ownColumns(collection: CollectionModel, record: Row): Row {
  const missing = collection.primaryKey.find(
    ({ name }) => (ownValue(record, name) ?? null) === null,
  )
  if (missing) {
    throw new UnprocessableError(
      `overrideCreate of '${collection.name}' must return records with their primary key: '${missing.name}' is missing.`,
    )
  }
  const isOwn = (name: string) => collection.source.schema.fields[name]?.kind === 'Column'
  return Object.fromEntries(Object.entries(record).filter(([name]) => isOwn(name)))
}
