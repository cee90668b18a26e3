import { ValidationError } from '@service/datasource-toolkit'
import { executeAction, loadForm } from '@service/engine'
import { jsonResponse } from '@service/http'
import { actionResponse } from '../actions/action-response.js'
import { formBody } from '../actions/form-body.js'
import { parseActionRequest } from '../actions/parse-action-request.js'
import { parseFormFields } from '../actions/parse-form-fields.js'
import { isObject } from '../record/parse-document.js'
import type { PrivateRoute } from './route.js'

type Handler = PrivateRoute['handler']

/** Runs an action. */
const execute: Handler = async context => {
  const { request, attributes, call } = await parseActionRequest(context)
  const { values } = attributes
  if (!isObject(values)) throw new ValidationError("'data.attributes.values' must be an object.")
  return actionResponse(await executeAction({ ...request, values }, call))
}

/** Computes the form of an action: when it opens, when a field changes, when options are searched. */
const form: Handler = async context => {
  const { request, attributes, call } = await parseActionRequest(context)
  const filled = await loadForm({ ...request, ...parseFormFields(attributes) }, call)
  return jsonResponse(200, formBody(filled, request.collection.collectionNamed))
}

const handlers: readonly (readonly [suffix: string, handler: Handler])[] = [
  ['', execute],
  ['/hooks/load', form],
  ['/hooks/change', form],
  ['/hooks/search', form],
]

/** With the number of the action, and without: the option `useUnsafeActionEndpoint` opens one of both. */
const paths = ['/_actions/:collection/:index/:slug', '/_actions/:collection/:slug']

export const actionRoutes: readonly PrivateRoute[] = paths.flatMap(path =>
  handlers.map(([suffix, handler]) => ({ method: 'POST', path: path + suffix, handler })),
)
