import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../../config.js'
import { createWaitingRequests } from '../../../http/waiting-requests.js'
import { randomHex } from '../../../secrets/token-format.js'
import type { Store } from '../../../store/open-store.js'
import type { Database } from '../../../store/schema.js'

/** The PostgreSQL notification channel on which instances announce that an agent connected or left. */
const CHANNEL = 'service_presence'

/** An instance that was silent for so many heartbeats is believed to be dead. */
const SILENT_HEARTBEATS = 3

interface PresenceSettings {
  readonly store: Pick<Store, 'db' | 'listen'>
  readonly log: Logger
  readonly config: Pick<Config, 'eventHeartbeat'>
  /** Whether this instance holds a stream of the environment's agents. */
  isOpen(environmentId: number): boolean
}

/** Stores for all instances which agents are connected to this one. */
export interface AgentPresence {
  /** Stores whether this instance holds a stream of the environment now. */
  update(environmentId: number): void
  /** Says again that the agents of these environments are connected. */
  prolong(environmentIds: readonly number[]): Promise<void>
  /** Waits until the agent of an environment may have another state. False when the wait was aborted. */
  next(environmentId: number, signal: AbortSignal): Promise<boolean>
  /** Waits until everything is stored. */
  stop(): Promise<void>
}

/** Opens no connection before the first request waits. */
export function createAgentPresence({
  store,
  log,
  config,
  isOpen,
}: PresenceSettings): AgentPresence {
  const instance = randomHex(16)
  const seconds = (SILENT_HEARTBEATS * config.eventHeartbeat) / 1_000
  const waiting = createWaitingRequests()
  const writes = new Map<number, Promise<void>>()
  let isStopped = false
  let stopListening: (() => Promise<void>) | undefined

  /** One write at a time for each environment: the last one stores what is true then. */
  const queueWrite = (environmentId: number) => {
    const before = writes.get(environmentId) ?? Promise.resolve()
    const write = before
      .then(() => {
        const write = isOpen(environmentId)
          ? storeOpened(store.db, { environmentId, instance, seconds })
          : storeEnded(store.db, { environmentId, instance })
        return write.then(() => {})
      })
      .catch(error => log.warn({ err: error }, 'cannot store whether an agent is connected'))
      .finally(() => {
        if (writes.get(environmentId) === write) writes.delete(environmentId)
      })
    writes.set(environmentId, write)
  }

  return {
    update: queueWrite,
    prolong: environmentIds => prolong(store.db, { environmentIds, instance, seconds }),
    next(environmentId, signal) {
      if (isStopped) return Promise.resolve(false)
      stopListening ??= store.listen(CHANNEL, {
        onNotification: id => waiting.notify(Number(id), true),
        opened: () => waiting.notifyAll(true),
      })
      return waiting.wait(environmentId, signal)
    },
    async stop() {
      isStopped = true
      waiting.notifyAll(false)
      await Promise.all(writes.values())
      await stopListening?.()
    },
  }
}

/** Announces a change of an environment's agent to the requests that wait on any instance. */
export const announce = (environmentId: number) =>
  sql`select pg_notify(${CHANNEL}, ${String(environmentId)})`

interface Stream {
  readonly environmentId: number
  readonly instance: string
}

/** Also removes what instances that ended or died left about the environment. */
function storeOpened(
  db: Kysely<Database>,
  { environmentId, instance, seconds }: Stream & { readonly seconds: number },
) {
  return sql`
    with former as (
      delete from agent_streams
      where environment_id = ${environmentId} and instance <> ${instance}
        and connected_until <= clock_timestamp()
    ), stored as (
      insert into agent_streams (environment_id, instance, seen_at, connected_until)
      values (${environmentId}, ${instance}, clock_timestamp(), ${soon(seconds)})
      on conflict (environment_id, instance)
      do update set seen_at = excluded.seen_at, connected_until = excluded.connected_until
      returning environment_id
    )
    select pg_notify(${CHANNEL}, environment_id::text) from stored`.execute(db)
}

function storeEnded(db: Kysely<Database>, { environmentId, instance }: Stream) {
  return sql`
    with stored as (
      update agent_streams set seen_at = clock_timestamp(), connected_until = clock_timestamp()
      where environment_id = ${environmentId} and instance = ${instance}
      returning environment_id
    )
    select pg_notify(${CHANNEL}, environment_id::text) from stored`.execute(db)
}

interface Prolonged {
  readonly environmentIds: readonly number[]
  readonly instance: string
  readonly seconds: number
}

async function prolong(
  db: Kysely<Database>,
  { environmentIds, instance, seconds }: Prolonged,
): Promise<void> {
  await db
    .updateTable('agent_streams')
    .set({ seen_at: sql`clock_timestamp()`, connected_until: soon(seconds) })
    .where('instance', '=', instance)
    .where('environment_id', 'in', environmentIds)
    .execute()
}

const soon = (seconds: number) => sql<never>`clock_timestamp() + ${seconds} * interval '1 second'`
