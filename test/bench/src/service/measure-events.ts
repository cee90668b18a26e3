import { createHash } from 'node:crypto'
import { Agent, type ClientRequest, get } from 'node:http'
import { residentMb } from '../driver/memory.js'
import type { Target } from '../targets/target.js'
import { environmentSecret } from './access.js'
import type { EventFigures } from './service-figures.js'

const AGENTS = 1000
const AT_ONCE = 50
const CHANGES = 5
const PATIENCE_MS = 30_000

/** A change of a right, and the secret agents come with. */
const statements = {
  secret: `insert into environment_secrets (environment_id, secret_hash)
    select id, '\\x${createHash('sha256').update(environmentSecret).digest('hex')}' from environments
    on conflict do nothing`,
  change: `insert into role_rights (environment_id, role_id, rights)
    select e.id, r.id, '{"defaults": {}, "collections": {}}' from environments e, roles r
    on conflict (environment_id, role_id) do update set updated_at = clock_timestamp()`,
}

/** Connects a thousand agents to the event stream, and changes a right they all must hear of. */
export async function measureEvents(
  target: Target,
  run: (statement: string) => Promise<unknown>,
): Promise<EventFigures> {
  await run(statements.secret)
  const before = residentMb(target.server.pid, 'now')
  const streams = await connect(target)
  try {
    const times: number[] = []
    for (let change = 0; change < CHANGES; change++) times.push(await timeChange(streams, run))
    const after = residentMb(target.server.pid, 'now')
    return {
      newsSeconds: Math.max(...times),
      ...(before !== undefined && after !== undefined && { streamsMb: after - before }),
    }
  } finally {
    for (const { request } of streams) request.destroy()
  }
}

interface Stream {
  readonly request: ClientRequest
  /** Called with each piece of the stream. */
  onChunk: (piece: string) => void
}

async function connect({ server }: Target): Promise<readonly Stream[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const streams: Stream[] = []
  while (streams.length < AGENTS) {
    const some = Array.from({ length: AT_ONCE }, () =>
      open(`${server.base}/agent-api/events`, agent),
    )
    streams.push(...(await Promise.all(some)))
  }
  return streams
}

function open(url: string, agent: Agent): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'service-secret-key': environmentSecret }
    const stream: Stream = {
      request: get(url, { agent, headers }, response => {
        if (response.statusCode !== 200) reject(new Error(`events: status ${response.statusCode}`))
        response.setEncoding('utf8')
        response.on('data', (piece: string) => stream.onChunk(piece))
        // A stream that is ended here is reset: nobody waits for it.
        response.on('error', () => {})
        resolve(stream)
      }),
      onChunk: () => {},
    }
    stream.request.on('error', reject)
  })
}

/** Seconds until the last of them has heard of a change. */
async function timeChange(
  streams: readonly Stream[],
  run: (statement: string) => Promise<unknown>,
): Promise<number> {
  const heard = Promise.all(
    streams.map(
      stream =>
        new Promise<void>(resolve => {
          stream.onChunk = piece => {
            if (piece.includes('event: refresh-roles')) resolve()
          }
        }),
    ),
  )
  await run(statements.change)
  const changedAt = performance.now()
  await Promise.race([heard, giveUp()])
  return (performance.now() - changedAt) / 1000
}

function giveUp(): Promise<never> {
  return new Promise((_, reject) => {
    const message = `not every agent heard of a change within ${PATIENCE_MS / 1000} s`
    setTimeout(() => reject(new Error(message)), PATIENCE_MS).unref()
  })
}
