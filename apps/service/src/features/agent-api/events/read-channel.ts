import { type Kysely, sql } from 'kysely'
import { activeIpRules } from '../../../http/access/check-address.js'
import { isSecretWorking } from '../../../http/access/is-secret-working.js'
import type { Database } from '../../../store/schema.js'
import { readFeed } from '../read-feed.js'
import type { FeedEvent } from './missed-events.js'

/** Above this number, events are not replayed one by one. */
const MAX_EVENTS = 1_000

/** What the streams of an environment need to know, read as one snapshot. */
export interface ChannelState {
  readonly epoch: string
  readonly lastSeq: number
  /** The events after the requested sequence number; empty when there are too many. */
  readonly events: readonly FeedEvent[]
  /** The valid secrets by their hash in hexadecimal, with their expiry or null. */
  readonly secrets: Readonly<Record<string, number | null>>
  /** As JSON text; null when every IP address is allowed. */
  readonly ipRules: string | null
}

/** Reads everything in one query; returns undefined when the environment was deleted. */
export async function readChannel(
  db: Kysely<Database>,
  environmentId: number,
  after: number,
): Promise<ChannelState | undefined> {
  const row = await db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('ip_rules', 'ip_rules.environment_id', 'environments.id')
    .leftJoin('agent_feeds', 'agent_feeds.environment_id', 'environments.id')
    .select([
      'agent_feeds.epoch',
      'agent_feeds.last_seq as lastSeq',
      activeIpRules,
      secrets.as('secrets'),
      eventsAfter(after).as('events'),
    ])
    .where('environments.id', '=', environmentId)
    .where('environments.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { epoch, lastSeq } =
    row.epoch === null || row.lastSeq === null
      ? await readFeed(db, environmentId)
      : { epoch: row.epoch, lastSeq: row.lastSeq }
  return {
    epoch,
    lastSeq,
    events: row.events.length > MAX_EVENTS ? [] : row.events,
    secrets: row.secrets,
    ipRules: row.ip_rules,
  }
}

/** In milliseconds since 1970. */
const secrets = sql<ChannelState['secrets']>`coalesce(
  (select json_object_agg(
     encode(secret_hash, 'hex'), floor(extract(epoch from expires_at) * 1000))
   from environment_secrets
   where environment_id = environments.id and ${isSecretWorking}),
  '{}')`

const eventsAfter = (seq: number) => sql<FeedEvent[]>`coalesce(
  (select json_agg(
     json_build_object('seq', seq, 'kind', kind, 'renderingIds', rendering_ids) order by seq)
   from (
     select seq, kind, rendering_ids from agent_events
     where environment_id = environments.id and seq > ${seq}
     order by seq limit ${MAX_EVENTS + 1}) as later),
  '[]')`

/** Reads the heads of the feeds of many environments, formatted as text. */
export async function readHeads(
  db: Kysely<Database>,
  environmentIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('agent_feeds')
    .select(['environment_id', 'epoch', 'last_seq'])
    .where('environment_id', '=', sql<number>`any(${environmentIds})`)
    .execute()
  return new Map(rows.map(row => [row.environment_id, formatFeedHead(row.epoch, row.last_seq)]))
}

/** Formats the head of a feed for comparison. */
export const formatFeedHead = (epoch: string, seq: number): string => `${epoch} ${seq}`

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
