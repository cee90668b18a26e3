import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'

const streams = new Set<ServerResponse>()

/** The least that an event stream can cost: an open response. */
export function streamEvents(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  streams.add(response)
  request.on('close', () => streams.delete(response))
}

/** Writes an event to every stream when the database notifies of a change of rights, as it notifies the service. */
export async function listenToChanges(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  client.on('notification', () => {
    for (const response of streams) response.write('event: refresh-roles\ndata: {}\n\n')
  })
  await client.query('listen service_agents')
}
