import { z } from 'zod'
import { Moment } from '../projects/fields.js'

// Agents of other languages and older versions leave members out, so each has a value for that.
const isSet = z.boolean().catch(false)
const text = z.string().nullable().catch(null)
const values = z.array(z.string()).nullable().catch(null)
const type = z.unknown().default('String').meta({
  description: 'A name such as `String`, `[name]` for lists, or an object with `fields`.',
})

const SchemaField = z
  .object({
    field: z.string(),
    type,
    enums: values,
    reference: text.meta({ description: '`collection.key` for relations.' }),
    relationship: z
      .enum(['BelongsTo', 'HasOne', 'HasMany', 'BelongsToMany'])
      .optional()
      .catch(undefined)
      .meta({ description: 'Absent for columns.' }),
    isFilterable: isSet,
    isPrimaryKey: isSet,
    isReadOnly: isSet,
  })
  .meta({ id: 'EnvironmentSchemaField' })

const FormField = z
  .object({ field: z.string(), label: text, type, enums: values })
  .meta({ id: 'EnvironmentSchemaFormField' })

const SchemaAction = z
  .object({
    name: z.string(),
    type: z.enum(['single', 'bulk', 'global']).catch('single'),
    fields: z
      .array(FormField)
      .catch([])
      .meta({ description: 'The form, as far as it does not depend on the records.' }),
  })
  .meta({ id: 'EnvironmentSchemaAction' })

export const SchemaCollection = z
  .object({
    name: z.string(),
    isReadOnly: isSet,
    fields: z.array(SchemaField),
    actions: z.array(SchemaAction),
    segments: z.array(z.string()),
  })
  .meta({ id: 'EnvironmentSchemaCollection' })

/** What the agent of an environment uploaded last, as collections with their fields and actions. */
export const EnvironmentSchema = z
  .object({
    uploadedAt: Moment,
    agent: z.object({ name: z.string(), version: z.string() }),
    collections: z.array(SchemaCollection),
  })
  .meta({ id: 'EnvironmentSchema' })
export type EnvironmentSchema = z.output<typeof EnvironmentSchema>
