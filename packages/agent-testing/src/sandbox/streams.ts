import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WireEvent } from '@service/protocol'

/** The event streams of one environment. */
export interface Streams {
  readonly size: number
  /** Keeps a response open; a reconnecting agent gets the events it missed. */
  open(request: IncomingMessage, response: ServerResponse): void
  send(event: WireEvent, data?: object): void
  close(): void
}

const heartbeatMs = 10_000
/** An agent that missed more events gets one of every kind. */
const kept = 100
const everyKind: readonly WireEvent[] = [
  'refresh-roles',
  'refresh-users',
  'refresh-renderings',
  'refresh-ip-rules',
  'refresh-grants',
]

/** `onCount` is called with the number of open streams when it changes. */
export function createStreams(onCount: (size: number) => void): Streams {
  const open = new Set<ServerResponse>()
  const sent: { readonly id: number; readonly text: string }[] = []
  let lastId = 0

  const write = (text: string) => {
    for (const stream of open) stream.write(text)
  }
  const timer = setInterval(() => write(formatEvent('heartbeat', lastId)), heartbeatMs)
  timer.unref()

  const missed = (from: number): string => {
    const [oldest] = sent
    if (oldest && oldest.id > from + 1) {
      return everyKind.map(event => formatEvent(event, lastId)).join('')
    }
    return sent
      .filter(({ id }) => id > from)
      .map(({ text }) => text)
      .join('')
  }

  return {
    get size() {
      return open.size
    },
    open(request, response) {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      })
      const last = Number(request.headers['last-event-id'])
      const replay = Number.isSafeInteger(last) ? missed(last) : ''
      response.write(formatEvent('heartbeat', lastId) + replay)
      open.add(response)
      onCount(open.size)
      response.on('close', () => {
        open.delete(response)
        onCount(open.size)
      })
    },
    send(event, data) {
      lastId += 1
      const text = formatEvent(event, lastId, data)
      sent.push({ id: lastId, text })
      if (sent.length > kept) sent.shift()
      write(text)
    },
    close() {
      clearInterval(timer)
      for (const stream of open) stream.destroy()
    },
  }
}

function formatEvent(event: WireEvent, id: number, data: object = {}): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}
