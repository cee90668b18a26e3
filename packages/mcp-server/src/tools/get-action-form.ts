import type { Action, FieldState } from '@service/agent-client'
import * as z from 'zod'
import { missingFields, openForm } from './action-form.js'
import { actionArguments } from './arguments.js'
import { boundValue } from './bound-value.js'
import { defineTool } from './tool.js'

const output = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string().optional(),
      type: z.string(),
      value: z.unknown(),
      isRequired: z.boolean(),
      isReadOnly: z.boolean().optional(),
      description: z.string().optional(),
      enumValues: z.array(z.string()).optional(),
      allowedValues: z.array(z.object({ value: z.unknown(), label: z.string() })).optional(),
    }),
  ),
  canExecute: z.boolean(),
  requiredFields: z.array(z.string()),
  skippedFields: z.array(z.string()),
  note: z.string().optional(),
})

export const getActionForm = defineTool({
  name: 'getActionForm',
  title: 'Retrieve action form',
  description:
    'Returns the form of an action, filled in with the given values: a value may add other fields. Repeat with more values until canExecute is true. requiredFields are those still empty, skippedFields the given values for which the form has no field.',
  advice: { about: 'executeAction', text: 'Call executeAction once canExecute is true.' },
  scope: 'mcp:read',
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: actionArguments,
  output,
  run: async (input, call) => {
    const action = await openForm(call, input)
    const skippedFields = await action.tryToSetFields(input.values)
    const requiredFields = missingFields(action)
    const fields = action.getFields().map(field => describeField(action, field))
    const canExecute = requiredFields.length === 0
    return { value: boundValue({ fields, canExecute, requiredFields, skippedFields }, 'fields') }
  },
})

function describeField(action: Action, field: FieldState) {
  const name = field.getName()
  const { description, enums } = field.getPlainField()
  const options = enums ? [] : action.getDropdownField(name).getOptions()
  return {
    name,
    ...(field.getLabel() !== name && { label: field.getLabel() }),
    type: field.getTypeName(),
    value: field.getValue() ?? null,
    isRequired: field.isRequired(),
    ...(field.isReadOnly() && { isReadOnly: true }),
    ...(description && { description }),
    ...(enums && { enumValues: enums }),
    ...(options.length > 0 && {
      allowedValues: options.map(({ value, label }) => ({ value, label })),
    }),
  }
}
