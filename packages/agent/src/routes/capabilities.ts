import { ValidationError } from '@service/base'
import { type ColumnType, dateOperations } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, FieldModel, Model, ToOneModel } from '@service/engine'
import { jsonResponse } from '@service/http'
import { nativeConnections } from '../charts/run-query.js'
import type { Access } from '../gateway/access.js'
import { areRightsOpen } from '../gateway/open-rights.js'
import { exportedCollection } from '../query/exported-collection.js'
import { isHidden } from '../query/require-uses.js'
import { isGroupable, isWritableColumn, listOperators } from '../schema/field-capabilities.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

interface FieldCapabilities {
  readonly name: string
  readonly type: ColumnType | ToOneModel['kind']
  readonly operators?: readonly string[]
  readonly isGroupable: boolean
}

const agentCapabilities = {
  canUseProjectionOnGetOne: true,
  canUseProjectionViaHeader: true,
  canUseProjectionViaHeaderOnList: true,
  canUseMultipleFieldsProjectionOnRelation: true,
}

/** What the agent and the named collections support. */
export const capabilities: PrivateRoute = {
  method: 'POST',
  path: '/_internal/capabilities',
  isRead: true,
  handler: async context => {
    const { runtime, access } = context
    const names = readNames((await bodyObject(context)).collectionNames)
    const collections = names
      .map(name => exportedCollection(runtime.model, name, access))
      .filter(collection => access.mayRead(collection))
    return jsonResponse(200, {
      nativeQueryConnections: nativeConnections(runtime).map(({ name }) => ({ name })),
      agentCapabilities: {
        ...agentCapabilities,
        canUseAuditTrail: runtime.options.auditTrail !== undefined,
      },
      rights: areRightsOpen(runtime.service) ? 'open' : 'enforced',
      collections: collections.map(collection => describeCollection(collection, access)),
      readableCollections: readableNames(runtime.model, access),
    })
  },
}

function readNames(given: unknown): readonly string[] {
  if (given === undefined || given === null) return []
  if (Array.isArray(given) && given.every(name => typeof name === 'string')) return given
  throw new ValidationError("'collectionNames' must be a list of texts.")
}

function readableNames(model: Model, access: Access): readonly string[] {
  return [...model.collections.values()]
    .filter(collection => collection.isExported && access.mayRead(collection))
    .map(collection => collection.name)
}

function describeCollection(collection: CollectionModel, access: Access): object {
  const fields = [...collection.view].flatMap(([name, field]): FieldCapabilities[] => {
    if (isHidden(access, collection, field)) return []
    if (field.kind === 'ManyToOne') return [describeRelation(name, field, collection)]
    return field.kind === 'Column' && isPlain(field) ? [describeColumn(name, field)] : []
  })
  return {
    name: collection.name,
    fields,
    aggregationCapabilities: {
      supportGroups: fields.some(field => field.isGroupable),
      supportedDateOperations: dateOperations,
    },
    readableFields: listFieldNames(collection, field => !isHidden(access, collection, field)),
    writableFields: listFieldNames(collection, field =>
      isWritableColumn(collection, field, access),
    ),
  }
}

/** Fields of all kinds, by their exported names. */
function listFieldNames(
  collection: CollectionModel,
  isWanted: (field: FieldModel) => boolean,
): readonly string[] {
  return [...collection.view].flatMap(([name, field]) => (isWanted(field) ? [name] : []))
}

function describeColumn(name: string, column: ColumnModel): FieldCapabilities {
  return {
    name,
    type: wireType(column.columnType),
    operators: listOperators(column),
    isGroupable: column.isGroupable,
  }
}

function describeRelation(
  name: string,
  relation: ToOneModel,
  collection: CollectionModel,
): FieldCapabilities {
  return { name, type: relation.kind, isGroupable: isGroupable(relation, collection) }
}

/** Bytes are sent as text. */
function wireType(columnType: ColumnType): ColumnType {
  if (columnType === 'Binary') return 'String'
  return Array.isArray(columnType) ? [wireType(columnType[0])] : columnType
}

function isPlain({ columnType }: ColumnModel): boolean {
  return (
    typeof columnType === 'string' ||
    (Array.isArray(columnType) && typeof columnType[0] === 'string')
  )
}
