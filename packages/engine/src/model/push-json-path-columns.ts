import type { ColumnSchema, JsonPathColumn, Operator } from '@service/datasource-toolkit'
import type { Draft, DraftCollection, DraftColumn, DraftJsonPath } from './draft.js'
import type { SourceEntry } from './fill-draft.js'
import { filterRules } from './filter-rules.js'
import type { FilterRule, WriteRule } from './model.js'

/** Lets the sources that support it evaluate the JSON path columns themselves. */
export function pushJsonPathColumns(draft: Draft, sources: readonly SourceEntry[]): void {
  sources.forEach(({ dataSource }, sourceId) => {
    const collections = [...draft.values()].filter(each => each.sourceId === sourceId)
    const jsonPathColumns = collections.flatMap(listJsonPathColumns)
    if (jsonPathColumns.length === 0 || !dataSource.withJsonPathColumns) return
    const extended = dataSource.withJsonPathColumns(jsonPathColumns).collections
    for (const collection of collections) {
      collection.source =
        extended.find(({ name }) => name === collection.source.name) ?? collection.source
      pushFields(collection)
    }
  })
}

function listJsonPathColumns({ source, fields }: DraftCollection): readonly JsonPathColumn[] {
  return [...fields.values()].flatMap(field => {
    if (field.kind !== 'Column' || !field.jsonPath) return []
    const { name, columnType, enumValues, jsonPath } = field
    const documentColumn = fields.get(jsonPath.column)
    if (documentColumn?.kind !== 'Column' || documentColumn.read.kind !== 'native') return []
    const { column } = documentColumn.read
    return [{ collection: source.name, name, columnType, enumValues, column, path: jsonPath.path }]
  })
}

function pushFields({ source, fields }: DraftCollection): void {
  for (const field of fields.values()) {
    if (field.kind !== 'Column' || !field.jsonPath) continue
    const schema = source.schema.fields[field.name]
    if (schema?.kind === 'Column') fields.set(field.name, pushed(field, field.jsonPath, schema))
  }
}

/** The source does what memory did before, where it can; what customer code replaced stays. */
function pushed(field: DraftColumn, jsonPath: DraftJsonPath, schema: ColumnSchema): DraftColumn {
  const rules = new Map<Operator, FilterRule>(field.filter)
  for (const [operator, rule] of filterRules(field.columnType, schema.operators)) {
    if (rules.get(operator)?.kind === 'emulated') rules.set(operator, rule)
  }
  const isSortedBySource = field.sort.kind === 'emulated' && schema.isSortable
  return {
    ...field,
    isGroupable: field.isGroupable && schema.isGroupable,
    read: { kind: 'native', column: field.name, isJsonPath: true },
    filter: rules,
    sort: isSortedBySource ? { kind: 'native' } : field.sort,
    write: pushedWrite(field.write, jsonPath),
  }
}

function pushedWrite(write: WriteRule, { write: handler, column, path }: DraftJsonPath): WriteRule {
  if (write.kind !== 'replaced' || !handler) return write
  const own = { kind: 'place', jsonPath: { column, path } } as const
  return write.handler === handler ? own : { ...write, own }
}
