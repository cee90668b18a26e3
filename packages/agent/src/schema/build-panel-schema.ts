import type { CollectionModel, FieldModel } from '@service/engine'
import type {
  ApprovalNeed,
  PanelAction,
  PanelCollection,
  PanelField,
  PanelRights,
  PanelSchema,
  SchemaField,
  SchemaSegment,
} from '@service/protocol'
import { nativeConnections } from '../charts/run-query.js'
import type { Access } from '../gateway/access.js'
import type { CallerActionRights } from '../gateway/action-rights.js'
import { areRightsOpen } from '../gateway/open-rights.js'
import { isHidden } from '../query/require-uses.js'
import type { Runtime } from '../runtime.js'
import { describeSegments, isReadOnly, listExported, listFields } from './build-schema.js'
import { describeActions } from './describe-action.js'
import { describeField, listForeignKeys } from './describe-field.js'
import { isGroupable, isLocked, isWritableColumn, listOperators } from './field-capabilities.js'

/** The part of the schema that a caller may use, with what they may do; it names nothing else. */
export function buildPanelSchema(runtime: Runtime, access: Access): PanelSchema {
  const { model, options, service, ai } = runtime
  return {
    tag: access.schemaTag,
    collections: listExported(model)
      .filter(collection => access.mayRead(collection))
      .map(collection => describeCollection(runtime, collection, access)),
    charts: [...model.charts.keys()].filter(name => access.mayRunCodeChart(name)),
    canUseAuditTrail: options.auditTrail !== undefined,
    aiNames: ai?.models.map(({ name }) => name) ?? [],
    nativeQueryConnections: nativeConnections(runtime).map(({ name }) => name),
    rights: areRightsOpen(service) ? 'open' : 'enforced',
  }
}

function describeCollection(
  runtime: Runtime,
  collection: CollectionModel,
  access: Access,
): PanelCollection {
  const isReadOnlyAgent = runtime.options.readOnly !== undefined
  const rights = listRights(collection, access, isReadOnlyAgent)
  return {
    name: collection.name,
    dataSource: nameSource(runtime, collection),
    rights,
    isCountable: collection.isCountable,
    isSearchable: collection.isSearchable,
    fields: describeFields(collection, access, isReadOnlyAgent),
    actions: isReadOnlyAgent ? [] : listActions(runtime, collection, access),
    segments: listSegments(collection, access),
    charts: rights.read ? [...collection.charts.keys()] : [],
  }
}

/** Those written in code, then the live queries of the caller's team. */
function listSegments(collection: CollectionModel, access: Access): readonly SchemaSegment[] {
  const own = describeSegments(collection)
  const live = [...access.namedQueries(collection).keys()]
    .filter(name => !collection.segments.has(name))
    .map(name => ({ id: `${collection.name}.${name}`, name }))
  return [...own, ...live]
}

/** The name of its connection or its own; the position of a data source that has none. */
function nameSource({ dataSources }: Runtime, { sourceId }: CollectionModel): string {
  const { nativeConnections = [], name } = dataSources[sourceId]?.dataSource ?? {}
  return nativeConnections[0]?.name ?? name ?? `Data source ${sourceId + 1}`
}

function listRights(
  collection: CollectionModel,
  access: Access,
  isReadOnlyAgent: boolean,
): PanelRights {
  const canWrite = !isReadOnlyAgent && !isReadOnly(collection)
  const canDelete =
    !isReadOnlyAgent && (!collection.isReadOnly || collection.overrides !== undefined)
  const browse = access.can('browse', collection)
  return {
    browse,
    read: access.can('read', collection),
    add: canWrite && access.can('add', collection),
    edit: canWrite && access.can('edit', collection),
    delete: canDelete && access.can('delete', collection),
    export: browse && access.can('export', collection),
  }
}

function describeFields(
  collection: CollectionModel,
  access: Access,
  isReadOnlyAgent: boolean,
): readonly PanelField[] {
  const isShown = (field: FieldModel) => !isHidden(access, collection, field)
  const foreignKeys = listForeignKeys(collection, isShown)
  return listFields(collection, foreignKeys)
    .filter(([, field]) => isShown(field))
    .map(([name, field]) => {
      const described = describeField(name, field, collection, foreignKeys)
      return {
        ...described,
        inverseOf: findShownInverse(described, field, access),
        operators: field.kind === 'Column' ? listOperators(field) : [],
        isGroupable: isGroupable(field, collection),
        isWritable:
          !isReadOnlyAgent && !described.isReadOnly && isWritable(collection, field, access),
      }
    })
}

function findShownInverse(
  { inverseOf }: SchemaField,
  field: FieldModel,
  access: Access,
): string | null {
  if (inverseOf === null || field.kind === 'Column') return null
  return isHidden(access, field.target, field.target.view.get(inverseOf)!) ? null : inverseOf
}

function isWritable(collection: CollectionModel, field: FieldModel, access: Access): boolean {
  return field.kind === 'Column'
    ? isWritableColumn(collection, field, access)
    : !isLocked(access, collection, field)
}

/** Actions that the caller may trigger or approve. */
function listActions(
  { options }: Runtime,
  collection: CollectionModel,
  access: Access,
): readonly PanelAction[] {
  return describeActions(collection, options).flatMap(action => {
    const rights = access.actionRights(action.name, collection)
    const { trigger, approve, selfApprove } = rights
    if (!trigger.isGranted && !approve.isGranted && !selfApprove.isGranted) return []
    return [
      {
        ...action,
        mayTrigger: trigger.isGranted,
        needsApproval: findApprovalNeed(rights),
        mayApprove: approve.isGranted,
      },
    ]
  })
}

function findApprovalNeed({ requireApproval }: CallerActionRights): ApprovalNeed {
  if (!requireApproval.isGranted) return 'never'
  return requireApproval.condition === undefined ? 'always' : 'depends'
}
