import { ForbiddenError, parseJson, UnprocessableError } from '@service/base'
import { idAt, objectAt } from '../documents/shape.js'
import type { McpPort } from '../port/mcp-port.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'

const path = '/agent-api/approval-requests'

/** Creates the function that requests an approval on behalf of a user. */
export function createApprovalRequester(caller: Caller): McpPort['requestApproval'] {
  return async ({ collection, action, ...request }) => {
    const body = { ...request, collectionName: collection, actionName: action }
    try {
      const { text } = await caller.call({ method: 'POST', path, body })
      return idAt(objectAt(parseJson(text), 'the approval').id, 'id')
    } catch (error) {
      return refuse(toCallError(error, path))
    }
  }
}

function refuse(failure: CallError): never {
  const detail = failure.detail ?? 'The service refused to ask for an approval.'
  if (failure.status === 403) throw new ForbiddenError(detail)
  if (failure.isLasting) throw new UnprocessableError(detail)
  throw failure.toUnavailableError()
}
