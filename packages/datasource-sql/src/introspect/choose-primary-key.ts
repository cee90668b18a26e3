import type { Logger } from '@service/base'
import type { ColumnInfo, TableInfo } from './introspection.js'

/**
 * The columns that identify records of a table, and whether the database guarantees that they are
 * unique.
 */
export interface ChosenKey {
  readonly primaryKey: readonly string[]
  /** Set when the database does not guarantee that it is unique. */
  readonly isGuessed?: true
  /** It is unique among the rows where it is not null. */
  readonly isNullable?: true
}

/**
 * Returns the declared key of a table or the best substitute; undefined when the table must be left
 * out.
 */
export function choosePrimaryKey(
  table: TableInfo,
  collection: string,
  logger: Logger,
): ChosenKey | undefined {
  const proven = provenKey(table)
  if (proven) return describeNulls(table, proven)
  const label = formatLabel(table)
  const guess = guessedKey(table)
  if (!guess) {
    logger(
      'Warn',
      `${label} is left out: it ${unusableKey(table)?.concat(', and has') ?? 'has no primary key,'} no column 'id' and no unique key of columns ` +
        'that are not null. Add one of these to see its records.',
    )
    return undefined
  }
  const reason = table.hasInheritors
    ? 'is inherited from, so that its keys do not hold for all of its rows'
    : (unusableKey(table) ?? 'has no primary key and no unique key of columns that are not null')
  const key = guess.map(name => `'${name}'`).join(', ')
  logger(
    'Warn',
    `${label} ${reason}: ${key} is used as its key, but may not be unique. ` +
      'Its records can be listed, exported and read, but neither be written nor be paged by cursor. ' +
      `If the key is unique, declare it: primaryKeys: { ${JSON.stringify(collection)}: ${JSON.stringify(guess)} }.`,
  )
  return { primaryKey: guess, isGuessed: true }
}

/** Lists the keys the database guarantees to be unique: the primary key and unique keys. */
export function provenKeys({
  primaryKey,
  uniqueKeys,
  hasInheritors,
}: TableInfo): readonly (readonly string[])[] {
  if (hasInheritors) return []
  return primaryKey.length > 0 ? [primaryKey, ...uniqueKeys] : uniqueKeys
}

function provenKey(table: TableInfo): readonly string[] | undefined {
  const [first] = provenKeys(table)
  if (!first || table.primaryKey.length > 0) return first
  const shortestFirst = table.uniqueKeys.toSorted((a, b) => a.length - b.length)
  const isRequired = (key: readonly string[]) => !mayBeNull(table, key)
  // Columns of a materialized view cannot be declared `not null`.
  const isUsable = (key: readonly string[]) =>
    table.isView || (key.length === 1 && isNamedId(key[0] as string))
  return shortestFirst.find(isRequired) ?? shortestFirst.find(isUsable)
}

function describeNulls(table: TableInfo, primaryKey: readonly string[]): ChosenKey {
  const isNullable =
    primaryKey === table.primaryKey
      ? table.columns.some(({ name, mayHoldNull }) => mayHoldNull && primaryKey.includes(name))
      : mayBeNull(table, primaryKey)
  return isNullable ? { primaryKey, isNullable } : { primaryKey }
}

function mayBeNull({ columns }: TableInfo, key: readonly string[]): boolean {
  return columns.some(
    column => key.includes(column.name) && (column.allowNull || column.mayHoldNull),
  )
}

const isNamedId = (name: string): boolean => name.toLowerCase() === 'id'

function guessedKey(table: TableInfo): readonly string[] | undefined {
  if (table.primaryKey.length > 0) return table.primaryKey
  return idColumn(table) ?? inheritedKey(table) ?? foreignKeyPair(table) ?? viewKey(table)
}

/** A declared key that cannot be used is reported, unlike a missing one. */
function unusableKey({ unusableKey }: TableInfo): string | undefined {
  return (
    unusableKey &&
    `has a primary key that cannot be used (its key column '${unusableKey.column}' ${unusableKey.problem})`
  )
}

function idColumn({ columns }: TableInfo): string[] | undefined {
  const id = columns.find(({ name }) => isNamedId(name))
  return id && [id.name]
}

/**
 * Returns a key that is unique only among the table's own rows, without those of inheriting tables.
 */
function inheritedKey({ uniqueKeys, hasInheritors }: TableInfo): readonly string[] | undefined {
  return hasInheritors ? uniqueKeys[0] : undefined
}

function foreignKeyPair({ columns, foreignKeys }: TableInfo): string[] | undefined {
  const isPair =
    columns.length === 2 &&
    columns.every(({ name }) => foreignKeys.some(key => key.columns.includes(name)))
  return isPair ? columns.map(({ name }) => name) : undefined
}

function viewKey({ isView, columns }: TableInfo): string[] | undefined {
  if (!isView) return undefined
  const first = columns.find(isComparable) ?? columns[0]
  return first && [first.name]
}

function isComparable({ columnType }: ColumnInfo): boolean {
  return typeof columnType === 'string' && columnType !== 'Json' && columnType !== 'Point'
}

function formatLabel({ schema, name, isView }: TableInfo): string {
  const kind = isView ? 'View' : 'Table'
  return `${kind} '${schema === undefined ? '' : `${schema}.`}${name}'`
}
