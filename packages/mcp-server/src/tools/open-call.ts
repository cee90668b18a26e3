import { createAgentClient } from '@service/agent-client'
import type { AgentApi, McpSession, ProtocolSettings } from '../contracts.js'
import { AgentAwayError, AnswerTooLargeError } from './errors.js'
import { indexSchema } from './schema-index.js'
import type { ToolCall } from './tool.js'

/** One request of a client with the session of its person. */
export interface Exchange {
  readonly session: McpSession
  /** The person's session token for the agent. */
  readonly token: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** Maximum bytes of a response of the agent. */
const maxAnswerBytes = 16 * 1024 * 1024

/** Timeout in milliseconds: clients do not wait longer for a tool. */
const timeoutMs = 60_000

/** Opens the agent with the session of this person, until the client disconnects. */
export async function openCall(
  { agent, requestApproval }: Pick<ProtocolSettings, 'agent' | 'requestApproval'>,
  { session, token, signal }: Exchange,
): Promise<ToolCall> {
  const schema = indexSchema(await agent.schema())
  const { userId, renderingId } = session
  return {
    schema,
    agent: createAgentClient({
      agentUrl: agent.url,
      token,
      schema: schema.file,
      timeout: timeoutMs,
      fetch: fetchUntil(agent.fetch, signal),
    }),
    requestApproval: request => requestApproval({ ...request, userId, renderingId }),
  }
}

function fetchUntil(fetch: AgentApi['fetch'], left: AbortSignal): AgentApi['fetch'] {
  return async (url, init) => {
    const signal = init.signal ? AbortSignal.any([left, init.signal]) : left
    try {
      return limited(await fetch(url, { ...init, signal }))
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      throw new AgentAwayError({ cause })
    }
  }
}

/** The same response, whose body fails when it exceeds the limit. */
function limited(response: Response): Response {
  if (response.body === null) return response
  let size = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > maxAnswerBytes) controller.error(new AnswerTooLargeError(maxAnswerBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, headers } = response
  return new Response(counted, { status, headers })
}
