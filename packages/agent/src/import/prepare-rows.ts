import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory, parseValue } from '@service/datasource-toolkit'
import {
  type ColumnModel,
  checkNewRecord,
  checkRules,
  list,
  storesDirectly,
  type ToOneModel,
} from '@service/engine'
import type { ImportedRow } from '@service/protocol'
import { exportedName } from '../query/exported-name.js'
import { matchIds, packId, parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { lookupCall } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { parseAttributes } from '../record/parse-attributes.js'
import { parseIdentifier } from '../record/parse-document.js'
import { refuseCreations } from '../record/refuse-creations.js'
import type { ImportKey, ImportTarget } from './import-target.js'
import { describeFailure, failField } from './row-failure.js'

/** A row that can be written, as far as that is known before the write. */
export interface PreparedRow {
  readonly index: number
  /** With internal names, including the foreign keys of relations; without the key of `existing`. */
  readonly values: Row
  /** The record that has the key of the row. */
  readonly existing?: Row
}

export interface PreparedRows {
  readonly ready: readonly PreparedRow[]
  readonly failed: readonly ImportedRow[]
}

interface ParsedRow {
  readonly index: number
  /** With the values of key columns that cannot be written. */
  readonly values: Row
  readonly links: readonly (readonly [name: string, relation: ToOneModel, id: RecordId])[]
}

/** Checks values, related records, keys and rules, with one read per relation and one for the key. */
export async function prepareRows(
  target: ImportTarget,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<PreparedRows> {
  const failed: ImportedRow[] = []
  const parsed: ParsedRow[] = []
  for (const [index, row] of rows.entries()) {
    attempt(index, failed, () => parsed.push(parseRow(target, index, row)))
  }
  const linked = await setLinks(target, parsed, failed)
  const found = await findExisting(target, linked, failed)
  const ready: PreparedRow[] = []
  for (const row of found) {
    try {
      await checkRow(target, row)
      ready.push(row)
    } catch (error) {
      fail(row.index, failed, error)
    }
  }
  return { ready, failed }
}

function attempt(index: number, failed: ImportedRow[], run: () => unknown): void {
  try {
    run()
  } catch (error) {
    fail(index, failed, error)
  }
}

function fail(index: number, failed: ImportedRow[], error: unknown): void {
  const failure = describeFailure(index, error)
  if (!failure) throw error
  failed.push(failure)
}

function parseRow(
  { collection, access, relations, key }: ImportTarget,
  index: number,
  row: Readonly<Record<string, unknown>>,
): ParsedRow {
  const attributes: Record<string, unknown> = {}
  const links: ParsedRow['links'][number][] = []
  const others: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const relation = relations.get(name)
    const fixed = key?.fixed.get(name)
    if (fixed) others[fixed.name] = parseKeyValue(name, fixed, value)
    else if (!relation) attributes[name] = value
    else if (value === null) for (const { from } of relation.keys) others[from] = null
    else links.push([name, relation, parseId(relation.target, parseIdentifier(value, `'${name}'`))])
  }
  return { index, values: { ...parseAttributes(collection, attributes, access), ...others }, links }
}

function parseKeyValue(name: string, column: ColumnModel, value: unknown): unknown {
  try {
    return parseValue(column.columnType, value, column.enumValues, column.alsoHolds)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const message = `'${name}': ${error.message}`
    throw new ValidationError(message, { cause: error, data: { fields: { [name]: [message] } } })
  }
}

/** Sets the foreign keys of related records that the caller may see. */
async function setLinks(
  { relations, call }: ImportTarget,
  rows: readonly ParsedRow[],
  failed: ImportedRow[],
): Promise<readonly ParsedRow[]> {
  const known = new Map<ToOneModel, ReadonlySet<string>>()
  for (const relation of relations.values()) {
    const ids = rows.flatMap(({ links }) =>
      links.flatMap(([, each, id]) => (each === relation ? [id] : [])),
    )
    known.set(relation, await findIds(relation, ids, call))
  }
  return rows.filter(({ index, values, links }) =>
    links.every(([name, relation, id]) => {
      const { target, keys } = relation
      const related = rowOfId(target, id)
      const packed = packId(target, related)
      if (known.get(relation)?.has(packed)) {
        for (const { from, to } of keys) values[from] = related[to]
        return true
      }
      failed.push(failField(index, name, `No record '${packed}' in '${target.name}'.`))
      return false
    }),
  )
}

async function findIds(
  { target }: ToOneModel,
  ids: readonly RecordId[],
  call: ImportTarget['call'],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const distinct = new Map(ids.map(id => [packId(target, rowOfId(target, id)), id]))
  const conditionTree = matchIds(target, [...distinct.values()])
  const projection = target.primaryKey.map(({ name }) => name)
  const query = { collection: target, filter: { conditionTree }, projection, sort: [] }
  const rows = await list(query, lookupCall(call))
  return new Set(rows.map(row => packId(target, row)))
}

/** Looks up the records that have the keys of the rows. */
async function findExisting(
  target: ImportTarget,
  rows: readonly ParsedRow[],
  failed: ImportedRow[],
): Promise<readonly PreparedRow[]> {
  const { key, mode } = target
  if (!key) return rows
  const keyed = withKeys(target, key, rows, failed)
  const existing = await readByKey(target, key, keyed)
  return keyed.flatMap(({ index, values }): PreparedRow[] => {
    const found = existing.get(key.formatKey(values)!) ?? []
    const [first] = found
    if (!first) {
      const [name] = key.fixed.keys()
      if (name === undefined) return [{ index, values }]
      const message = `No record has this key, and '${name}' of a new record cannot be set.`
      failed.push(failField(index, name, message))
      return []
    }
    if (mode === 'upsert' && found.length > 1) {
      const name = exportedName(key.columns[0]!)
      failed.push(failField(index, name, `${found.length} records have this key.`))
      return []
    }
    const keyNames = new Set(key.columns.map(column => column.name))
    const changes = Object.entries(values).filter(([column]) => !keyNames.has(column))
    return [{ index, values: Object.fromEntries(changes), existing: first }]
  })
}

/** Leaves out rows without a key, and those that repeat the key of a row before them. */
function withKeys(
  { collection, mode }: ImportTarget,
  key: ImportKey,
  rows: readonly ParsedRow[],
  failed: ImportedRow[],
): readonly ParsedRow[] {
  const seen = new Set<string>()
  const name = exportedName(key.columns[0]!)
  return rows.filter(({ index, values }) => {
    const text = key.formatKey(values)
    if (text === undefined) {
      failed.push(failField(index, name, `'${name}' must have a value: it identifies the record.`))
      return false
    }
    const changesKey = !key.isPrimary && collection.primaryKey.find(each => each.name in values)
    if (mode === 'upsert' && changesKey) {
      const primary = exportedName(changesKey)
      failed.push(
        failField(index, primary, `'${primary}' cannot be set: records are found by '${name}'.`),
      )
      return false
    }
    if (seen.has(text)) {
      failed.push(failField(index, name, `A row before this one has the same '${name}'.`))
      return false
    }
    seen.add(text)
    return true
  })
}

async function readByKey(
  { collection, call }: ImportTarget,
  key: ImportKey,
  rows: readonly ParsedRow[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const byKey = new Map<string, Row[]>()
  if (rows.length === 0) return byKey
  const names = key.columns.map(({ name }) => name)
  const conditionTree = ConditionTreeFactory.matchIds(
    names,
    rows.map(({ values }) => names.map(name => values[name])),
  )
  const primary = collection.primaryKey.map(({ name }) => name)
  const projection = [...new Set([...primary, ...names])]
  const query = { collection, filter: { conditionTree }, projection, sort: [] }
  for (const row of await list(query, lookupCall(call))) {
    const text = key.formatKey(row)
    if (text === undefined) continue
    byKey.set(text, [...(byKey.get(text) ?? []), row])
  }
  return byKey
}

/** Checks the rules of fields, which the write checks again together with what hooks have set. */
async function checkRow(target: ImportTarget, { values, existing }: PreparedRow): Promise<void> {
  const { collection, access, call, mode } = target
  if (existing && mode === 'create') return
  refuseCreations(access, collection, values, call)
  const isNew = !existing && storesDirectly(collection, 'create', values, call)
  const check = isNew ? checkNewRecord : checkRules
  await guardWrite(access, collection, async () => check(collection, values, call))
}
