import { type Kysely, sql } from 'kysely'
import { activeIpRules } from '../../../http/access/check-address.js'
import type { Database } from '../../../store/schema.js'
import type { FeedEvent } from './missed-events.js'

/** More than this many events are not replayed one by one. */
const MOST_EVENTS = 1_000

/** Which secrets open an environment now, until when, and from where. */
export interface Doors {
  /** By the hash of the secret in hexadecimal digits: milliseconds since 1970, or null for no end. */
  readonly secrets: ReadonlyMap<string, number | null>
  readonly ipRules: string | null
}

/** Nothing opens an environment that was deleted. */
export async function readDoors(db: Kysely<Database>, environmentId: number): Promise<Doors> {
  const rows = await db
    .selectFrom('environment_secrets')
    .innerJoin('environments', 'environments.id', 'environment_secrets.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('ip_rules', 'ip_rules.environment_id', 'environments.id')
    .select(['environment_secrets.secret_hash', 'environment_secrets.expires_at', activeIpRules])
    .where('environments.id', '=', environmentId)
    .where('environments.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('environment_secrets.expires_at', 'is', null),
        eb('environment_secrets.expires_at', '>', sql<string>`clock_timestamp()`),
      ]),
    )
    .execute()
  return {
    secrets: new Map(
      rows.map(row => [
        row.secret_hash.toString('hex'),
        row.expires_at === null ? null : Date.parse(row.expires_at),
      ]),
    ),
    ipRules: rows[0]?.ip_rules ?? null,
  }
}

/** The events of an environment after a number; too many are as good as none. */
export async function readEvents(
  db: Kysely<Database>,
  environmentId: number,
  after: number,
): Promise<readonly FeedEvent[]> {
  const events = await db
    .selectFrom('agent_events')
    .select(['seq', 'kind', 'rendering_ids as renderingIds'])
    .where('environment_id', '=', environmentId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(MOST_EVENTS + 1)
    .execute()
  return events.length > MOST_EVENTS ? [] : events
}

/** How far the feeds of many environments are, written as text. */
export async function readHeads(
  db: Kysely<Database>,
  environmentIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('agent_feeds')
    .select(['environment_id', 'epoch', 'last_seq'])
    .where('environment_id', '=', sql<number>`any(${environmentIds})`)
    .execute()
  return new Map(rows.map(row => [row.environment_id, `${row.epoch} ${row.last_seq}`]))
}

export async function readRenderingIds(
  db: Kysely<Database>,
  environmentId: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('renderings')
    .select('id')
    .where('environment_id', '=', environmentId)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}
