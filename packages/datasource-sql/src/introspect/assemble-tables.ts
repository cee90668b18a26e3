import type { Logger } from '@service/base'
import type {
  CatalogueFacts,
  ColumnFact,
  ForeignKeyColumnFact,
  KeyColumnFact,
  MappedType,
  TableFact,
} from './catalogue-facts.js'
import { renamedFields } from './field-names.js'
import { groupBy } from './group-by.js'
import type { ColumnInfo, ForeignKeyInfo, Introspection, TableInfo } from './introspection.js'
import { sortByText } from './sort-by-text.js'

/** Assembles tables from the rows of a catalog; columns without an equivalent type are left out. */
export function assembleTables(facts: CatalogueFacts, logger: Logger): Introspection {
  const columnsByTable = groupBy(facts.columns, tableKey)
  const keysByTable = groupBy(facts.keys, tableKey)
  const foreignKeysByTable = groupBy(withReadableTargets(facts), tableKey)
  const namesByTable = new Map(
    [...columnsByTable].map(([key, columns]) => [
      key,
      renamedFields(columns.map(({ name }) => name)),
    ]),
  )
  const tables: TableInfo[] = []
  warnOfUnreadable(facts.tables, logger)
  for (const fact of facts.tables) {
    if (fact.isUnreadable) continue
    const key = tableKey(fact)
    const fields = namesByTable.get(key) ?? new Map<string, string>()
    const columns = usableColumns(columnsByTable.get(key) ?? [], fields, fact.isView, logger)
    if (columns.length === 0) {
      logger(
        'Warn',
        `Table '${printTable(fact)}' is left out: it has no usable column. ` +
          'Give it a column of a supported type, or exclude it.',
      )
      continue
    }
    const names = new Set(columns.map(column => column.name))
    const keyFacts = (keysByTable.get(key) ?? []).map(each => named(each, fields))
    const keys = usableKeys(keyFacts, names)
    const foreignKeys = (foreignKeysByTable.get(key) ?? []).map(each => ({
      ...named(each, fields),
      targetColumn: findFieldName(each.targetColumn, namesByTable.get(targetKey(each))),
    }))
    tables.push({
      schema: fact.schema,
      name: fact.table,
      isView: fact.isView,
      ...(fact.hasTriggers && { hasTriggers: true }),
      ...(fact.missingPrivileges?.length && { missingPrivileges: fact.missingPrivileges }),
      ...(fact.hasInheritors && { hasInheritors: true }),
      columns,
      primaryKey: keys.find(({ isPrimary }) => isPrimary)?.columns ?? [],
      uniqueKeys: sortByText(
        keys.filter(({ isPrimary }) => !isPrimary).map(({ columns }) => columns),
        columns => columns.join('\0'),
      ),
      ...unusableKey(keyFacts, columnsByTable.get(key) ?? [], names),
      foreignKeys: usableForeignKeys(foreignKeys, names),
    })
  }
  return { defaultSchema: facts.defaultSchema, tables }
}

/**
 * Returns the first column of the primary key that cannot be used; without it the table would seem
 * to have no key.
 */
function unusableKey(
  keys: readonly KeyColumnFact[],
  columns: readonly ColumnFact[],
  names: ReadonlySet<string>,
): Pick<TableInfo, 'unusableKey'> {
  const primary = keys.filter(({ isPrimary }) => isPrimary)
  const lost = primary.find(({ column }) => column !== null && !names.has(column))
  const fact = columns.find(({ name }) => name === lost?.column)
  return fact ? { unusableKey: { column: fact.name, problem: describeKeyProblem(fact) } } : {}
}

type FieldNames = ReadonlyMap<string, string> | undefined

/** Renames the column of a catalog row to the name of its field. */
function named<Fact extends { readonly column: string | null }>(
  fact: Fact,
  fields: FieldNames,
): Fact {
  const column = findFieldName(fact.column, fields)
  return column === fact.column ? fact : { ...fact, column }
}

function findFieldName(column: string | null, fields: FieldNames): string | null {
  return column === null ? null : (fields?.get(column) ?? column)
}

function targetKey({ targetSchema, targetTable }: ForeignKeyColumnFact): string {
  return tableKey({ schema: targetSchema, table: targetTable })
}

/** A foreign key target that the user may not read counts as unknown. */
function withReadableTargets({ columns, foreignKeys }: CatalogueFacts) {
  const unreadable = new Set(
    columns.filter(({ isUnreadable }) => isUnreadable).map(fact => columnKey(fact, fact.name)),
  )
  if (unreadable.size === 0) return foreignKeys
  return foreignKeys.map(fact => {
    const target = { schema: fact.targetSchema, table: fact.targetTable }
    const isLost = unreadable.has(columnKey(target, fact.targetColumn))
    return isLost ? { ...fact, targetColumn: null } : fact
  })
}

const columnKey = (table: TableName, column: string | null) => `${tableKey(table)}\0${column}`

const MAX_NAMED_COLUMNS = 10

/** Logs one line for all of them, because a user often has access to only a few of many tables. */
function warnOfUnreadable(facts: readonly TableFact[], logger: Logger): void {
  const names = facts.filter(fact => fact.isUnreadable).map(fact => `'${printTable(fact)}'`)
  if (names.length === 0) return
  const others = names.length - MAX_NAMED_COLUMNS
  const named =
    names.slice(0, MAX_NAMED_COLUMNS).join(', ') + (others > 0 ? ` and ${others} others` : '')
  logger(
    'Warn',
    `Left out, because the database user may not read them: ${named}. Grant SELECT to see them.`,
  )
}

interface TableName {
  readonly schema?: string
  readonly table: string
}

function tableKey({ schema, table }: TableName): string {
  return `${schema ?? ''}\0${table}`
}

function printTable({ schema, table }: TableName): string {
  return schema === undefined ? table : `${schema}.${table}`
}

function usableColumns(
  facts: readonly ColumnFact[],
  fields: ReadonlyMap<string, string>,
  isView: boolean,
  logger: Logger,
): ColumnInfo[] {
  const columns: ColumnInfo[] = []
  for (const fact of facts) {
    const problem = describeProblem(fact)
    if (fact.type && !problem) columns.push(columnInfo(fact, fact.type, fields, isView, logger))
    else logger('Warn', `Column '${fact.name}' of '${printTable(fact)}' is left out: ${problem}`)
  }
  return columns
}

/**
 * Written out because databases have thousands of columns, and spreading each into a copy is slow.
 */
function columnInfo(
  fact: ColumnFact,
  type: MappedType,
  fields: ReadonlyMap<string, string>,
  isView: boolean,
  logger: Logger,
): ColumnInfo {
  const { name, storedAs } = nameField(fact, fields, logger)
  return {
    name,
    storedAs,
    columnType: type.columnType,
    databaseType: type.databaseType,
    enumValues: type.enumValues,
    isDomain: type.isDomain,
    allowNull: fact.allowNull,
    mayHoldNull: fact.mayHoldNull,
    isGenerated: fact.isGenerated,
    isAutoIncrement: fact.isAutoIncrement,
    // Some databases report the table's defaults for a view, where they have no effect.
    hasDefault: fact.hasDefault && !isView,
    defaultValue: isView ? undefined : fact.defaultValue,
    maxLength: fact.maxLength,
    hasLooseCollation: fact.hasLooseCollation,
    isUnwritable: fact.isUnwritable,
  }
}

/** Names a field whose column name cannot be used as one. */
function nameField(
  fact: ColumnFact,
  fields: ReadonlyMap<string, string>,
  logger: Logger,
): Pick<ColumnInfo, 'name' | 'storedAs'> {
  const name = fields.get(fact.name)
  if (name === undefined) return fact
  logger(
    'Info',
    `Column '${fact.name}' of '${printTable(fact)}' is shown as '${name}': its own name cannot be used in paths.`,
  )
  return { name, storedAs: fact.name }
}

/** Describes why a column cannot be used and how to fix it. */
function describeProblem({ declaredType, type, isUnreadable }: ColumnFact): string | undefined {
  if (isUnreadable) return 'the database user may not read it. Grant SELECT on it to see it.'
  if (type) return undefined
  const found = declaredType
    ? `its type '${declaredType}' is not supported`
    : 'it is declared without a type'
  return `${found}. A view that casts it to a supported type makes it visible.`
}

/** The same for a column of the primary key, in a message about its table. */
function describeKeyProblem({ declaredType, isUnreadable }: ColumnFact): string {
  if (isUnreadable) return 'may not be read by the database user'
  return declaredType ? `has the unsupported type '${declaredType}'` : 'is declared without a type'
}

/** A key is kept when all its columns are. */
function usableKeys(facts: readonly KeyColumnFact[], names: ReadonlySet<string>) {
  return [...groupBy(facts, ({ key }) => key).values()].flatMap(parts => {
    const columns = parts.flatMap(({ column }) => (column === null ? [] : [column]))
    const isUsable = columns.length === parts.length && columns.every(name => names.has(name))
    return isUsable ? [{ isPrimary: parts.some(({ isPrimary }) => isPrimary), columns }] : []
  })
}

function usableForeignKeys(
  facts: readonly ForeignKeyColumnFact[],
  names: ReadonlySet<string>,
): ForeignKeyInfo[] {
  // Keyed by content: a constraint declared twice, with its columns in any order, is one relation.
  const found = new Map<string, ForeignKeyInfo>()
  for (const parts of groupBy(facts, ({ key }) => key).values()) {
    const [first] = parts
    const columns = parts.flatMap(({ column }) => column ?? [])
    const targetColumns = parts.flatMap(({ targetColumn }) => targetColumn ?? [])
    const isWhole = columns.length === parts.length && targetColumns.length === parts.length
    if (!first || !isWhole || !columns.every(name => names.has(name))) continue
    const { targetSchema, targetTable } = first
    const foreignKey = { columns, targetSchema, targetTable, targetColumns }
    const content = serializeForeignKey(foreignKey)
    const other = found.get(content)
    if (!other || isBefore(foreignKey, other)) found.set(content, foreignKey)
  }
  return [...found.values()]
}

function isBefore(left: ForeignKeyInfo, right: ForeignKeyInfo): boolean {
  return JSON.stringify(left) < JSON.stringify(right)
}

function serializeForeignKey({
  columns,
  targetSchema,
  targetTable,
  targetColumns,
}: ForeignKeyInfo): string {
  const pairs = columns.map((column, index) => `${column}\0${targetColumns[index]}`)
  return [targetSchema, targetTable, ...pairs.sort()].join('\0')
}
