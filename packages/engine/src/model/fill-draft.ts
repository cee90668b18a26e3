import { knownNames, type Logger, listOptionNames, show, unknownOption } from '@service/base'
import type {
  CollectionSource,
  ColumnSchema,
  DataSource,
  RelationSchema,
} from '@service/datasource-toolkit'
import { ConfigurationError } from '../errors.js'
import { printCallSite } from '../journal.js'
import type { CallSite } from '../journal-entry.js'
import type { Draft, DraftCollection, DraftColumn, DraftField, DraftRelation } from './draft.js'
import { filterRules } from './filter-rules.js'

/** Which collections of a data source to include, and under which names. */
export interface SourceOptions {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** New names by old name, or a function; null keeps the name. */
  readonly rename?: Readonly<Record<string, string>> | ((name: string) => string | null | undefined)
}

const optionNames = listOptionNames<SourceOptions>({ include: true, exclude: true, rename: true })

/** Throws on a value that is not a data source, on unknown options and on invalid ones. */
export function checkSourceOptions(
  factory: unknown,
  options: SourceOptions,
  calledFrom: CallSite,
): void {
  const problem = sourceProblem(factory, options)
  if (problem) throw sourceError({ calledFrom }, problem)
}

function sourceProblem(factory: unknown, options: SourceOptions): string | undefined {
  if (typeof factory !== 'function') {
    return `a datasource is what createSqlDataSource() and the like make, not ${show(factory)}.`
  }
  if (typeof options !== 'object' || options === null) {
    return `the options are an object, not ${show(options)}.`
  }
  const unknown = unknownOption(options, optionNames)
  if (unknown) return unknown
  for (const option of ['include', 'exclude'] as const) {
    const names: unknown = options[option]
    if (names === undefined || (Array.isArray(names) && names.every(isText))) continue
    return `Option '${option}' is ${show(names)}. It must be a list of names of collections.`
  }
  const { rename } = options
  const isRight = rename === undefined || (typeof rename === 'object' ? rename : isCallable(rename))
  return isRight
    ? undefined
    : `Option 'rename' is ${show(rename)}. It must be an object of new names by old name, or a function.`
}

const isText = (value: unknown) => typeof value === 'string'
const isCallable = (value: unknown) => typeof value === 'function'

/** An opened data source and its options. */
export interface SourceEntry extends SourceOptions {
  readonly dataSource: DataSource
  readonly calledFrom?: CallSite
}

/** Adds the collections of all sources, before any customization. */
export function fillDraft(
  sources: readonly SourceEntry[],
  logger: Logger,
): Map<string, DraftCollection> {
  const draft = new Map<string, DraftCollection>()
  sources.forEach((entry, sourceId) => {
    const kept = keptCollections(entry)
    const names = newNames(entry, kept)
    for (const source of kept) {
      const name = names.get(source.name)!
      const other = draft.get(name)
      if (other) throw sourceError(entry, duplicateMessage(name, other.sourceId, sourceId))
      draft.set(name, draftCollection(entry, source, sourceId, names, draft, logger))
    }
  })
  return draft
}

function keptCollections(entry: SourceEntry): readonly CollectionSource[] {
  const { collections } = entry.dataSource
  const known = collections.map(collection => collection.name)
  for (const option of ['include', 'exclude'] as const) {
    const unknown = entry[option]?.find(name => !known.includes(name))
    if (unknown !== undefined) {
      throw sourceError(
        entry,
        `${option} names '${unknown}'. There are: ${knownNames(unknown, known)}`,
      )
    }
  }
  const included = entry.include && new Set(entry.include)
  const excluded = new Set(entry.exclude)
  return collections.filter(({ name }) => (included?.has(name) ?? true) && !excluded.has(name))
}

function newNames(entry: SourceEntry, kept: readonly CollectionSource[]): Map<string, string> {
  const { rename } = entry
  const known = kept.map(collection => collection.name)
  if (rename && typeof rename !== 'function') {
    const unknown = Object.keys(rename).find(name => !known.includes(name))
    if (unknown !== undefined) {
      throw sourceError(
        entry,
        `rename names '${unknown}'. There are: ${knownNames(unknown, known)}`,
      )
    }
  }
  const newName =
    typeof rename === 'function'
      ? rename
      : (name: string) => (rename && Object.hasOwn(rename, name) ? rename[name] : undefined)
  const names = new Map(known.map(name => [name, newName(name) ?? name]))
  for (const [from, to] of names) {
    if (typeof to === 'string' && to !== '') continue
    throw sourceError(
      entry,
      `rename gives '${from}' no name: it must return a text, or null to keep the name. It may not be async.`,
    )
  }
  const taken = new Map<string, string>()
  for (const [from, to] of names) {
    const other = taken.get(to)
    if (other !== undefined)
      throw sourceError(entry, `rename gives '${to}' to '${other}' and '${from}'.`)
    taken.set(to, from)
  }
  return names
}

function draftCollection(
  { dataSource }: SourceEntry,
  source: CollectionSource,
  sourceId: number,
  names: ReadonlyMap<string, string>,
  draft: Draft,
  logger: Logger,
): DraftCollection {
  const { schema } = source
  const fields = new Map<string, DraftField>()
  for (const [name, field] of Object.entries(schema.fields)) {
    const drafted =
      field.kind === 'Column'
        ? nativeColumn(name, field, schema.isReadOnly)
        : sourceRelation(name, field, names)
    if (drafted) fields.set(name, drafted)
  }
  return {
    name: names.get(source.name)!,
    source,
    sourceId,
    capabilities: dataSource.capabilities,
    draft,
    fields,
    segments: new Map(),
    actions: new Map(),
    charts: new Map(),
    isCountable: schema.isCountable,
    isSearchable: true,
    isExported: true,
    logger,
  }
}

function nativeColumn(name: string, column: ColumnSchema, isReadOnly: boolean): DraftColumn {
  return {
    kind: 'Column',
    name,
    columnType: column.columnType,
    enumValues: column.enumValues,
    alsoHolds: column.alsoHolds,
    defaultValue: column.defaultValue,
    hasDefault: column.hasDefault,
    isPrimaryKey: column.isPrimaryKey,
    isGroupable: column.isGroupable,
    allowNull: column.allowNull,
    read: { kind: 'native', column: name },
    filter: filterRules(column.columnType, column.operators),
    sort: { kind: column.isSortable ? 'native' : 'none' },
    write: { kind: column.isReadOnly || isReadOnly ? 'none' : 'native' },
    checks: column.validation,
    export: { name },
  }
}

/** Undefined when the relation references, or goes through, a collection that was left out. */
function sourceRelation(
  name: string,
  relation: RelationSchema,
  names: ReadonlyMap<string, string>,
): DraftRelation | undefined {
  const foreignCollection = names.get(relation.foreignCollection)
  if (foreignCollection === undefined) return undefined
  const common = { kind: relation.kind, name, foreignCollection, export: { name } }
  if (relation.kind === 'OneToMany') return { ...common, keys: relation.keys, foreignKeys: [] }
  if (relation.kind !== 'ManyToMany') {
    const { keys, isEnforced, mayLeadToSeveral } = relation
    return { ...common, keys, foreignKeys: [], isEnforced, mayLeadToSeveral }
  }
  const throughCollection = names.get(relation.throughCollection)
  if (throughCollection === undefined) return undefined
  const { originKeys, foreignKeys } = relation
  return { ...common, throughCollection, keys: originKeys, foreignKeys }
}

function duplicateMessage(name: string, first: number, second: number): string {
  const sources = first === second ? 'one datasource' : `datasources ${first + 1} and ${second + 1}`
  return `two collections are named '${name}' (${sources}). Rename or exclude one of them.`
}

function sourceError(entry: Pick<SourceEntry, 'calledFrom'>, reason: string): ConfigurationError {
  const line = entry.calledFrom ? printCallSite(entry.calledFrom) : ''
  return new ConfigurationError(`addDataSource: ${reason}${line && `\n    at ${line}`}`)
}
