import type { Logger } from '@service/base'
import { ownValue } from '@service/base'
import type { KeyPair, RelationSchema } from '@service/datasource-toolkit'
import type { MongoColumn } from '../collection.js'
import { UnknownOptionError } from '../errors.js'
import type { CollectionStructure } from '../introspect/structure.js'
import type { MongoOptions, Reference } from '../options.js'
import type { NestedCollectionDraft } from './describe-parts.js'

/** The properties of a collection that relations are inferred from. */
export interface RelationTable {
  readonly name: string
  readonly source: CollectionStructure
  readonly nested?: NestedCollectionDraft | undefined
  readonly columns: ReadonlyMap<string, MongoColumn>
}

type Named = readonly (readonly [string, RelationSchema])[]

/** A relation, with its possible names in order of preference. */
interface Draft {
  readonly collection: string
  readonly names: readonly string[]
  readonly schema: RelationSchema
}

/** Finds the relations that references and nested collections imply, by collection and name. */
export function describeRelations(
  tables: readonly RelationTable[],
  options: MongoOptions,
  logger: Logger,
): ReadonlyMap<string, Named> {
  const drafts = [
    ...tables.flatMap(table => partRelations(table, tables)),
    ...tables.flatMap(table => listReferences(table, tables, options)),
  ]
  return new Map(
    tables.map(table => {
      const own = drafts.filter(({ collection }) => collection === table.name)
      return [table.name, named(table, own, logger)]
    }),
  )
}

function named({ columns, name }: RelationTable, drafts: readonly Draft[], logger: Logger): Named {
  const taken = new Set(columns.keys())
  return drafts.flatMap(({ names, schema }): Named => {
    const free = names.map(each => each.replaceAll(':', '_')).find(each => !taken.has(each))
    if (free === undefined) {
      logger('Warn', `A relation of '${name}' is left out: ${names.join(', ')} are already used.`)
      return []
    }
    taken.add(free)
    return [[free, schema]]
  })
}

function partRelations(table: RelationTable, tables: readonly RelationTable[]): Draft[] {
  if (!table.nested) return []
  const { nested, parent: parentName = table.source.name } = table.nested
  const parent = tables.find(({ name }) => name === parentName)
  const id = parent && idColumn(parent)
  if (!parent || !id) return []
  const positions = [...table.columns.keys()].filter(
    name => name.endsWith('Position') && parent.nested && parent.columns.has(name),
  )
  const keys: KeyPair[] = [
    { from: 'parentId', to: id },
    ...positions.map(name => ({ from: name, to: name })),
  ]
  const isList = nested.arrays.length > (parent.nested?.nested.arrays.length ?? 0)
  const name = nested.path.slice(parent.nested ? parent.nested.nested.path.length + 1 : 0)
  return [
    {
      collection: table.name,
      names: ['parent', parent.name, `${parent.name}_parent`],
      schema: { kind: 'ManyToOne', foreignCollection: parent.name, keys, isEnforced: true },
    },
    {
      collection: parent.name,
      names: [name.replaceAll('.', '_'), table.name],
      schema: {
        kind: isList ? 'OneToMany' : 'OneToOne',
        foreignCollection: table.name,
        keys: keys.map(reversed),
      },
    },
  ]
}

function listReferences(
  table: RelationTable,
  tables: readonly RelationTable[],
  { collections = {} }: MongoOptions,
): Draft[] {
  const declared = ownValue(collections, table.name)?.references ?? {}
  for (const column of Object.keys(declared)) {
    if (table.columns.has(column)) continue
    const option = `collections.${table.name}.references`
    throw new UnknownOptionError(option, column, table.columns.keys())
  }
  return [...table.columns.values()].flatMap(column => {
    const target = findTarget(table, column, ownValue(declared, column.name), tables)
    return target ? both(table, column, target) : []
  })
}

interface Target {
  readonly collection: string
  readonly column: string
}

function findTarget(
  table: RelationTable,
  { name, path, stored }: MongoColumn,
  declared: string | Reference | false | undefined,
  tables: readonly RelationTable[],
): Target | undefined {
  if (declared === false) return undefined
  const inferred = table.source.references.find(reference => reference.path === path)
  const isInferable = stored.kind === 'objectId' && path !== '_id'
  const wanted = declared ?? (isInferable ? inferred?.collection : undefined)
  if (wanted === undefined) return undefined
  const collection = typeof wanted === 'string' ? wanted : wanted.collection
  const target = tables.find(each => each.name === collection)
  const option = `collections.${table.name}.references.${name}`
  if (!target)
    throw new UnknownOptionError(
      option,
      collection,
      tables.map(each => each.name),
    )
  const column = typeof wanted === 'string' ? idColumn(target) : wanted.column
  if (column !== undefined && target.columns.has(column)) return { collection, column }
  if (declared === undefined) return undefined
  throw new UnknownOptionError(option, column ?? '_id', target.columns.keys())
}

function both(table: RelationTable, column: MongoColumn, target: Target): Draft[] {
  const keys = [{ from: column.name, to: target.column }]
  const stem = /^(.+?)(?:_id|Id|ID)$/.exec(column.name)?.[1]
  const isUnique = table.source.uniqueKeys.some(
    key => !table.nested && key.length === 1 && key[0] === column.path,
  )
  return [
    {
      collection: table.name,
      names: [...(stem ? [stem] : []), `${target.collection}_through_${column.name}`],
      schema: { kind: 'ManyToOne', foreignCollection: target.collection, keys },
    },
    {
      collection: target.collection,
      names: [table.name, `${table.name}_through_${column.name}`],
      schema: {
        kind: isUnique ? 'OneToOne' : 'OneToMany',
        foreignCollection: table.name,
        keys: keys.map(reversed),
      },
    },
  ]
}

/** The column that identifies the document that is the row or contains it. */
function idColumn({ columns }: RelationTable): string | undefined {
  return [...columns.values()].find(({ path }) => path === '_id')?.name
}

const reversed = ({ from, to }: KeyPair): KeyPair => ({ from: to, to: from })
