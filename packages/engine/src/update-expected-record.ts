import type { Row } from '@service/datasource-toolkit'
import { lookupCall } from './context/inner-call.js'
import type { EngineCall } from './model/model.js'
import type { RecordQuery } from './query.js'
import { readRecord } from './read-record.js'
import { change } from './update.js'
import { isDirect, matchRecord, readAgain, type UpdatedRecord } from './update-record.js'
import { type ExpectedValues, hasExpectedValues, splitExpected } from './write/expected-values.js'
import { serializeUpdates } from './write/serialize-updates.js'
import { requireWritable } from './write/store.js'

/** The result of changing a record that must have expected values. */
export interface ExpectedUpdate extends UpdatedRecord {
  /** The expected fields with their current values; present when one differs. Nothing was written. */
  readonly current?: Row
}

interface Attempt {
  readonly query: RecordQuery
  readonly id: readonly unknown[]
  readonly patch: Row
  readonly expected: Row
  readonly call: EngineCall
}

/**
 * Changes the record of an id if its fields still have the expected values. The source compares
 * them in the statement that writes; fields that it cannot compare are read before.
 *
 * @example
 * const query = { collection: model.collection('orders'), projection: ['id', 'status'] }
 * const { current } = await updateExpectedRecord(query, [12], { status: 'paid' }, { status: 'open' }, call)
 */
export async function updateExpectedRecord(
  query: RecordQuery,
  id: readonly unknown[],
  patch: Row,
  expected: Row,
  call: EngineCall,
): Promise<ExpectedUpdate> {
  const { collection } = query
  requireWritable(collection, 'update', call)
  const attempt = { query, id, patch, expected, call }
  const values = splitExpected(collection, expected)
  // In one process, no other expected update comes between the read and the write.
  return values.isComplete
    ? compareAndChange(attempt, values)
    : serializeUpdates(collection, call, () => compareAndChange(attempt, values))
}

async function compareAndChange(attempt: Attempt, values: ExpectedValues): Promise<ExpectedUpdate> {
  const { query, id, patch, call } = attempt
  const isChanged = Object.keys(patch).length > 0
  const isOneStatement = values.isComplete && isChanged && isDirect(query.collection, patch, call)
  if (!isOneStatement) {
    // Hooks and overrides must not run for a record that differs.
    const current = await readCurrent(attempt)
    if (!isExpected(attempt, current)) return refusal(current)
  }
  if (!isChanged) return { isFound: true, row: await readRecord(query, id, call) }
  return changeMatching(attempt, values)
}

/** A record that differed during the write and has the expected values again is written again. */
const maxAttempts = 3

async function changeMatching(
  attempt: Attempt,
  { condition }: ExpectedValues,
): Promise<ExpectedUpdate> {
  const { query, id, patch, call } = attempt
  const filter = { conditionTree: matchRecord(query.collection, id), expected: condition }
  for (let count = 1; ; count++) {
    const { matched, columns } = await change(query.collection, filter, patch, call)
    if (matched > 0) return readAgain(query, id, columns, call)
    const current = await readCurrent(attempt)
    if (count === maxAttempts || !isExpected(attempt, current)) return refusal(current)
  }
}

function readCurrent({ query, id, expected, call }: Attempt): Promise<Row | undefined> {
  const { collection } = query
  return readRecord({ collection, projection: Object.keys(expected) }, id, lookupCall(call))
}

function isExpected({ query, expected }: Attempt, current: Row | undefined): boolean {
  return current !== undefined && hasExpectedValues(query.collection, expected, current)
}

function refusal(current: Row | undefined): ExpectedUpdate {
  return current ? { isFound: true, current } : { isFound: false }
}
