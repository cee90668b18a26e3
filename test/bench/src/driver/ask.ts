import { request } from 'node:http'
import type { BenchRequest } from '../targets/target.js'

export interface Asked {
  readonly status: number
  readonly bytes: number
  readonly ms: number
  readonly firstByteMs: number
  /** Empty unless kept. */
  readonly body: string
}

/**
 * Sends one request on a connection of its own and reads the whole answer: a server may close a kept one, which was
 * unused for a while, at the moment in which the request is sent.
 */
export function ask(
  base: string,
  wanted: BenchRequest,
  headers: Readonly<Record<string, string>>,
  isBodyKept: boolean,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const options = {
      method: wanted.method ?? 'GET',
      headers: buildHeaders(wanted, headers),
      agent: false as const,
    }
    const outgoing = request(base + wanted.path, options, response => {
      let bytes = 0
      let firstByteMs = Number.NaN
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - started
        bytes += part.length
        if (isBodyKept) parts.push(part)
      })
      response.on('end', () => {
        const ms = performance.now() - started
        const status = response.statusCode ?? 0
        resolve({ status, bytes, ms, firstByteMs, body: Buffer.concat(parts).toString() })
      })
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(wanted.body)
  })
}

export function buildHeaders(
  wanted: BenchRequest,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  if (wanted.body === undefined) return { ...headers }
  return { ...headers, 'content-type': 'application/json' }
}
