import { z } from 'zod'
import type { JsonSchema } from './types.js'

type Direction = 'input' | 'output'

/** Converts zod schemas to JSON Schema and collects the named ones for the components of the document. */
export interface SchemaRegistry {
  /** `input`: what a client sends; `output`: what it receives. */
  describeSchema(validator: z.ZodType, direction: Direction): JsonSchema
  readonly named: Readonly<Record<string, JsonSchema>>
}

/**
 * Creates an empty registry. A schema named with `.meta({ id })` whose input and output differ gets two
 * entries, and the input is called `<id>Input`; so add the output first.
 */
export function createSchemaRegistry(): SchemaRegistry {
  const texts = new Map<string, string>()
  const named: Record<string, JsonSchema> = {}
  return {
    named,
    describeSchema(validator, direction) {
      const { $schema, $defs = {}, ...schema } = convert(validator, direction)
      const raw = Object.entries($defs).map(([id, part]) => [id, JSON.stringify(part)] as const)
      const changed = changedNames(raw, texts)
      const rename = (text: string) =>
        JSON.parse(
          text.replace(/"#\/\$defs\/([^"]+)"/g, (_, id: string) =>
            JSON.stringify(`#/components/schemas/${changed.has(id) ? `${id}Input` : id}`),
          ),
        )
      for (const [id, text] of raw) {
        const name = changed.has(id) ? `${id}Input` : id
        if ((texts.get(name) ?? text) !== text) {
          throw new Error(`Two validators are named '${id}'.`)
        }
        texts.set(name, text)
        named[name] = rename(text)
      }
      return rename(JSON.stringify(schema))
    },
  }
}

/** Names already used for a different schema, and names of schemas that refer to them. */
function changedNames(
  raw: readonly (readonly [string, string])[],
  known: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const changed = new Set(
    raw.filter(([id, text]) => (known.get(id) ?? text) !== text).map(([id]) => id),
  )
  for (let size = -1; size !== changed.size; ) {
    size = changed.size
    for (const [id, text] of raw) {
      if ([...changed].some(part => text.includes(`"#/$defs/${part}"`))) changed.add(id)
    }
  }
  return changed
}

interface Converted extends JsonSchema {
  readonly $schema?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

function convert(validator: z.ZodType, io: Direction): Converted {
  return z.toJSONSchema(validator, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Clients must accept members that a later version adds.
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties
      }
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Converted
}
