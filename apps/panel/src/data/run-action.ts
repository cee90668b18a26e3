import {
  type ActionRequest,
  type ActionTarget,
  buildRunRequest,
} from '../core/forms/action-request.js'
import { type ActionResult, readActionResult } from '../core/forms/action-result.js'
import type { PlaceNames } from '../core/places/address.js'
import type { AgentApi } from './agent-api.js'
import { receiveFile } from './receive-file.js'

/** What an action returned. */
export interface RanAction {
  readonly result: ActionResult
  /** The file, where the result is one. */
  readonly file?: Blob
  /** For whoever looks into it. */
  readonly requestId?: string | undefined
}

export interface RunOptions {
  readonly agent: Pick<AgentApi, 'runAction'>
  readonly names: PlaceNames
  readonly signal: AbortSignal
  /** How many bytes of a file have arrived. */
  readonly onProgress: (bytes: number) => void
}

/** Runs an action. What the agent or the action refuses is a result too. */
export async function runAction(
  target: ActionTarget,
  values: Readonly<Record<string, unknown>>,
  options: RunOptions,
): Promise<RanAction> {
  return sendRun(buildRunRequest(target, values), options)
}

/** Sends the request that runs an action, and reads what came of it. */
export async function sendRun(
  { path, body }: ActionRequest,
  { agent, names, signal, onProgress }: RunOptions,
): Promise<RanAction> {
  const response = await agent.runAction(path, body, signal)
  const { status, headers } = response
  const contentType = headers.get('content-type')
  const contentDisposition = headers.get('content-disposition')
  const isJson = contentDisposition === null && (contentType ?? '').includes('json')
  const content: unknown =
    isJson || !response.ok ? await response.json().catch(() => undefined) : undefined
  const result = readActionResult({ status, contentType, contentDisposition, body: content }, names)
  const requestId = headers.get('x-service-correlation-id') ?? undefined
  if (result.kind !== 'file') return { result, requestId }
  return { result, requestId, file: await receiveFile(response, result.mimeType, onProgress) }
}
