import { isDeepStrictEqual } from 'node:util'
import type { WriteContext } from '@service/agent'
import type { ColumnType, Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory, parseValue, ValidationError } from '@service/datasource-toolkit'
import { type Document, deepMerge, documentOf } from './document.js'

/** A place of a document that is a column of its own. */
export interface FlatField {
  readonly path: readonly string[]
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
}

/** A column of documents, the key of its records, and its flat fields by name. */
interface FlatColumn {
  readonly column: string
  readonly keys: readonly string[]
  readonly fields: ReadonlyMap<string, FlatField>
}

/** How many documents are in memory at a time. */
const CHUNK = 500

/** Writes a flat field into the documents it belongs to; the first of those written writes them all. */
export function writeFlatFields(flat: FlatColumn, name: string) {
  return async (value: unknown, context: WriteContext): Promise<Row | undefined> => {
    const { record, action, filter } = context
    if (record[flat.column] !== undefined) {
      context.throwValidationError(
        `'${flat.column}' and '${name}' are written together: write the one or the other.`,
      )
    }
    // A field that other code wrote is not in the record.
    const isOwn = record[name] === undefined
    const names = isOwn ? [] : [...flat.fields.keys()].filter(each => record[each] !== undefined)
    if (!isOwn && names[0] !== name) return undefined
    const given = isOwn ? { [name]: value } : record
    const patch = patchOf(flat, Object.keys(given), given)
    if (action === 'create') return { [flat.column]: patch }
    if (!filter) {
      return context.throwError(`'${name}' cannot be written through a relation.`)
    }
    return merge(flat, patch, context)
  }
}

/** The values of flat fields as one document. */
function patchOf({ fields }: FlatColumn, names: readonly string[], record: Row): Document {
  let patch: Document = {}
  for (const name of names) {
    const field = fields.get(name)
    if (!field || record[name] === undefined) continue
    patch = deepMerge(patch, documentOf(field.path, parsed(name, field, record[name])))
  }
  return patch
}

function parsed(name: string, { columnType, enumValues }: FlatField, value: unknown): unknown {
  try {
    const result = parseValue(columnType, value, enumValues)
    if (columnType !== 'Number' || typeof result !== 'string') return result
    throw new ValidationError(`${result} has more digits than a number in a document can have.`)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`'${name}': ${error.message}`, { cause: error })
  }
}

/** Reads the documents and merges; the records that come to hold the same are changed together. */
async function merge(
  flat: FlatColumn,
  patch: Document,
  { collection, filter, throwError }: WriteContext,
): Promise<Row | undefined> {
  const { column, keys } = flat
  if (keys.length === 0) throwError(`'${collection.name}' has no primary key: it cannot be merged.`)
  // All are known before the first write, which could change what the filter matches.
  const found = await collection.list(filter ?? {}, keys)
  for (let start = 0; start < found.length; start += CHUNK) {
    const some = matching(keys, found.slice(start, start + CHUNK))
    const rows = await collection.list(some, [...keys, column])
    const groups = groupMerged(rows, column, patch)
    if (groups.length === 1 && found.length <= CHUNK) return { [column]: groups[0]?.document }
    for (const group of groups) {
      await collection.update(matching(keys, group.rows), { [column]: group.document })
    }
  }
  return undefined
}

interface Group {
  readonly document: Document
  readonly rows: Row[]
}

function groupMerged(rows: readonly Row[], column: string, patch: Document): readonly Group[] {
  const groups: Group[] = []
  for (const row of rows) {
    const document = deepMerge(row[column], patch)
    const same = groups.find(group => isDeepStrictEqual(group.document, document))
    if (same) same.rows.push(row)
    else groups.push({ document, rows: [row] })
  }
  return groups
}

function matching(keys: readonly string[], rows: readonly Row[]) {
  const ids = rows.map(row => keys.map(key => row[key]))
  return { conditionTree: ConditionTreeFactory.matchIds(keys, ids) }
}
