import type { Action, FieldState } from '@service/agent-client'
import type { ToolCall } from './tool.js'

interface ActionInput {
  readonly collectionName: string
  readonly actionName: string
  readonly recordIds: readonly (string | number)[] | null
  readonly values: Readonly<Record<string, unknown>>
}

/** Opens the form of an action for the given records. */
export function openForm({ agent }: ToolCall, input: ActionInput): Promise<Action> {
  const { collectionName, actionName, recordIds } = input
  return agent.collection(collectionName).action(actionName, { recordIds: recordIds ?? [] })
}

/** Names of the required fields that are still empty. */
export function missingFields(action: Action): readonly string[] {
  return action
    .getFields()
    .filter(field => field.isRequired() && isEmpty(field))
    .map(field => field.getName())
}

function isEmpty(field: FieldState): boolean {
  const value = field.getValue()
  return value === undefined || value === null || value === ''
}
