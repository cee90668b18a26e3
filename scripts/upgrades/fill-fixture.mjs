import { sql } from 'kysely'
import { activityLogEntry } from '../../apps/service/dist/features/activity-logs/activity-log-entry.js'
import { adminLogEntry } from '../../apps/service/dist/features/admin-logs/admin-log-entry.js'
import { chainHash } from '../../apps/service/dist/logs/chain-hash.js'
import { ensurePartitions } from '../../apps/service/dist/logs/ensure-partitions.js'
import { publicKeys } from '../../apps/service/dist/secrets/signing-keys.js'
import { activityEntries, adminEntries, listSections } from './fixture-rows.mjs'

/** Writes rows into every table of an empty store at a migration level; fails when a table stays empty. */
export async function fillFixture(store, secrets, level) {
  const { db } = store
  await ensurePartitions(db, new Date('2026-01-01T00:00:00Z'))
  for (const [since, statements] of Object.entries(listSections(secrets))) {
    if (since <= level) await sql.raw(statements).execute(db)
  }
  await writeActivities(db, level)
  await writeAdminLogs(db)
  if (level >= '003') await publicKeys({ store, secrets })
  await fixClocks(db)
  await requireRows(db)
}

async function writeActivities(db, level) {
  const rows = activityEntries
    .filter(({ since = '' }) => since <= level)
    .map(({ since: _since, ...entry }) => ({
      label: null,
      record_ids: null,
      inbox_name: null,
      workflow: null,
      user_id: 1,
      username: 'ada',
      user_email: 'ada@example.com',
      team_name: 'Operations',
      ...entry,
    }))
  await writeChain(db, 'activity_logs', { environment_id: 1 }, rows, activityLogEntry)
}

async function writeAdminLogs(db) {
  const rows = adminEntries.map(entry => {
    const isAda = entry.initiator === 'administrator'
    const person = { user_id: 1, username: 'ada', user_email: 'ada@example.com' }
    const nobody = { user_id: null, username: null, user_email: null }
    return { previous_value: null, new_value: null, ...(isAda ? person : nobody), ...entry }
  })
  await writeChain(db, 'admin_logs', { project_id: 1 }, rows, adminLogEntry)
}

/** Writes entries with their hashes, a minute apart, and the head of their chain. */
async function writeChain(db, table, owner, entries, describe) {
  let hash = Buffer.alloc(0)
  let created_at = ''
  for (const [index, entry] of entries.entries()) {
    created_at = `2026-01-06T00:0${index}:00.000000Z`
    const row = { ...owner, created_at, seq: index + 1, ...entry }
    hash = chainHash(hash, describe(row))
    await db
      .insertInto(table)
      .values({ ...row, ...serialiseObjects(row), hash })
      .execute()
  }
  const [owner_id] = Object.values(owner)
  const head = {
    owner_id,
    kind: table,
    last_seq: entries.length,
    last_at: created_at,
    last_hash: hash,
  }
  await db.insertInto('streams').values(head).execute()
}

/** Values for `jsonb` as text; arrays are arrays of PostgreSQL. */
const serialiseObjects = row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => typeof value === 'object' && value && !Array.isArray(value))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  )

/** What triggers and defaults wrote must be the same in every fixture. */
async function fixClocks(db) {
  for (const statement of [
    "update agent_feeds set epoch = 'fixture1'",
    "update agent_events set created_at = '2026-01-06T08:00Z', transaction_id = '1'",
    "update signing_keys set created_at = '2026-01-01T08:00Z'",
  ]) {
    await sql.raw(statement).execute(db)
  }
}

async function requireRows(db) {
  const { rows } = await sql`
    select relname as name from pg_class
    where relnamespace = 'service'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(db)
  const empty = []
  for (const { name } of rows) {
    const { rows: first } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (first.length === 0) empty.push(name)
  }
  if (empty.length > 0) {
    throw new Error(`Add rows for ${empty.join(', ')} to scripts/upgrades/fixture-rows.mjs.`)
  }
}
