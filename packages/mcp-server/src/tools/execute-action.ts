import { type Action, ActionRequiresApprovalError, type ActionResult } from '@service/agent-client'
import * as z from 'zod'
import { missingFields, openForm } from './action-form.js'
import { actionArguments } from './arguments.js'
import { boundValue } from './bound-value.js'
import { embedFile } from './embed-file.js'
import { AnswerTooLargeError, InvalidArgumentsError } from './errors.js'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.js'

const input = {
  ...actionArguments,
  reasoning: z
    .string()
    .optional()
    .describe('Why the action should run; shown to approvers when it needs an approval.'),
}

type Input = z.output<z.ZodObject<typeof input>>

export const executeAction = defineTool({
  name: 'executeAction',
  title: 'Execute an action',
  description:
    'Runs an action on the given records, with the values of its form. An action that needs an approval does not run: an approval is requested instead, and the result says so.',
  advice: { about: 'getActionForm', text: 'Call getActionForm first until canExecute is true.' },
  scope: 'mcp:action',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input,
  run: async (args, call) => {
    const action = await openForm(call, args)
    await action.setFields(args.values)
    const missing = missingFields(action)
    if (missing.length > 0) {
      throw new InvalidArgumentsError(
        `'${args.actionName}' did not run: fill in ${missing.map(name => `'${name}'`).join(', ')} of its form.`,
      )
    }
    try {
      return toToolAnswer(await action.execute(), args)
    } catch (error) {
      if (error instanceof ActionRequiresApprovalError) return submitForApproval(action, args, call)
      if (error instanceof AnswerTooLargeError) return { value: { note: tooLargeNote } }
      throw error
    }
  },
})

const tooLargeNote = 'The action ran. Its result is too large to be returned.'

function toToolAnswer({ file, ...result }: ActionResult, args: Input): ToolAnswer {
  return file ? embedFile(file, args) : { value: boundValue(result as Record<string, unknown>) }
}

async function submitForApproval(action: Action, args: Input, call: ToolCall): Promise<ToolAnswer> {
  const { collectionName: collection, actionName, recordIds, reasoning } = args
  const inputs = action
    .getFields()
    .filter(field => field.getValue() !== undefined)
    .map(field => ({
      name: field.getName(),
      type: field.getTypeName(),
      value: field.getValue(),
    }))
  const approvalId = await call.requestApproval({
    collection,
    action: actionName,
    recordIds: (recordIds ?? []).map(String),
    inputs,
    ...(reasoning !== undefined && { comment: reasoning }),
  })
  const message = `'${actionName}' did not run: it waits for approval ${approvalId}. It runs when somebody who may approve it does.`
  return { value: { approvalRequested: true, approvalId, message } }
}
