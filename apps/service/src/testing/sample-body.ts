import { z } from 'zod'

type JsonSchema = Readonly<Record<string, unknown>>

/** A body that fits a schema, so that a request gets as far as its handler. */
export function sampleBody(schema: z.ZodType): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const [whole, least] = [false, true].map(isLeast => sample(root, readDefinitions(root), isLeast))
  return schema.safeParse(least).success && !schema.safeParse(whole).success ? least : whole
}

type Definitions = Readonly<Record<string, JsonSchema>>

const readDefinitions = ({ $defs = {} }: JsonSchema) => $defs as Definitions

function sample(schema: JsonSchema, definitions: Definitions, isLeast: boolean): unknown {
  const { $ref: reference, anyOf, oneOf, allOf } = schema as Record<string, JsonSchema[]>
  if (reference) return sample(definitions[String(reference).slice(8)] ?? {}, definitions, isLeast)
  const option = (anyOf ?? oneOf ?? allOf)?.[0]
  if (option) return sample(option, definitions, isLeast)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, definitions, isLeast)
    case 'array':
      return schema.minItems
        ? [sample((schema.items ?? {}) as JsonSchema, definitions, isLeast)]
        : []
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    default:
      return (
        (schema.examples as string[] | undefined)?.[0] ?? texts[String(schema.format)] ?? 'sample'
      )
  }
}

/** Every member there is, or only those that must be. */
function sampleObject(schema: JsonSchema, definitions: Definitions, isLeast: boolean) {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const required = (schema.required ?? []) as string[]
  return Object.fromEntries(
    properties
      .filter(([name]) => !isLeast || required.includes(name))
      .map(([name, one]) => [name, sample(one, definitions, isLeast)]),
  )
}

const texts: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  uri: 'https://idp.example',
  'date-time': '2999-01-01T00:00:00Z',
}
