import { isObject, knownNames, show, ValidationError } from '@service/base'
import { isWebhookUrl, type WireCustomization, type WireNoCodeAction } from '@service/protocol'

export type NoCodeScope = 'single' | 'bulk' | 'global'

/** A customization of valid shape, not yet checked against the collections. */
export interface NoCodeCustomization {
  readonly name: string
  readonly collection: string
  readonly scope: NoCodeScope
  readonly action: WireNoCodeAction
}

const scopes: readonly string[] = ['single', 'bulk', 'global'] satisfies NoCodeScope[]

/** Parses a customization; the error says what is wrong and what is allowed. */
export function readCustomization(given: unknown): NoCodeCustomization {
  const { name, type, modelName, configuration } = known(given, 'it', [
    'name',
    'type',
    'modelName',
    'configuration',
  ] satisfies (keyof WireCustomization)[])
  if (type !== 'action') throw wrong('type', type, "'action'")
  const chosen = known(configuration, 'configuration', ['scope', 'type', 'configuration'])
  const scope = chosen.scope ?? 'single'
  if (!scopes.includes(scope as string)) throw wrong('scope', scope, scopes.join(', '))
  return {
    name: text(name, 'name'),
    collection: text(modelName, 'modelName'),
    scope: scope as NoCodeScope,
    action: readAction(chosen.type, chosen.configuration),
  }
}

/** The name of an invalid customization, for the log. */
export function describeEntry(given: unknown): string {
  const { name, modelName } = isObject(given) ? given : {}
  return `${show(name)} on ${show(modelName)}`
}

function readAction(type: unknown, configuration: unknown): WireNoCodeAction {
  if (type === 'webhook') {
    const { url } = known(configuration, 'configuration', ['url', 'integration'])
    if (typeof url === 'string' && isWebhookUrl(url)) return { type, configuration: { url } }
    // The value may contain a password, so that it is not repeated.
    throw new ValidationError(
      "'url' must be an https address without user and password; http only on localhost.",
    )
  }
  if (type === 'update-record') {
    const { fields } = known(configuration, 'configuration', ['fields'])
    if (!Array.isArray(fields) || fields.length === 0) {
      throw wrong('fields', fields, 'a list with at least one field')
    }
    return { type, configuration: { fields: fields.map(readField) } }
  }
  throw wrong('configuration.type', type, "'webhook' or 'update-record'")
}

type Scalar = string | number | boolean | null

function readField(given: unknown) {
  const { fieldName, value } = known(given, 'a field', ['fieldName', 'value'])
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
    throw wrong('value', value, 'a text, a number, true, false or null')
  }
  return { fieldName: text(fieldName, 'fieldName'), value: value as Scalar }
}

function known(
  given: unknown,
  what: string,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!isObject(given)) throw new ValidationError(`${what} is ${show(given)}, not an object.`)
  const unknown = Object.keys(given).find(name => !names.includes(name))
  if (unknown === undefined) return given
  throw new ValidationError(`${what} has '${unknown}'. It may have: ${knownNames(unknown, names)}`)
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw wrong(name, value, 'a text')
}

function wrong(name: string, value: unknown, allowed: string): ValidationError {
  return new ValidationError(`'${name}' is ${show(value)}. It must be ${allowed}.`)
}
