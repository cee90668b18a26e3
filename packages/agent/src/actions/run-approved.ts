import { isServiceError, type Logger } from '@service/base'
import type { ActionResult, PreparedAction } from '@service/engine'
import {
  type ApprovalOutcome,
  ApprovalRefusedError,
  type ApprovedRequest,
} from '@service/service-client'
import type { PrivateContext } from '../routes/route.js'
import { actionId } from './action-slug.js'
import { authoriseApproval } from './authorise-action.js'
import type { FoundAction } from './find-action.js'
import { type ActionBody, toActionBody } from './parse-action-request.js'
import { prepareAttempt } from './prepare-attempt.js'

/** The signed approval request in the body; undefined when there is none. */
export function readSignedRequest({ attributes }: ActionBody): string | undefined {
  const { signed_approval_request: signed } = attributes
  if (signed === undefined || signed === null) return undefined
  if (typeof signed === 'string') return signed
  throw new ApprovalRefusedError('approval_forged', "'signed_approval_request' must be a text.")
}

/**
 * Runs a request that the caller approves. Only the signed request is used, nothing else in the body.
 * It is claimed at the service first, so that it runs only once.
 */
export async function runApproved(
  context: PrivateContext,
  found: FoundAction,
  signedRequest: string,
): Promise<ActionResult> {
  const { access, runtime } = context
  const { service, options } = runtime
  const approved = await service.readApproval(signedRequest)
  const body = toActionBody(approved.body)
  requireSameAction(found, body)
  const attempt = await prepareAttempt(context, found, body, '')
  await authoriseApproval(access, attempt, approved.requesterId)
  await service.claimApproval(approved.approvalId)
  const report = (outcome: ApprovalOutcome) => {
    service
      .reportApproval(approved.approvalId, outcome)
      .catch(error => logLost(options.logger, approved, error))
  }
  return runAndReport(attempt.prepared, report)
}

/** Throws when the approval is for another action than the one in the path. */
function requireSameAction({ collection, action }: FoundAction, { attributes }: ActionBody): void {
  const { collection_name, action_name, smart_action_id } = attributes
  const isNamed = (action_name ?? smart_action_id ?? undefined) !== undefined
  const isSame =
    collection_name === collection.name &&
    (action_name ?? action.name) === action.name &&
    (smart_action_id ?? actionId(collection, action)) === actionId(collection, action)
  if (isNamed && isSame) return
  throw new ApprovalRefusedError('approval_foreign', 'The approval is for another action.')
}

/** Reports the outcome to the service; the caller gets the response even when that fails. */
async function runAndReport(
  prepared: PreparedAction,
  report: (outcome: ApprovalOutcome) => void,
): Promise<ActionResult> {
  let result: ActionResult
  try {
    result = await prepared.run()
  } catch (error) {
    report(failed(isServiceError(error) ? error.message : 'Unexpected error'))
    throw error
  }
  report(result.kind === 'error' ? failed(result.message) : { status: 'executed' })
  return result
}

const maxFailureLength = 5000

function failed(message: string): ApprovalOutcome {
  return { status: 'failed', failure: message.slice(0, maxFailureLength) || 'The action failed.' }
}

function logLost(logger: Logger, { approvalId }: ApprovedRequest, error: unknown): void {
  logger('Warn', `The outcome of approval ${approvalId} could not be sent to the service.`, error)
}
