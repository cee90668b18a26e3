import { type RawBuilder, sql, type Transaction } from 'kysely'
import { formatArray } from '../../store/format-array.js'
import type { Database } from '../../store/schema.js'
import type { NewActivityLog } from './new-activity-log.js'

/** From this number of keys on, two more statements cost less than a check for each key. */
const MANY = 100

const UNIQUE_VIOLATION = '23505'

/** Stores the keys of entries and returns which entries are new, in the same order. */
export async function claimKeys(
  transaction: Transaction<Database>,
  environmentId: number,
  entries: readonly NewActivityLog[],
): Promise<readonly boolean[]> {
  const keys = [...new Set(entries.flatMap(entry => entry.key ?? []))]
  if (keys.length === 0) return entries.map(() => true)
  const insert = insertKeys(environmentId, keys)
  const areNew = keys.length >= MANY && (await insertNewKeys(transaction, insert))
  if (areNew && keys.length === entries.length) return entries.map(() => true)
  const claimed = new Set(areNew ? keys : await insertMissingKeys(transaction, insert))
  return entries.map(({ key }) => key === undefined || claimed.delete(key))
}

/** Keys are sorted so that concurrent batches cannot deadlock. */
const insertKeys = (environmentId: number, keys: readonly string[]) => sql`
  insert into activity_log_keys (environment_id, key, created_at)
  select ${environmentId}, key, clock_timestamp()
  from unnest(${formatArray(keys)}::text[]) as key order by key`

/**
 * Inserts keys that are all new, which is nearly always so and takes half the time of `on conflict`. Returns
 * false, and has inserted nothing, when one of them exists.
 */
async function insertNewKeys(
  transaction: Transaction<Database>,
  insert: RawBuilder<unknown>,
): Promise<boolean> {
  await sql`savepoint keys`.execute(transaction)
  try {
    await insert.execute(transaction)
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    await sql`rollback to savepoint keys`.execute(transaction)
    return false
  }
  await sql`release savepoint keys`.execute(transaction)
  return true
}

async function insertMissingKeys(
  transaction: Transaction<Database>,
  insert: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    ${insert} on conflict do nothing returning key`.execute(transaction)
  return rows.map(({ key }) => key)
}
