import type { ColumnType } from '../../column-types.js'
import type { Row } from '../../source.js'
import type { Feature } from '../contract/samples.js'
import {
  findTable,
  isNullable,
  type NumberKind,
  type TestColumn,
  type TestForeignKey,
  type TestTable,
} from '../tables.js'
import { createRandom, type Random } from './random.js'
import { randomValue } from './random-values.js'

const tableNames = ['plain', 'Order Items', 'select', 'größen', 'CamelCase', "o'clock", '日本']
const columnNames = ['name', 'Full Name', 'group', 'größe', 'isOn', "it's", 'x', 'order', '値', '%']

const types: readonly (readonly [ColumnType, Feature?])[] = [
  ['Number'],
  ['Number'],
  ['String'],
  ['String'],
  ['Date'],
  ['Date'],
  ['Dateonly'],
  ['Boolean', 'booleans'],
  ['Enum', 'enums'],
  ['Time', 'times'],
  ['Uuid', 'uuids'],
  ['Json', 'json'],
  ['Binary', 'binary'],
  [['String'], 'arrays'],
  [['Number'], 'arrays'],
]

/**
 * Creates random tables without rows: names that need quoting, simple and composite keys, foreign
 * keys to earlier tables and to themselves, columns of all types.
 *
 * @example
 * const tables = randomRows(7, randomSchema(7, ['arrays']))
 */
export function randomSchema(seed: number, without: readonly Feature[] = []): TestTable[] {
  const random = createRandom(seed)
  const missing = new Set<Feature>(without)
  const usable = types
    .filter(([, feature]) => !feature || !missing.has(feature))
    .map(([type]) => type)
  const tables: TestTable[] = []
  const names = shuffled(random, tableNames).slice(0, random.between(2, 4))
  for (const name of names) tables.push(randomTable(random, name, tables, usable, missing))
  return tables
}

function randomTable(
  random: Random,
  name: string,
  earlier: readonly TestTable[],
  usable: readonly ColumnType[],
  missing: ReadonlySet<Feature>,
): TestTable {
  const keys = randomKey(random)
  const others = shuffled(random, columnNames)
    .slice(0, random.between(3, 7))
    .map(column => randomColumn(random, column, random.pick(usable), missing))
  const own: TestTable = {
    name,
    columns: [...keys, ...others],
    primaryKey: keys.map(column => column.name),
    foreignKeys: [],
    rows: [],
  }
  const targets = [...random.some(earlier, 0.7), ...(random.chance(0.3) ? [own] : [])]
  const links = targets.map((target, index) => linkTo(target, `rel${index}`))
  return {
    ...own,
    columns: [...own.columns, ...links.flatMap(({ columns }) => columns)],
    foreignKeys: links.map(({ key }) => key),
  }
}

function randomKey(random: Random): TestColumn[] {
  const number: TestColumn = { name: 'id', type: 'Number' }
  const text: TestColumn = { name: 'Code', type: 'String' }
  return random.pick([[number], [number], [text], [number, text], [text, number]])
}

const numberKinds: readonly NumberKind[] = ['integer', 'integer', 'bigint', 'decimal', 'double']

function randomColumn(
  random: Random,
  name: string,
  type: ColumnType,
  missing: ReadonlySet<Feature>,
): TestColumn {
  if (type === 'Enum') return { name, type, enumValues: ['Big', "it's", 'small'] }
  if (type === 'Date') return { name, type, isPrecise: !missing.has('microseconds') }
  if (type !== 'Number') return { name, type }
  const number = random.pick(numberKinds)
  return {
    name,
    type,
    number: number === 'bigint' && missing.has('bigIntegers') ? 'integer' : number,
  }
}

/** A foreign key to a table, and its columns. */
function linkTo(target: TestTable, as: string): { columns: TestColumn[]; key: TestForeignKey } {
  const columns = target.primaryKey.map(to => {
    const { type } = target.columns.find(column => column.name === to) as TestColumn
    return { name: `${as}_${to}`, type, allowNull: true }
  })
  const key = {
    as: `${as} of it`,
    columns: columns.map(column => column.name),
    table: target.name,
    to: target.primaryKey,
  }
  return { columns, key }
}

/**
 * Adds random rows with valid foreign keys to the tables.
 *
 * @example
 * const tables = randomRows(7, randomSchema(7))
 */
export function randomRows(seed: number, tables: readonly TestTable[]): TestTable[] {
  const random = createRandom(seed + 1)
  const filled: TestTable[] = []
  for (const table of tables) {
    const rows: Row[] = []
    const count = random.chance(0.05) ? 0 : random.between(3, 25)
    for (let index = 0; index < count; index++) {
      rows.push(randomRow(random, { ...table, rows }, filled, index))
    }
    filled.push({ ...table, rows })
  }
  return filled
}

function randomRow(
  random: Random,
  table: TestTable,
  earlier: readonly TestTable[],
  index: number,
): Row {
  const row: Row = {}
  for (const column of table.columns) {
    const isNull = isNullable(table, column) && random.chance(0.25)
    row[column.name] = isNull ? null : randomValue(random, column)
  }
  for (const [position, name] of table.primaryKey.entries()) {
    const { type } = table.columns.find(column => column.name === name) as TestColumn
    row[name] = keyValue(type, position === 0 && table.primaryKey.length > 1 ? index % 3 : index)
  }
  for (const key of table.foreignKeys) {
    const target = key.table === table.name ? table : findTable(earlier, key.table)
    const related = random.chance(0.75) && target.rows.length > 0 ? random.pick(target.rows) : {}
    for (const [position, column] of key.columns.entries()) {
      row[column] = related[key.to[position] ?? ''] ?? null
    }
  }
  return row
}

function keyValue(type: ColumnType, index: number): unknown {
  return type === 'Number' ? index - 2 : `${['k', 'K', 'é', '%', ' '][index % 5]}${index}`
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map(item => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
