import http, { type AgentOptions, type IncomingMessage } from 'node:http'
import https from 'node:https'

interface Outgoing {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/** Connections of one client, kept for its next request. */
export interface Connections {
  /** Resolves when the head of the response is there; its body is left to the reader. */
  send(url: URL, outgoing: Outgoing): Promise<IncomingMessage>
  close(): void
}

/** Servers that run on Node close a connection that was idle for five seconds: this side is first. */
const longestIdle = 4000

/**
 * The modules of Node rather than `fetch`: hosts like Next.js replace that one and may keep what it
 * brings, and with it the requests that an agent serves meanwhile were seen to cost some 3 % more.
 */
export function createConnections(): Connections {
  const options: AgentOptions & { proxyEnv?: NodeJS.ProcessEnv } = {
    keepAlive: true,
    timeout: longestIdle,
    // Where Node knows this setting, it is about all requests of the process.
    ...(process.env.NODE_USE_ENV_PROXY === '1' && { proxyEnv: process.env }),
  }
  const plain = new http.Agent(options)
  const secure = new https.Agent(options)
  return {
    send: (url, { method, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const isSecure = url.protocol === 'https:'
        const agent = isSecure ? secure : plain
        const { request } = isSecure ? https : http
        // Given to `request`, the signal would destroy the socket with an error, which nobody listens
        // to when the response has arrived meanwhile.
        let message: IncomingMessage | undefined
        const outgoing = request(url, { method, headers, agent })
          .on('response', received => {
            message = received
            // Whoever reads it gets the error; one that comes while nobody does must not end the process.
            message.on('error', () => {})
            resolve(message)
          })
          .on('error', reject)
          .end(body)
        const stop = () => (message ? message.destroy() : outgoing.destroy(signal.reason))
        signal.addEventListener('abort', stop, { once: true })
      }),
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}
