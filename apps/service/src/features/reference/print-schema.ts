import type { JsonSchema } from '../../http/openapi/types.js'
import { type Html, html } from './html.js'

/** Prints a schema like a TypeScript type, with links to the named ones. */
export function printSchema(schema: JsonSchema, indent = ''): Html {
  const { $ref, anyOf, oneOf, allOf, items, properties, additionalProperties } = schema
  if ($ref !== undefined) return reference($ref)
  const choices = anyOf ?? oneOf
  if (choices) return joined(choices, ' | ', indent)
  if (allOf) return joined(allOf, ' & ', indent)
  if (schema.enum) return html`${schema.enum.map(value => JSON.stringify(value)).join(' | ')}`
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`
  if (items) return html`${printSchema(items, indent)}[]`
  if (properties) return members(schema, indent)
  if (typeof additionalProperties === 'object') {
    return html`{ [name]: ${printSchema(additionalProperties, indent)} }`
  }
  return html`${scalar(schema)}`
}

function reference($ref: string): Html {
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return html`<a href="#schema-${name}">${name}</a>`
}

function joined(schemas: readonly JsonSchema[], separator: string, indent: string): Html {
  const parts = schemas.map((schema, index) => [
    index > 0 ? separator : '',
    printSchema(schema, indent),
  ])
  return html`${parts}`
}

function members({ properties = {}, required = [] }: JsonSchema, indent: string): Html {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      html`${inner}${name}${required.includes(name) ? '' : '?'}: ${printSchema(property, inner)}${comment(property)}\n`,
  )
  return lines.length === 0 ? html`{}` : html`{\n${lines}${indent}}`
}

const comment = ({ description }: JsonSchema): Html | undefined =>
  description === undefined ? undefined : html` <i>// ${description}</i>`

function scalar({ type, format, minimum, maximum }: JsonSchema): string {
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? 'any')
  const range =
    minimum !== undefined || maximum !== undefined ? ` ${minimum ?? ''}…${maximum ?? ''}` : ''
  return `${name}${format ? ` (${format})` : ''}${range}`
}
