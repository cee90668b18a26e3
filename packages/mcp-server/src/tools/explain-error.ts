import {
  ActionFieldRefusedError,
  AgentHttpError,
  UnknownActionError,
  UnknownActionFieldError,
} from '@service/agent-client'
import { isServiceError } from '@service/base'
import { describeVisible, sortableNames, toManyNames } from './describe-visible.js'
import { InvalidArgumentsError, UnknownCollectionError, UnknownRelationError } from './errors.js'
import { readTarget } from './schema-index.js'
import type { Subject, ToolCall } from './tool.js'

/** The description of an error for a client. */
export interface Explanation {
  readonly status: number
  readonly detail: string
}

/** Describes an error for a client; internal errors stay unexpected. */
export function explain(error: unknown): Explanation {
  if (error instanceof AgentHttpError) {
    const { status, detail = 'The agent rejected the request and gave no reason.' } = error
    return { status, detail: detail.replace(/page\[(size|number)\]/g, 'pagination.$1') }
  }
  if (isServiceError(error) && ourCode.test(error.code))
    return { status: error.status, detail: error.message }
  if (error instanceof UnknownActionError) return { status: 404, detail: error.message }
  if (error instanceof UnknownActionFieldError || error instanceof ActionFieldRefusedError) {
    return { status: 400, detail: error.message }
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { status: 504, detail: `${error.message} The request may still take effect.` }
  }
  return { status: 500, detail: 'Unexpected error' }
}

// Errors of libraries may have a code and a status too.
const ourCode = /^[a-z][a-z0-9_]*$/

const correctable = new Set([400, 403, 404])

/**
 * Replaces some errors: for a collection the person may not see, that it does not exist; for an unknown
 * relation or sort field, with a list of the known ones.
 */
export async function correct(error: unknown, subject: Subject, call: ToolCall): Promise<unknown> {
  if (!correctable.has(explain(error).status) || isOurs(error)) return error
  const { collectionName: name, relationName, sort } = subject
  const visible = await call.agent.collectionNames()
  if (!visible.includes(name)) return new UnknownCollectionError(name, visible)
  if (relationName !== undefined) return correctRelated(error, subject, call, relationName)
  return sort ? correctSort(error, name, sort.field, call) : error
}

// Invalid arguments have been explained already.
const isOurs = (error: unknown) =>
  error instanceof InvalidArgumentsError || error instanceof UnknownCollectionError

async function correctRelated(
  error: unknown,
  { collectionName: name, sort }: Subject,
  call: ToolCall,
  relation: string,
): Promise<unknown> {
  const visible = await describeVisible(call, name)
  const names = toManyNames(visible)
  if (!names.includes(relation)) {
    return new UnknownRelationError(name, relation, names)
  }
  const field = visible.fields.find(each => each.field === relation)
  return sort && field ? correctSort(error, readTarget(field), sort.field, call) : error
}

async function correctSort(
  error: unknown,
  name: string,
  path: string,
  call: ToolCall,
): Promise<unknown> {
  // The agent explains paths across relations.
  if (/:|@@@/.test(path)) return error
  const names = sortableNames(await describeVisible(call, name))
  if (names.includes(path)) return error
  return new InvalidArgumentsError(
    `'${name}' cannot be sorted by '${path}'. It can be sorted by: ${names.join(', ') || 'no field'}.`,
  )
}
