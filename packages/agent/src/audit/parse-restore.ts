import { isObject, listOptionNames, show, ValidationError } from '@service/base'
import type { CollectionModel } from '@service/engine'
import type { RestoreBody, RevertBody } from '@service/protocol'
import { checkKeys } from '../check-keys.js'
import type { Access } from '../gateway/access.js'
import { viewField } from '../query/view-path.js'
import { requireEditable } from '../record/require-editable.js'
import type { AuditValues } from './audit-trail.js'
import { canonicalValues } from './canonical-values.js'

type PlainObject = Readonly<Record<string, unknown>>

/** What a restore or revert is asked for; names are internal. */
export interface ParsedRestore {
  /** Only these columns; undefined for all. */
  readonly fields?: ReadonlySet<string>
  readonly expected: AuditValues
  readonly isDryRun: boolean
}

const revertKeys = listOptionNames<RevertBody>({ fields: true, dryRun: true })
const restoreKeys = listOptionNames<RestoreBody>({ fields: true, dryRun: true, expect: true })

export const parseRevert = (body: PlainObject, collection: CollectionModel, access: Access) =>
  parse(body, revertKeys, collection, access)

export const parseRestore = (body: PlainObject, collection: CollectionModel, access: Access) =>
  parse(body, restoreKeys, collection, access)

function parse(
  body: PlainObject,
  known: readonly string[],
  collection: CollectionModel,
  access: Access,
): ParsedRestore {
  checkKeys(body, known, 'the body')
  return {
    fields: parseFields(body.fields, collection, access),
    expected: parseExpected(body.expect, collection, access),
    isDryRun: parseDryRun(body.dryRun),
  }
}

/** A field that is named must be one the caller may read and write. */
function parseFields(
  names: unknown,
  collection: CollectionModel,
  access: Access,
): ReadonlySet<string> | undefined {
  if (names === undefined) return undefined
  if (!isTexts(names) || names.length === 0) {
    throw new ValidationError('\'fields\' must be a list of fields, like ["status"].')
  }
  const fields = names.map(name => {
    const column = findColumn(name, collection, access, 'fields')
    requireEditable(access, collection, column)
    return column.name
  })
  return new Set(fields)
}

function parseExpected(expect: unknown, collection: CollectionModel, access: Access): AuditValues {
  if (expect === undefined) return {}
  if (!isObject(expect)) {
    throw new ValidationError(
      '\'expect\' must be an object of fields and values, like {"status":"open"}.',
    )
  }
  const entries = Object.entries(expect).map(
    ([name, value]) => [findColumn(name, collection, access, 'expect').name, value] as const,
  )
  return canonicalValues(Object.fromEntries(entries))
}

function findColumn(name: string, collection: CollectionModel, access: Access, key: string) {
  const field = viewField(collection, name, access)
  if (field.kind === 'Column') return field
  throw new ValidationError(
    `'${name}' of '${collection.name}' is a relation: '${key}' takes columns only.`,
  )
}

function parseDryRun(value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  throw new ValidationError(`'dryRun' must be true or false, not ${show(value)}.`)
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')
