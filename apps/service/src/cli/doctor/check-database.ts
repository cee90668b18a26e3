import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config.js'
import { StoreTooNewError } from '../../errors.js'
import { listMigrations, listNewerMigrations } from '../../store/list-migrations.js'
import { migrations } from '../../store/migrations/index.js'
import { SCHEMA } from '../../store/open-store.js'
import type { Database } from '../../store/schema.js'
import { broken, type Finding, ok, skipped, warning } from './finding.js'
import type { ReadableStore } from './open-for-reading.js'

const MIN_VERSION = 13
/** Connections beside the pool: one for events, one for jobs. */
const MORE_CONNECTIONS = 2
/** Codes of authenticator apps change every 30 seconds. */
const FAR_MILLISECONDS = 30_000
const NEAR_MILLISECONDS = 5_000

/** The version of the server, and whether it takes writes. */
export async function checkServer({ read, description }: ReadableStore): Promise<Finding> {
  const check = 'database version'
  const { rows } = await read(db =>
    sql<{ number: number; encoding: string; isReplica: boolean; isReadOnly: boolean }>`
      select current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as "isReplica",
        current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`.execute(db),
  )
  const [row] = rows
  const major = Math.floor((row?.number ?? 0) / 10_000)
  if (major < MIN_VERSION) {
    const message = `${description} is PostgreSQL ${major}.`
    return broken(check, message, `Use PostgreSQL ${MIN_VERSION} or newer.`)
  }
  if (row?.isReplica || row?.isReadOnly) {
    const reason = row.isReplica ? 'is a replica' : 'has default_transaction_read_only on'
    const message = `${description} takes no writes: it ${reason}.`
    return broken(check, message, 'Set SERVICE_DATABASE_URL to the primary, or turn writes on.')
  }
  if (row?.encoding !== 'UTF8') {
    const message = `${description} has the encoding ${row?.encoding}.`
    return broken(check, message, "Create a database with encoding 'UTF8'.")
  }
  return ok(check, `${description} is PostgreSQL ${major} and takes writes.`)
}

/** Whether the user of the database may do what the service does, partitions and migrations included. */
export async function checkRights({ read }: ReadableStore): Promise<Finding> {
  const check = 'database rights'
  const [row] = await read(async db => {
    const { rows } = await sql<{
      user: string
      hasSchema: boolean
      mayUse: boolean
      foreign: string[]
    }>`
      select current_user as "user",
        namespace.oid is not null as "hasSchema",
        case when namespace.oid is null
          then has_database_privilege(current_database(), 'create')
          else has_schema_privilege(namespace.oid, 'usage')
            and has_schema_privilege(namespace.oid, 'create') end as "mayUse",
        array(select relname::text from pg_class
          where relnamespace = namespace.oid and relkind in ('r', 'p')
            and not pg_has_role(relowner, 'usage') order by relname) as "foreign"
      from (select 1) as one left join pg_namespace as namespace on nspname = ${SCHEMA}`.execute(db)
    return rows
  })
  if (!row) throw new Error('The database describes no user.')
  const { user, hasSchema, mayUse, foreign } = row
  if (!mayUse) {
    const right = hasSchema ? `use the schema ${SCHEMA}` : 'create a schema'
    const grant = hasSchema
      ? `grant usage, create on schema ${SCHEMA} to "${user}"`
      : `grant create on database … to "${user}"`
    return broken(check, `The user ${user} may not ${right}.`, `As its owner run: ${grant}`)
  }
  if (foreign.length > 0) {
    const message = `The user ${user} does not own ${foreign.length} tables, such as ${foreign[0]}.`
    const advice = 'Use the user that migrated the database, or: reassign owned by … to …'
    return broken(check, message, advice)
  }
  return ok(check, `The user ${user} owns the tables of the schema ${SCHEMA}.`)
}

/** Which migrations have run: fewer than this version has, all of them, or those of a newer version. */
export async function checkMigrations({ read }: ReadableStore): Promise<{
  readonly finding: Finding
  /** Whether the tables are those this version knows. */
  readonly isCurrent: boolean
}> {
  const check = 'migrations'
  const known = Object.keys(migrations)
  const applied = await read(listMigrations)
  const newer = applied.filter(name => !known.includes(name))
  if (newer.length > 0) {
    const isUsable = await read(canUseNewer)
    const message = `A newer version has migrated the database: ${newer.join(', ')}.`
    const advice = isUsable
      ? 'This one can still use it; install that version here, too.'
      : 'Install that version; to go back, restore the backup made before the upgrade.'
    const report = isUsable ? warning : broken
    return { finding: report(check, message, advice), isCurrent: isUsable }
  }
  const pending = known.filter(name => !applied.includes(name))
  if (pending.length === 0) {
    return { finding: ok(check, `All ${known.length} migrations have run.`), isCurrent: true }
  }
  const message = `${pending.length} of ${known.length} migrations have not run yet.`
  const advice = 'They run with: npx @service/cli up, or: npx @service/cli migrate'
  return { finding: warning(check, message, advice), isCurrent: false }
}

const canUseNewer = (db: Kysely<Database>) =>
  listNewerMigrations(db).then(
    () => true,
    error => {
      if (error instanceof StoreTooNewError) return false
      throw error
    },
  )

/** Whether the server accepts as many connections as one instance opens. */
export async function checkConnections(
  { read, kind }: ReadableStore,
  { poolSize }: Pick<Config, 'poolSize'>,
): Promise<Finding> {
  const check = 'connections'
  if (kind === 'embedded') return skipped(check, 'The embedded database has one.')
  const { rows } = await read(db =>
    sql<{ most: number }>`
      select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as most`.execute(db),
  )
  const most = rows[0]?.most ?? 0
  const needed = poolSize + MORE_CONNECTIONS
  const message = `An instance opens up to ${needed} connections; the server accepts ${most}.`
  if (needed <= most) return ok(check, message)
  return broken(check, message, 'Lower SERVICE_DATABASE_POOL, or raise max_connections.')
}

/** How far the clocks of this machine and of the database are apart. */
export async function checkClock({ read, kind }: ReadableStore): Promise<Finding> {
  const check = 'clock'
  if (kind === 'embedded') return skipped(check, 'The embedded database uses the same clock.')
  const sent = Date.now()
  const started = performance.now()
  const { rows } = await read(db =>
    sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db),
  )
  const duration = performance.now() - started
  const difference = Math.abs((rows[0]?.now ?? 0) - sent - duration / 2)
  // What the request itself took proves nothing.
  const apart = Math.max(0, difference - duration / 2)
  const message = `The clocks of this machine and the database are ${(apart / 1000).toFixed(1)} s apart.`
  const advice = 'Let both follow a time server (chrony, systemd-timesyncd).'
  if (apart > FAR_MILLISECONDS) return broken(check, message, advice)
  if (apart > NEAR_MILLISECONDS) return warning(check, message, advice)
  return ok(check, message)
}
