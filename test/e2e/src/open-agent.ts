import type { Agent, AgentOptions } from '@service/agent'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { startAgent } from '@service/test-support/agent'

/** A started agent on a port of its own, and a client signed in to it. */
export interface OpenAgent {
  readonly agent: Agent
  readonly url: string
  readonly token: string
  /** `path` follows the prefix and has its query, without the time zone. */
  get(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export async function openAgent(
  dataSource: DataSourceFactory,
  options: Partial<AgentOptions> = {},
): Promise<OpenAgent> {
  const { agent, url, token, close } = await startAgent(
    each => each.addDataSource(dataSource),
    options,
  )
  return {
    agent,
    url,
    token,
    get(path, init) {
      const query = `${path.includes('?') ? '&' : '?'}timezone=UTC`
      return fetch(url + path + query, { ...init, headers: { authorization: `Bearer ${token}` } })
    },
    close,
  }
}
