import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listener, Unlisten } from './listener.js'

const FIRST_PAUSE = 100
const MAX_PAUSE_MS = 5_000

/** Listens on its own connection, which is reopened whenever it breaks. */
export function listenOnPostgres(
  config: pg.ClientConfig,
  channel: string,
  listener: Listener,
): Unlisten {
  const stopping = new AbortController()
  const run = async () => {
    for (let pause = FIRST_PAUSE; !stopping.signal.aborted; pause *= 2) {
      const wasOpen = await listenOnce(config, channel, listener, stopping.signal)
      if (wasOpen) pause = FIRST_PAUSE
      const delay = Math.min(pause, MAX_PAUSE_MS) * (0.5 + Math.random() / 2)
      await sleep(delay, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}

/** Listens until the connection ends; returns whether it could be opened. */
async function listenOnce(
  config: pg.ClientConfig,
  channel: string,
  { onNotification, opened }: Listener,
  signal: AbortSignal,
): Promise<boolean> {
  const client = new pg.Client(config)
  let stop = () => {}
  const isOver = new Promise<false>(resolve => {
    stop = () => resolve(false)
  })
  client.on('error', stop)
  client.once('end', stop)
  signal.addEventListener('abort', stop)
  client.on('notification', ({ payload = '' }) => onNotification(payload))
  const open = async () => {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return true
  }
  // The caller retries when the server is unavailable or rejects the connection.
  const isOpen = await Promise.race([open().catch(() => false), isOver])
  if (isOpen) {
    opened()
    await isOver
  }
  signal.removeEventListener('abort', stop)
  client.end().catch(() => {})
  return isOpen
}

/**
 * Listens in the single session of an embedded database. Notifications arrive with the response to a
 * statement, on the connection that sent it.
 */
export function listenEmbedded(pool: pg.Pool): (channel: string, listener: Listener) => Unlisten {
  const listeners = new Map<string, Listener>()
  pool.on('connect', client => {
    client.on('notification', ({ channel, payload = '' }) =>
      listeners.get(channel)?.onNotification(payload),
    )
  })
  return (channel, listener) => {
    const name = pg.escapeIdentifier(channel)
    listeners.set(channel, listener)
    pool.query(`listen ${name}`).then(listener.opened, () => {})
    return async () => {
      listeners.delete(channel)
      await pool.query(`unlisten ${name}`)
    }
  }
}
