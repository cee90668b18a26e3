import type { ColumnSchema, Operator, PlaceColumn } from '@service/datasource-toolkit'
import type { Draft, DraftCollection, DraftColumn, DraftPlace } from './draft.js'
import type { SourceEntry } from './fill-draft.js'
import { filterRules } from './filter-rules.js'
import type { FilterRule, WriteRule } from './model.js'

/** Lets the sources that support it evaluate the JSON path columns themselves. */
export function pushPlaces(draft: Draft, sources: readonly SourceEntry[]): void {
  sources.forEach(({ dataSource }, sourceId) => {
    const collections = [...draft.values()].filter(each => each.sourceId === sourceId)
    const places = collections.flatMap(placesOf)
    if (places.length === 0 || !dataSource.withPlaces) return
    const extended = dataSource.withPlaces(places).collections
    for (const collection of collections) {
      collection.source =
        extended.find(({ name }) => name === collection.source.name) ?? collection.source
      pushFields(collection)
    }
  })
}

function placesOf({ source, fields }: DraftCollection): readonly PlaceColumn[] {
  return [...fields.values()].flatMap(field => {
    if (field.kind !== 'Column' || !field.place) return []
    const { name, columnType, enumValues, place } = field
    const holder = fields.get(place.column)
    if (holder?.kind !== 'Column' || holder.read.kind !== 'native') return []
    const { column } = holder.read
    return [{ collection: source.name, name, columnType, enumValues, column, path: place.path }]
  })
}

function pushFields({ source, fields }: DraftCollection): void {
  for (const field of fields.values()) {
    if (field.kind !== 'Column' || !field.place) continue
    const schema = source.schema.fields[field.name]
    if (schema?.kind === 'Column') fields.set(field.name, pushed(field, field.place, schema))
  }
}

/** The source does what memory did before, where it can; what customer code replaced stays. */
function pushed(field: DraftColumn, place: DraftPlace, schema: ColumnSchema): DraftColumn {
  const rules = new Map<Operator, FilterRule>(field.filter)
  for (const [operator, rule] of filterRules(field.columnType, schema.operators)) {
    if (rules.get(operator)?.kind === 'emulated') rules.set(operator, rule)
  }
  const isSortedBySource = field.sort.kind === 'emulated' && schema.isSortable
  return {
    ...field,
    isGroupable: field.isGroupable && schema.isGroupable,
    read: { kind: 'native', column: field.name, isPlace: true },
    filter: rules,
    sort: isSortedBySource ? { kind: 'native' } : field.sort,
    write: pushedWrite(field.write, place),
  }
}

function pushedWrite(write: WriteRule, { write: handler, column, path }: DraftPlace): WriteRule {
  if (write.kind !== 'replaced' || !handler) return write
  const own = { kind: 'place', place: { column, path } } as const
  return write.handler === handler ? own : { ...write, own }
}
