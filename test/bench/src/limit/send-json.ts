import type { ServerResponse } from 'node:http'

/** Sends a body; undefined is a 404. */
export function sendJson(response: ServerResponse, body: string | undefined): void {
  if (body === undefined) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
