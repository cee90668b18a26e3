import type { CollectionModel, FieldModel } from '../schema/collection-model.js'
import {
  type CellFormat,
  type ColumnMapping,
  type CsvHead,
  type DateOrder,
  defaultFormat,
} from './import-settings.js'
import { parseCell } from './parse-cell.js'

/**
 * Lists the fields that a column can go to: those that can be written, and the key, which identifies
 * records.
 *
 * @example
 * listImportFields(orders).map(({ name }) => name) // ['id', 'reference', 'customer']
 */
export function listImportFields(collection: CollectionModel): readonly FieldModel[] {
  return [...collection.fields.values()]
    .filter(
      ({ kind, isWritable, isPrimaryKey }) => kind !== 'to-many' && (isWritable || isPrimaryKey),
    )
    .sort((one, other) => one.label.localeCompare(other.label))
}

/**
 * Guesses where the columns of a file go, by their names and by the values of the first rows. No
 * field is used twice.
 *
 * @example
 * guessMapping({ header: ['Reference'], samples: [['A-1']], delimiter: ',', encoding: 'utf-8' }, orders, 'en')
 */
export function guessMapping(
  { header, samples }: Pick<CsvHead, 'header' | 'samples'>,
  collection: CollectionModel,
  language: string,
): readonly ColumnMapping[] {
  const fields = listImportFields(collection)
  const taken = new Set<string>()
  return header.map((name, position) => {
    const texts = samples.map(row => row[position] ?? '').filter(text => text.trim() !== '')
    const field = findField(name)
    if (!field) return { ...defaultFormat, field: null }
    taken.add(field.name)
    return { ...guessFormat(field, texts, language), field: field.name }
  })

  function findField(name: string): FieldModel | undefined {
    const free = fields.filter(field => !taken.has(field.name))
    const wanted = normalise(name)
    if (wanted === '') return undefined
    return (
      free.find(field => field.name === name.trim()) ??
      free.find(field => normalise(field.name) === wanted) ??
      free.find(field => normalise(field.label) === wanted) ??
      free.find(field => field.kind === 'to-one' && isKeyName(field, wanted))
    )
  }
}

/** `customer_id` and "Customer: ID" lead to the relation, where the column itself is not shown. */
function isKeyName({ name, label }: FieldModel, wanted: string): boolean {
  return [normalise(name), normalise(label)].some(each => wanted === `${each}id`)
}

/** Letters and digits, without accents and case. */
function normalise(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Guesses how the values of a column are written: the first format that fits most of them.
 *
 * @example
 * guessFormat(born, ['31/01/2024'], 'en') // { dateOrder: 'day-first', decimal: '.' }
 */
export function guessFormat(
  field: FieldModel,
  texts: readonly string[],
  language: string,
): CellFormat {
  const isMonthFirst = language === 'en-US' || language === 'en'
  const orders: readonly DateOrder[] = isMonthFirst
    ? ['iso', 'month-first', 'day-first']
    : ['iso', 'day-first', 'month-first']
  const decimals = ['.', ','] as const
  const formats =
    field.columnType === 'Number'
      ? decimals.map(decimal => ({ ...defaultFormat, decimal }))
      : orders.map(dateOrder => ({ ...defaultFormat, dateOrder }))
  const count = (format: CellFormat) =>
    texts.filter(text => 'value' in parseCell(field, text, format, 'UTC')).length
  const counts = formats.map(count)
  return formats[counts.indexOf(Math.max(...counts))] ?? defaultFormat
}

/**
 * Guesses the fields that identify records: the key, when columns have it, else nothing.
 *
 * @example
 * guessKey(mapping, orders) // ['id']
 */
export function guessKey(
  columns: readonly ColumnMapping[],
  { primaryKey }: CollectionModel,
): readonly string[] {
  const mapped = columns.map(({ field }) => field)
  return primaryKey.every(name => mapped.includes(name)) ? primaryKey : []
}
