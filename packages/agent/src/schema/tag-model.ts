import type { AiProvider } from '@service/ai-proxy'
import type { CollectionModel, FieldModel, Model } from '@service/engine'
import type { ResolvedOptions } from '../options.js'
import type { OpenDataSource, Runtime } from '../runtime.js'
import { version } from '../version.js'
import { digest } from './digest.js'

/**
 * Identifies a model, the same in every process that serves it. In production the hash of the deployed
 * schema stands for the collections: reading all of them would delay the first response, since the
 * engine prepares each on first use.
 */
export function tagModel(
  { model, dataSources }: Pick<Runtime, 'model' | 'dataSources'>,
  options: ResolvedOptions,
  ai: AiProvider | undefined,
  schemaHash: string | undefined,
): string {
  const { prefix, useUnsafeActionEndpoint, auditTrail, isProduction, readOnly } = options
  const isOutlined = schemaHash === undefined || !isProduction
  return digest(
    JSON.stringify([
      version,
      schemaHash,
      prefix,
      useUnsafeActionEndpoint,
      auditTrail !== undefined,
      readOnly !== undefined,
      ai?.models.map(({ name }) => name),
      dataSources.map(listNames),
      [...model.charts.keys()],
      isOutlined && listExported(model).map(outlineCollection),
    ]),
  )
}

function listExported({ collections }: Model): readonly CollectionModel[] {
  return [...collections.values()].filter(({ isExported }) => isExported)
}

function listNames({ dataSource }: OpenDataSource): readonly (string | undefined)[] {
  return [dataSource.name, ...dataSource.nativeConnections.map(({ name }) => name)]
}

/** What the schema file does not contain, and what identifies a model that has none. */
function outlineCollection(collection: CollectionModel): string {
  const { name, sourceId, isCountable, isSearchable, isReadOnly, overrides } = collection
  const flags = `${sourceId} ${isCountable} ${isSearchable} ${isReadOnly && !overrides}`
  const names = [collection.segments, collection.charts, collection.actions].map(map => [
    ...map.keys(),
  ])
  let outline = `${name} ${flags} ${JSON.stringify(names)}`
  for (const [field, model] of collection.view) outline += `\n${field} ${outlineField(model)}`
  return outline
}

function outlineField(field: FieldModel): string {
  if (field.kind !== 'Column') return `${field.kind} ${field.target.name}`
  const { columnType, isPrimaryKey, isGroupable, enumValues, filter, sort, write, checks } = field
  const type = typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
  const values = enumValues === undefined ? '' : JSON.stringify(enumValues)
  return `${type} ${isPrimaryKey} ${isGroupable} ${filter.size} ${sort.kind} ${write.kind} ${checks.length}${values}`
}
