import type { Logger } from 'pino'
import type { Config } from '../../../config.js'
import { UnavailableError } from '../../../errors.js'
import { createEventStream } from '../../../http/event-stream.js'
import type { Store } from '../../../store/open-store.js'
import { type AgentPresence, createAgentPresence } from '../presence/agent-presence.js'
import { type Channel, createChannel, type Subscriber } from './channel.js'
import { parseEventId } from './event-text.js'
import { readHeads } from './read-channel.js'

/** The PostgreSQL notification channel on which triggers name the environment that changed. */
const CHANNEL = 'service_agents'

interface AgentEventsSettings {
  readonly store: Store
  readonly log: Logger
  readonly config: Pick<Config, 'eventHeartbeat' | 'maxEventStreams' | 'ipRulesAllowLoopback'>
}

/** An agent's request for an event stream. */
interface EventRequest {
  readonly environmentId: number
  /** In hexadecimal. */
  readonly secretHash: string
  readonly address: string
  /** The `Last-Event-ID` of a reconnecting agent. Absent on the first connection. */
  readonly lastEventId: string | undefined
  /** Aborts when the agent disconnects. */
  readonly signal: AbortSignal
}

/** The event streams of this instance. */
export interface AgentEvents {
  readonly size: number
  open(request: EventRequest): Promise<ReadableStream<Uint8Array>>
  /** Waits until the agent of an environment, connected to any instance, may have another state. */
  readonly nextState: AgentPresence['next']
  /** Ends every stream and rejects new ones. */
  stop(): Promise<void>
}

/**
 * Opens nothing before the first stream: all streams share one listening connection and one heartbeat timer.
 */
export function createAgentEvents({ store, log, config }: AgentEventsSettings): AgentEvents {
  const channels = new Map<number, Channel>()
  let size = 0
  let isStopped = false
  let stopListening: (() => Promise<void>) | undefined
  const presence = createAgentPresence({ store, log, config, isOpen: id => channels.has(id) })

  const refresh = (channel: Channel) =>
    channel
      .refresh()
      .catch(error =>
        log.warn(
          { err: error },
          'cannot read the changes of an environment; retrying, and agents are notified later',
        ),
      )

  /**
   * Compares all environments with the store, which finds changes announced while no connection was
   * listening.
   */
  const compare = async () => {
    const heads = await readHeads(store.db, [...channels.keys()])
    const behind = [...channels].filter(([id, channel]) => channel.isBehind(heads.get(id)))
    await Promise.all(behind.map(([, channel]) => refresh(channel)))
  }
  const compareAndLog = () =>
    compare().catch(error =>
      log.warn({ err: error }, 'cannot read the event feeds of agents; retrying'),
    )

  const prolongAndLog = () =>
    presence
      .prolong([...channels.keys()])
      .catch(error => log.warn({ err: error }, 'cannot store which agents are connected; retrying'))

  const start = () => {
    const heartbeat = setInterval(() => {
      for (const channel of channels.values()) channel.sendHeartbeats()
      if (channels.size === 0) return
      compareAndLog()
      prolongAndLog()
    }, config.eventHeartbeat).unref()
    const unlisten = store.listen(CHANNEL, {
      onNotification(environmentId) {
        const channel = channels.get(Number(environmentId))
        if (channel) refresh(channel)
      },
      opened: compareAndLog,
    })
    return async () => {
      clearInterval(heartbeat)
      await unlisten()
    }
  }

  const openChannel = (environmentId: number) => {
    const known = channels.get(environmentId)
    if (known) return known
    const made = createChannel(store.db, environmentId, config)
    channels.set(environmentId, made)
    return made
  }

  return {
    get size() {
      return size
    },
    async open({ environmentId, secretHash, address, lastEventId, signal }) {
      if (isStopped) throw new UnavailableError('stopping', 'The service is stopping.')
      if (size >= config.maxEventStreams)
        throw new UnavailableError('overloaded', 'Too many event streams are open.')
      stopListening ??= start()
      const channel = openChannel(environmentId)
      const stream = createEventStream(() => {
        size -= 1
        channel.remove(subscriber)
        if (channel.isEmpty && channels.get(environmentId) === channel) {
          channels.delete(environmentId)
          presence.update(environmentId)
        }
      })
      const subscriber: Subscriber = {
        stream,
        secretHash,
        address,
        offset: parseEventId(lastEventId),
        isNew: true,
        expiresAt: null,
      }
      size += 1
      channel.add(subscriber)
      signal.addEventListener('abort', stream.end, { once: true })
      try {
        await channel.refresh()
      } catch (error) {
        stream.end()
        throw error
      }
      presence.update(environmentId)
      return stream.body
    },
    nextState: presence.next,
    async stop() {
      isStopped = true
      for (const channel of channels.values()) channel.end()
      await presence.stop()
      await stopListening?.()
    },
  }
}
