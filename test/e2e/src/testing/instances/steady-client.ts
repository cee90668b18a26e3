import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EdgeAddress,
  type EdgeClient,
  type EdgeEvents,
  type EdgeRequest,
  openEdge,
} from '../proxies/edge-client.js'

/** What a request got; undefined when nobody knows whether it arrived. */
export interface Outcome {
  readonly status: number
  readonly body: unknown
}

/** A client that goes on when its connection or its request is lost. */
export interface SteadyClient {
  /** One attempt. */
  try(method: string, path: string, request?: EdgeRequest): Promise<Outcome | undefined>
  /** Tries again until an instance responds: for what may be sent twice. */
  send(method: string, path: string, request?: EdgeRequest): Promise<Outcome>
  /** Tries again until an instance opens the stream. */
  openEvents(path: string, headers: Readonly<Record<string, string>>): Promise<EdgeEvents>
  close(): void
}

/** How many requests were sent, and how many of them got no answer of an instance. */
export interface Traffic {
  requests: number
  failures: number
}

/** What a proxy says when an instance is away, and the service while it starts or stops. */
const unavailable = new Set([502, 503, 504])
const pauseMs = 50

export function createSteadyClient(address: EdgeAddress, traffic: Traffic): SteadyClient {
  let client: EdgeClient | undefined
  const attempt: SteadyClient['try'] = async (method, path, request) => {
    traffic.requests += 1
    try {
      client ??= await openEdge(address)
      const { status, text } = await client.send(method, path, request)
      if (!unavailable.has(status))
        return { status, body: text === '' ? undefined : JSON.parse(text) }
    } catch {
      client?.close()
      client = undefined
    }
    traffic.failures += 1
    return undefined
  }
  return {
    try: attempt,
    async send(method, path, request) {
      for (;;) {
        const outcome = await attempt(method, path, request)
        if (outcome) return outcome
        await sleep(pauseMs)
      }
    },
    async openEvents(path, headers) {
      for (;;) {
        try {
          client ??= await openEdge(address)
          return await client.openEvents(path, headers)
        } catch {
          client?.close()
          client = undefined
          await sleep(pauseMs)
        }
      }
    },
    close: () => client?.close(),
  }
}
