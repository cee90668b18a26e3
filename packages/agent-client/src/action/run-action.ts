import {
  ActionFormValidationError,
  ActionRequiresApprovalError,
  AgentHttpError,
  ApprovalRequestCreationError,
} from '../errors.js'
import { readErrorEnvelope } from '../http/error-envelope.js'
import type { Transport } from '../http/transport.js'
import { checkKnown } from '../known-options.js'
import type { ExecuteOptions, RequestApproval } from './execute-options.js'

/** A file that an action returned. */
export interface ActionFile {
  readonly name?: string
  readonly mimeType: string
  readonly content: Uint8Array
}

/**
 * The result of an action: one of `success`, `webhook`, `redirectTo`, `file` and
 * `approvalRequested`.
 */
export interface ActionResult {
  readonly success?: string
  readonly html?: string
  readonly refresh?: { readonly relationships: readonly string[] }
  readonly webhook?: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly redirectTo?: string
  readonly file?: ActionFile
  /** The action did not run: it waits for approval. */
  readonly approvalRequested?: boolean
  readonly approvalRequest?: { readonly id: string | number }
}

export interface ActionRun {
  readonly transport: Transport
  readonly path: readonly string[]
  readonly collection: string
  readonly action: string
  readonly body: Readonly<Record<string, unknown>>
  readonly requestApproval?: RequestApproval
}

/** Runs an action, or submits it for approval if needed. */
export async function runAction(run: ActionRun, options: ExecuteOptions): Promise<ActionResult> {
  checkKnown('execute', options)
  const { approvalRequestMessage: message, signal, timezone } = options
  try {
    const request = { signal, timezone, body: run.body }
    return await readResult(await run.transport.send('POST', run.path, request))
  } catch (error) {
    const actionError = toActionError(error, run.path)
    const isWaiting = actionError instanceof ActionRequiresApprovalError
    if (!isWaiting || message === undefined || !run.requestApproval) throw actionError
    return submitForApproval(run, run.requestApproval, message)
  }
}

async function submitForApproval(
  { collection, action, body }: ActionRun,
  request: RequestApproval,
  message: string,
): Promise<ActionResult> {
  try {
    const approvalRequest = await request({ collection, action, body, message })
    return { approvalRequested: true, ...(approvalRequest && { approvalRequest }) }
  } catch (cause) {
    throw new ApprovalRequestCreationError(
      `'${action}' of '${collection}' needs an approval, and the request for it failed: ${(cause as Error).message}`,
      { cause },
    )
  }
}

async function readResult(response: Response): Promise<ActionResult> {
  const mimeType = response.headers.get('content-type') ?? 'application/octet-stream'
  const disposition = response.headers.get('content-disposition')
  if (disposition === null && mimeType.startsWith('application/json')) {
    return (await response.json()) as ActionResult
  }
  const content = new Uint8Array(await response.arrayBuffer())
  return { file: { name: fileName(disposition ?? ''), mimeType, content } }
}

/** Reads the name in a content disposition; `filename*` takes precedence (RFC 6266). */
function fileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  const plain = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  return plain?.replace(/\\(.)/g, '$1')
}

function toActionError(error: unknown, path: readonly string[]): unknown {
  if (!(error instanceof AgentHttpError)) return error
  const request = `POST /${path.join('/')}`
  const envelope = readErrorEnvelope(error.responseText)
  if (error.status === 403 && error.errorName === 'CustomActionRequiresApprovalError') {
    return new ActionRequiresApprovalError(request, error.status, envelope)
  }
  const isRefused = error.status === 400 || error.status === 422
  return isRefused ? new ActionFormValidationError(request, error.status, envelope) : error
}
