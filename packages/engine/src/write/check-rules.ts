import { ownValue, ValidationError } from '@service/base'
import { type Call, evaluate, type Row } from '@service/datasource-toolkit'
import type { Check, CollectionModel, ColumnModel } from '../model/model.js'
import { brokenRule } from './broken-rule.js'
import { noteFieldErrors } from './field-errors.js'
import type { Rewritten } from './rewritten.js'

const noColumns: ReadonlySet<string> = new Set()

/**
 * Throws a 400 when a value violates a rule of its column.
 *
 * @example
 * checkRules(orders, { total: 12 }, { timezone: 'UTC', now: new Date() })
 */
export function checkRules(collection: CollectionModel, row: Row, call: Call): void {
  let broken: BrokenRules | undefined
  for (const name of Object.keys(row)) {
    const column = collection.fields.get(name)
    if (column?.kind === 'Column') broken = checkColumn(column, row, call, broken)
  }
  if (broken) throw brokenRules(collection, broken)
}

/** Checks the rules of changed fields, also in the records of to-one relations. */
export function checkPatch(collection: CollectionModel, record: Rewritten, call: Call): void {
  checkRules(collection, { ...record.given, ...record.columns }, call)
  for (const [{ target }, nested] of record.related) checkPatch(target, nested, call)
}

/**
 * For a new record, rules also apply to columns without a value and default. `pending` columns get
 * their values later.
 */
export function checkNewRecord(
  collection: CollectionModel,
  row: Row,
  call: Call,
  pending: ReadonlySet<string> = noColumns,
): void {
  let broken: BrokenRules | undefined
  for (const column of collection.fields.values()) {
    if (column.kind !== 'Column' || column.checks.length === 0 || pending.has(column.name)) continue
    const isAbsent = ownValue(row, column.name) === undefined
    if (isAbsent && (column.hasDefault || column.write.kind === 'none')) continue
    broken = checkColumn(column, row, call, broken)
  }
  if (broken) throw brokenRules(collection, broken)
}

/** The messages of violated rules by column; never empty. */
type BrokenRules = Map<string, readonly string[]>

function checkColumn(
  column: ColumnModel,
  row: Row,
  call: Call,
  broken: BrokenRules | undefined,
): BrokenRules | undefined {
  if (column.checks.length === 0) return broken
  const value = ownValue(row, column.name) ?? null
  const violated = column.checks.filter(rule => !holds(rule, column, value, call))
  if (violated.length === 0) return broken
  const name = column.export === 'hidden' ? column.name : column.export.name
  const messages = violated.map(rule => brokenRule(name, rule))
  return (broken ?? new Map()).set(column.name, messages)
}

/** The error shows the first violated rule; the others are noted for clients that show all. */
function brokenRules(collection: CollectionModel, broken: BrokenRules): ValidationError {
  const [first] = broken
  const [column, messages] = first!
  const data = { rule: 'validation', columns: [column] }
  const error = new ValidationError(messages[0]!, { data })
  noteFieldErrors(error, collection, broken)
  return error
}

function holds(rule: Check, column: ColumnModel, value: unknown, call: Call): boolean {
  if (value === null) return rule.operator !== 'Present'
  // For a column that cannot be null, an empty text is a value, unless the customer added the rule.
  if (rule.operator === 'Present' && !column.allowNull && !rule.isAdded) return true
  const leaf = { field: 'value', operator: rule.operator, value: rule.value }
  return evaluate(leaf, { value }, () => column.columnType, call)
}
