import { isDeepStrictEqual } from 'node:util'
import type { WriteContext } from '@service/agent'
import { ValidationError } from '@service/base'
import type { ColumnType, Row } from '@service/datasource-toolkit'
import {
  buildDocument,
  ConditionTreeFactory,
  mergeDocuments,
  toDocument,
} from '@service/datasource-toolkit'

/** A JSON path of a document that is exposed as a column. */
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

/** Number of documents in memory at the same time. */
const CHUNK = 500

/** Writes a flat field into its documents; the first of several flat fields writes them all. */
export function writeFlatFields(flat: FlatColumn, name: string) {
  return async (value: unknown, context: WriteContext): Promise<Row | undefined> => {
    const { record, action, filter } = context
    if (record[flat.column] !== undefined) {
      context.throwValidationError(
        `'${flat.column}' and '${name}' are written together: write the one or the other.`,
      )
    }
    // A field that other code set is not in the record.
    const isOwn = record[name] === undefined
    const names = isOwn ? [] : [...flat.fields.keys()].filter(each => record[each] !== undefined)
    if (!isOwn && names[0] !== name) return undefined
    const given = isOwn ? { [name]: value } : record
    const patch = buildPatch(flat, context.collection.name, given)
    if (action === 'create') return { [flat.column]: patch }
    if (!filter) {
      return context.throwError(`'${name}' cannot be written through a relation.`)
    }
    return merge(flat, patch, context)
  }
}

/** Builds one document from the values of flat fields. */
function buildPatch({ fields }: FlatColumn, collection: string, record: Row): Row {
  let patch: Row = {}
  for (const [name, value] of Object.entries(record)) {
    const field = fields.get(name)
    if (!field || value === undefined) continue
    patch = mergeDocuments(
      patch,
      buildDocument(field.path, parsed(`'${name}' of '${collection}'`, field, value)),
    )
  }
  return patch
}

function parsed(location: string, { columnType, enumValues }: FlatField, value: unknown): unknown {
  try {
    return toDocument(columnType, value, enumValues)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`${location}: ${error.message}`, { cause: error })
  }
}

/** Reads the documents and merges; records whose documents become equal are updated together. */
async function merge(
  flat: FlatColumn,
  patch: Row,
  { collection, filter, throwError }: WriteContext,
): Promise<Row | undefined> {
  const { column, keys } = flat
  if (keys.length === 0) throwError(`'${collection.name}' has no primary key: it cannot be merged.`)
  // All keys are read before the first write, which could change what the filter matches.
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
  readonly document: Row
  readonly rows: Row[]
}

function groupMerged(rows: readonly Row[], column: string, patch: Row): readonly Group[] {
  const groups: Group[] = []
  for (const row of rows) {
    const document = mergeDocuments(row[column], patch)
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
