import { UnprocessableError } from '@service/base'
import { type ActionResult, loadForm } from '@service/engine'
import { jsonResponse } from '@service/http'
import { authoriseTrigger, requireForm, requireTrigger } from '../actions/authorise-action.js'
import { type FoundAction, findAction } from '../actions/find-action.js'
import { formBody } from '../actions/form-body.js'
import {
  type ActionBody,
  parseActionRequest,
  readActionBody,
} from '../actions/parse-action-request.js'
import { parseFormFields } from '../actions/parse-form-fields.js'
import { prepareAttempt } from '../actions/prepare-attempt.js'
import { readSignedRequest, runApproved } from '../actions/run-approved.js'
import type { PrivateContext, PrivateRoute } from './route.js'

type Handler = PrivateRoute['handler']

/** Runs the requested action, or the approved one. */
const execute: Handler = async context => {
  const found = findAction(context)
  const body = await readActionBody(context)
  const signed = readSignedRequest(body)
  const result =
    signed === undefined
      ? await runTriggered(context, found, body)
      : await runApproved(context, found, signed)
  return context.runtime.serialise.action(result)
}

async function runTriggered(
  context: PrivateContext,
  found: FoundAction,
  body: ActionBody,
): Promise<ActionResult> {
  const { access, query } = context
  requireTrigger(access, found)
  const attempt = await prepareAttempt(context, found, body, query)
  await authoriseTrigger(access, attempt)
  return attempt.prepared.run()
}

/** Computes the form of an action: when it opens, when a field changes, and when options are searched. */
const form: Handler = async context => {
  const found = findAction(context)
  requireForm(context.access, found)
  const body = await readActionBody(context)
  if (readSignedRequest(body) !== undefined) {
    throw new UnprocessableError('A form takes no approved request.')
  }
  const { request, attributes, call } = await parseActionRequest(
    context,
    found,
    body,
    context.query,
  )
  const filled = await loadForm({ ...request, ...parseFormFields(attributes) }, call)
  return jsonResponse(200, formBody(filled, request.collection.collectionNamed))
}

const handlers: readonly (readonly [suffix: string, handler: Handler])[] = [
  ['', execute],
  ['/hooks/load', form],
  ['/hooks/change', form],
  ['/hooks/search', form],
]

/** With and without the index of the action: the option `useUnsafeActionEndpoint` selects one of the two. */
const paths = ['/_actions/:collection/:index/:slug', '/_actions/:collection/:slug']

export const actionRoutes: readonly PrivateRoute[] = paths.flatMap(path =>
  handlers.map(([suffix, handler]) => ({
    method: 'POST',
    path: path + suffix,
    handler,
    ...(handler === form && { isRead: true as const }),
  })),
)
