import { createBatchQueue } from '@service/agent-client'
import { stringifyExactJson } from '@service/base'
import type { BatchRequest, BatchResponse, TaggedPanelSchema } from '@service/protocol'
import type { WriteRequest } from '../core/record/write-requests.js'
import { describeNetworkError, explainMissing, readApiError } from './api-error.js'
import { readExactJson } from './read-exact-json.js'

/** A read of the agent, without the id that the batch gives it. */
type AgentRead = Omit<BatchRequest, 'id'>

/** A document and the tag by which a later request can name it. */
export interface TaggedBody<T> {
  readonly etag: string
  readonly body: T
}

/** Reads and writes records of one place. */
export interface AgentApi {
  /**
   * Opens the session and returns the schema that came with it: undefined when there was a session already, or the agent
   * is of an earlier version.
   */
  openWithSchema(): Promise<TaggedPanelSchema | undefined>
  /** Reads started in the same task share one request. */
  read<T>(request: AgentRead, signal: AbortSignal): Promise<T>
  /** Reads a document unless it is still the known one, which is returned then. */
  readTagged<T>(
    request: AgentRead,
    known: TaggedBody<T> | undefined,
    signal: AbortSignal,
  ): Promise<TaggedBody<T>>
  /** Writes are requests of their own. The result is undefined where the agent has nothing to say. */
  write<T>(request: Omit<WriteRequest, 'effect'>): Promise<T>
  /** Runs an action, in a request of its own. What the agent refuses is a response too. */
  runAction(path: string, body: object, signal: AbortSignal): Promise<Response>
}

/** How requests are sent, and the time zone of their dates. */
export interface AgentApiOptions {
  readonly openWithSchema: AgentApi['openWithSchema']
  readonly sendBatch: (body: string, signal: AbortSignal | undefined) => Promise<Response>
  /** Sends a write; the path includes its query. */
  readonly sendWrite: (
    method: string,
    path: string,
    body: string | null,
    signal?: AbortSignal,
  ) => Promise<Response>
  readonly timezone: string
  /** Called when a response that had begun ended too early. */
  readonly onCut?: () => void
}

export function createAgentApi(options: AgentApiOptions): AgentApi {
  const { openWithSchema, sendBatch, sendWrite, timezone, onCut } = options
  const queue = createBatchQueue({ send: sendBatch, timezone })

  function readLine(request: AgentRead, signal: AbortSignal): Promise<BatchResponse> {
    return new Promise((resolve, reject) => {
      queue.add({
        request,
        signal,
        resolve,
        refuse: ({ status, headers, text }) =>
          reject(
            explainMissing(
              readApiError('agent', status, name => headers.get(name), readExactJson(text)),
            ),
          ),
        reject(reason) {
          const isCut = reason instanceof TypeError
          if (isCut) onCut?.()
          reject(isCut ? describeNetworkError('agent', reason) : reason)
        },
      })
    })
  }

  return {
    openWithSchema,
    async read<T>(request: AgentRead, signal: AbortSignal) {
      return readBody(await readLine(request, signal)) as T
    },
    async readTagged<T>(request: AgentRead, known: TaggedBody<T> | undefined, signal: AbortSignal) {
      const headers = known && { 'if-none-match': known.etag }
      const line = await readLine({ ...request, ...(headers && { headers }) }, signal)
      if (line.status === 304 && known) return known
      return { etag: line.headers.etag ?? '', body: readBody(line) as T }
    },
    async write<T>({ method, path, query, body }: Omit<WriteRequest, 'effect'>) {
      const search = new URLSearchParams({ ...query, timezone })
      const text = stringifyExactJson(body) ?? null
      const response = await sendWrite(method, `${path}?${search}`, text)
      return (await readContent(response)) as T
    },
    runAction(path, body, signal) {
      const search = new URLSearchParams({ timezone })
      return sendWrite('POST', `${path}?${search}`, stringifyExactJson(body) ?? null, signal)
    },
  }
}

function readBody({ status, headers, body }: BatchResponse): unknown {
  if (status >= 200 && status < 300) return body
  throw readApiError('agent', status, name => headers[name], body)
}

async function readContent(response: Response): Promise<unknown> {
  const content = readExactJson(await response.text().catch(() => ''))
  if (response.ok) return content
  throw readApiError('agent', response.status, name => response.headers.get(name), content)
}
