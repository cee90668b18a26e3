import { maxSearchLength, operators } from '@service/datasource-toolkit'
import * as z from 'zod'

/** The name of a collection; tool lists show those the person may read. */
export const collectionName = z.string().describe('The name of the collection.')

export const recordId = z
  .union([z.string().min(1), z.number()])
  .describe('The primary key of the record; the parts of a composite key are joined by "|".')

export const recordIds = z.array(recordId).min(1).describe('The primary keys of the records.')

export const relationName = z.string().describe('The name of a to-many relation of the collection.')

export const attributes = z
  .record(z.string(), z.unknown())
  .describe('Values by the names of the fields.')

const leaf = {
  type: 'object',
  properties: {
    field: { type: 'string', description: 'A field, or "relation:field".' },
    operator: { type: 'string', enum: [...operators] },
    value: { description: 'Absent for operators such as Present and Today.' },
  },
  required: ['field', 'operator'],
} as const

// Written out instead of recursive: many clients do not resolve references in a schema.
const buildBranch = (condition: object) => ({
  type: 'object',
  properties: {
    aggregator: { type: 'string', enum: ['And', 'Or'] },
    conditions: { type: 'array', items: condition },
  },
  required: ['aggregator', 'conditions'],
})

/** Checked by `readFilters`, whose errors explain better what is wrong with a tree. */
const filters = z.record(z.string(), z.unknown()).meta({
  description:
    'A condition {field, operator, value}, or several {aggregator, conditions} that may be nested. Days begin and end in UTC.',
  anyOf: [leaf, buildBranch({ anyOf: [leaf, buildBranch({ type: 'object' })] })],
})

/** The arguments of all lists. */
export const listArguments = {
  search: z
    .string()
    .optional()
    .describe(
      `A text to look for in the fields of the collection, of at most ${maxSearchLength} characters.`,
    ),
  filters: filters.optional(),
  sort: z
    .strictObject({
      field: z.string().describe('A field that isSortable, or "relation:field".'),
      ascending: z.boolean().default(true),
    })
    .optional(),
  shouldSearchInRelation: z
    .boolean()
    .default(false)
    .describe('Also look for the text in the records of to-one relations.'),
  fields: z
    .array(z.string())
    .optional()
    .describe(
      'What to show of each record: field names, "relation:field" for to-one relations. Default: all.',
    ),
  pagination: z
    .strictObject({
      size: z.number().int().min(1).default(15),
      number: z.number().int().min(1).default(1).describe('The page, from 1.'),
    })
    .optional(),
  enableCount: z
    .boolean()
    .default(false)
    .describe('Also return the total number of records. This may be slow on large tables.'),
}

/** The arguments of action tools. */
export const actionArguments = {
  collectionName,
  actionName: z.string().describe('The name of an action of the collection.'),
  recordIds: z
    .array(recordId)
    .nullable()
    .default(null)
    .describe('The records to run it on; null for an action of type global.'),
  values: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Values of the form, by field name. A file is a data URI.'),
}
