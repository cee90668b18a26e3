import type { SchemaAction, SchemaField } from '@service/protocol'
import * as z from 'zod'
import { collectionName } from './arguments.js'
import { boundValue } from './bound-value.js'
import { describeVisible, type VisibleCollection } from './describe-visible.js'
import { findOperator } from './filters.js'
import { readTarget, relationKind } from './schema-index.js'
import { defineTool } from './tool.js'

const output = z.object({
  collection: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.unknown(),
      operators: z.array(z.string()).optional(),
      enumValues: z.array(z.string()).optional(),
      isPrimaryKey: z.boolean(),
      isReadOnly: z.boolean(),
      isRequired: z.boolean(),
      isSortable: z.boolean(),
    }),
  ),
  relations: z.array(
    z.object({ name: z.string(), type: z.string(), targetCollection: z.string() }),
  ),
  actions: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['single', 'bulk', 'global']),
      description: z.string().nullable(),
      hasForm: z.boolean(),
      download: z.boolean(),
    }),
  ),
  _meta: z.object({ capabilitiesAvailable: z.boolean(), note: z.string().optional() }),
  note: z.string().optional(),
})

export const describeCollection = defineTool({
  name: 'describeCollection',
  title: 'Describe a collection',
  description:
    'Describes the fields of a collection with their types and the operators they can be filtered with, its relations, and its actions. Call it before the other tools, which take the names it returns.',
  scope: 'mcp:read',
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: { collectionName },
  output,
  run: async ({ collectionName: name }, call) => {
    const visible = await describeVisible(call, name)
    const whole = describe(visible)
    const bounded = boundValue(whole)
    return { value: bounded === whole ? whole : boundValue(describe(visible, false), 'fields') }
  },
})

/** Operators are most of a description: they are left out for a very wide collection. */
function describe(visible: VisibleCollection, withOperators = true) {
  const { collection, fields, foreignKeys } = visible
  const columns = fields.filter(field => relationKind(field) === undefined)
  const keys = foreignKeys.map(({ name, type }) => ({ ...foreignKey, field: name, type }))
  const note =
    'Operators are left out: the error for a wrong operator lists those that the field supports.'
  return {
    collection: collection.name,
    fields: [...columns, ...keys].map(field => describeColumn(field, visible, withOperators)),
    relations: fields.flatMap(describeRelation),
    actions: collection.actions.map(describeAction),
    _meta: { capabilitiesAvailable: true, ...(!withOperators && { note }) },
  }
}

/** Properties of a foreign key; the schema does not say whether it can be sorted. */
const foreignKey = { enums: null, isPrimaryKey: false, isRequired: false, isSortable: false }

type Column = Pick<SchemaField, keyof typeof foreignKey | 'field'> & { readonly type: unknown }

function describeColumn(
  { field: name, type, enums, isPrimaryKey, isRequired, isSortable }: Column,
  visible: VisibleCollection,
  withOperators: boolean,
) {
  const operators = visible.listOperators(name).map(operator => findOperator(operator) ?? operator)
  return {
    name,
    type,
    ...(withOperators && { operators }),
    ...(enums && enums.length > 0 && { enumValues: enums }),
    isPrimaryKey,
    isReadOnly: !visible.isWritable(name),
    isRequired,
    isSortable,
  }
}

function describeRelation(field: SchemaField) {
  const type = relationKind(field)
  return type ? [{ name: field.field, type, targetCollection: readTarget(field) }] : []
}

function describeAction({ name, type, description, fields, hooks, download }: SchemaAction) {
  const hasForm = fields.length > 0 || hooks.load
  return { name, type, description: description ?? null, hasForm, download }
}
