import { setTimeout as sleep } from 'node:timers/promises'
import { jsonResponse } from '../json-response.js'
import type { HttpHandler, HttpRequest, HttpResponse } from '../message.js'
import { readJson } from '../read-json.js'

/** What a probe saw, for the tests of its mount to look at. */
export interface ProbeLog {
  chunks: number
  returned: number
  aborted: number
}

export const probeBodyLimit = 64 * 1024

/** A handler with one path per property a mount has to keep. */
export function createProbe(log: ProbeLog): HttpHandler {
  const paths: Record<string, (request: HttpRequest) => Promise<HttpResponse>> = {
    '/service/echo': async request =>
      jsonResponse(200, {
        method: request.method,
        url: request.url,
        probe: request.header('X-Probe'),
        remote: request.remoteAddress,
        body: await readJson(request, probeBodyLimit),
      }),
    '/service/bytes': async () => ({
      status: 201,
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 10]),
    }),
    '/service/none': async () => ({ status: 204, headers: {} }),
    '/service/throw': async () => {
      throw new Error('password is hunter2')
    },
    '/service/header': async () => ({ status: 200, headers: { 'x-wrong': '注' }, body: 'x' }),
    '/service/slow': async () => {
      await sleep(300)
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'slow but done' }
    },
    '/service/lines': async () => ({ status: 200, headers: csv, body: lines() }),
    '/service/broken': async () => ({ status: 200, headers: csv, body: brokenLines() }),
    '/service/endless': async request => {
      request.signal.addEventListener('abort', () => log.aborted++)
      return { status: 200, headers: csv, body: endless(log) }
    },
    '/service/wait': async request => {
      await new Promise(resolve => request.signal.addEventListener('abort', resolve))
      log.aborted++
      return { status: 204, headers: {} }
    },
  }
  return async request => {
    const answer = paths[request.url.split('?')[0]!]
    try {
      return answer
        ? await answer(request)
        : jsonResponse(200, { method: request.method, url: request.url })
    } catch (error) {
      const { status, name } = error as { status?: number; name: string }
      if (status === undefined) throw error
      return jsonResponse(status, { name })
    }
  }
}

const csv = { 'content-type': 'text/csv; charset=utf-8' }
const block = 'x'.repeat(64 * 1024)

async function* lines() {
  for (let line = 0; line < 1000; line++) yield `ligne ${line} é\n`
}

async function* brokenLines() {
  yield 'first line\n'
  await sleep(20)
  throw new Error('the database went away')
}

async function* endless(log: ProbeLog) {
  try {
    for (;;) {
      log.chunks++
      yield block
    }
  } finally {
    log.returned++
  }
}
