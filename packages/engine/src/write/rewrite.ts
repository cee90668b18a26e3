import { isDeepStrictEqual } from 'node:util'
import { ownValue, UnprocessableError, ValidationError } from '@service/base'
import type { JsonPath, Row } from '@service/datasource-toolkit'
import {
  buildDocument,
  isDocument,
  MissingFieldError,
  mergeDocuments,
  parseValue,
  toDocument,
} from '@service/datasource-toolkit'
import type { PlainFilter } from '../context/collection-context.js'
import type {
  CollectionModel,
  ColumnModel,
  EngineCall,
  ToOneModel,
  WriteRule,
} from '../model/model.js'
import { noteFieldErrors } from './field-errors.js'
import { isGiven } from './related.js'
import type { Rewritten } from './rewritten.js'
import type { WriteContext } from './write-handler.js'

export interface Writing {
  readonly action: WriteContext['action']
  readonly filter?: PlainFilter
  readonly call: EngineCall
}

/** Whether a record has only columns that the source itself writes. */
export function isPlain({ fields }: CollectionModel, record: Row): boolean {
  for (const name in record) {
    const field = fields.get(name)
    if (field?.kind !== 'Column' || field.write.kind !== 'native') return false
    if (record[name] === undefined) return false
  }
  return true
}

/** Replaces fields written by code or through relations, until only columns remain. */
export async function rewrite(
  collection: CollectionModel,
  record: Row,
  writing: Writing,
): Promise<Rewritten> {
  const given = Object.freeze({ ...record })
  const draft: Draft = { collection, given, writing, columns: {}, nested: new Map() }
  await writeFields(draft, given, [])
  const related = new Map<ToOneModel, Rewritten>()
  for (const [relation, fields] of draft.nested) {
    const action = isGiven(relation, draft.columns) ? 'update' : writing.action
    const { call } = writing
    related.set(relation, await rewrite(relation.target, fields, { action, call }))
  }
  return { given, columns: draft.columns, related }
}

interface Draft {
  readonly collection: CollectionModel
  readonly given: Row
  readonly writing: Writing
  readonly columns: Row
  readonly nested: Map<ToOneModel, Row>
}

/** `chain` names the replaced fields whose code returned this patch, outermost first. */
async function writeFields(draft: Draft, patch: Row, chain: readonly string[]): Promise<void> {
  const { collection } = draft
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const field = collection.fields.get(name)
    if (!field) throw new MissingFieldError(collection.name, name, writableNames(collection))
    if (field.kind === 'Column') await writeColumn(draft, field, value, chain)
    else if (field.kind === 'ManyToOne' || field.kind === 'OneToOne') nest(draft, field, value)
    else throw refused(collection, name, 'a to-many relation')
  }
}

async function writeColumn(
  draft: Draft,
  column: ColumnModel,
  value: unknown,
  chain: readonly string[],
): Promise<void> {
  const { write, name } = column
  if (write.kind !== 'replaced') return writeAs(draft, write, column, value)
  if (chain.at(-1) === name) return writeAs(draft, write.own, column, value)
  if (chain.includes(name)) {
    throw new UnprocessableError(
      `Replaced writings of '${draft.collection.name}' form a cycle: ${[...chain, name].join(' -> ')}.`,
    )
  }
  const returned = await write.handler(value, createWriteContext(draft, name))
  if (returned === undefined || returned === null) return
  if (!isDocument(returned)) {
    throw new UnprocessableError(
      `replaceFieldWriting of '${name}' must return an object of fields to write, not ${typeof returned}.`,
    )
  }
  await writeFields(draft, returned, [...chain, name])
}

function createWriteContext({ collection, given, writing }: Draft, name: string): WriteContext {
  const { action, filter, call } = writing
  const context = collection.context(call, `${collection.name}.${name} replaceFieldWriting`)
  return { ...context, action, filter, record: given }
}

function writeAs(
  draft: Draft,
  write: Exclude<WriteRule, { readonly kind: 'replaced' }>,
  column: ColumnModel,
  value: unknown,
): void {
  const { collection, columns } = draft
  if (write.kind === 'none') throw refused(collection, column.name, 'read-only')
  if (write.kind === 'native') {
    merge(columns, column.name, canonical(collection, column, value), collection)
    return
  }
  if (write.kind === 'place') {
    writeJsonPath(draft, write.jsonPath, column, value)
    return
  }
  // An imported field is written at the end of its path.
  const [relation = '', ...rest] = column.read.kind === 'alias' ? column.read.path.split(':') : []
  const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  nest(draft, collection.fields.get(relation) as ToOneModel, nested)
}

/** A new record gets a document; in an existing one, the source changes only the JSON path. */
function writeJsonPath(
  { collection, columns, given, writing }: Draft,
  jsonPath: JsonPath,
  column: ColumnModel,
  value: unknown,
): void {
  if (ownValue(given, jsonPath.column) !== undefined) {
    throw new ValidationError(
      `'${jsonPath.column}' and '${column.name}' are written together: write the one or the other.`,
    )
  }
  const parsed = canonical(collection, column, value, toDocument)
  if (writing.action === 'update') {
    merge(columns, column.name, parsed, collection)
  } else {
    const known = ownValue(columns, jsonPath.column)
    columns[jsonPath.column] = mergeDocuments(known, buildDocument(jsonPath.path, parsed))
  }
}

function nest({ collection, nested }: Draft, relation: ToOneModel, value: unknown): void {
  if (!isDocument(value)) {
    throw new ValidationError(
      `'${relation.name}' of '${collection.name}' is a relation: write an object of its fields, or the column of its key.`,
    )
  }
  const fields = nested.get(relation) ?? {}
  for (const [name, item] of Object.entries(value)) merge(fields, name, item, relation.target)
  nested.set(relation, fields)
}

/** Adds a value, or throws when there is another one; objects are merged. */
function merge(fields: Row, name: string, value: unknown, collection: CollectionModel): void {
  const known = ownValue(fields, name)
  if (known === undefined) {
    fields[name] = isDocument(value) ? { ...value } : value
    return
  }
  const field = collection.fields.get(name)
  if (field && field.kind !== 'Column' && isDocument(known) && isDocument(value)) {
    for (const [key, item] of Object.entries(value)) merge(known, key, item, field.target)
    return
  }
  if (isDeepStrictEqual(known, value)) return
  throw new UnprocessableError(
    `'${name}' of '${collection.name}' would be written twice with different values.`,
  )
}

function canonical(
  collection: CollectionModel,
  column: ColumnModel,
  value: unknown,
  parse = parseValue,
): unknown {
  try {
    return parse(column.columnType, value, column.enumValues, column.alsoHolds)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const message = `'${column.name}' of '${collection.name}': ${error.message}`
    const refusal = new ValidationError(message, { cause: error })
    noteFieldErrors(refusal, collection, new Map([[column.name, [message]]]))
    throw refusal
  }
}

function refused(collection: CollectionModel, name: string, kind: string): ValidationError {
  const known = writableNames(collection).join(', ')
  return new ValidationError(
    `'${name}' of '${collection.name}' is ${kind}: it cannot be written. Writable: ${known}.`,
  )
}

function writableNames({ fields }: CollectionModel): readonly string[] {
  return [...fields.values()]
    .filter(field => field.kind === 'Column' && field.write.kind !== 'none')
    .map(({ name }) => name)
}
