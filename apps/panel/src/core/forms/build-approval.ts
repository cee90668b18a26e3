import type { ActionField, PanelAction } from '@service/protocol'

/** A request for approval, as the service takes it. */
export interface NewApproval {
  readonly collectionName: string
  readonly actionName: string
  readonly recordIds: readonly string[]
  readonly inputs: readonly {
    readonly name: string
    readonly type: string
    readonly value: unknown
  }[]
  readonly teamId: number
  readonly comment?: string
}

/** The most records that a request for approval may name. */
export const mostApprovedRecords = 1_000

interface ApprovalParts {
  readonly collection: string
  readonly action: Pick<PanelAction, 'name' | 'type'>
  readonly recordIds: readonly string[]
  readonly fields: readonly ActionField[]
  readonly values: Readonly<Record<string, unknown>>
  readonly teamId: number
  readonly comment: string
}

/**
 * Builds a request for approval: what the action would have run with.
 *
 * @example
 * buildApproval({ collection: 'orders', action, recordIds: ['12'], fields, values, teamId: 1, comment: '' })
 */
export function buildApproval(parts: ApprovalParts): NewApproval {
  const { collection, action, recordIds, fields, values, teamId } = parts
  const comment = parts.comment.trim()
  return {
    collectionName: collection,
    actionName: action.name,
    recordIds: action.type === 'global' ? [] : recordIds,
    inputs: fields
      .filter(({ field }) => values[field] !== undefined)
      .map(({ field, type }) => ({ name: field, type: nameType(type), value: values[field] })),
    teamId,
    ...(comment !== '' && { comment }),
  }
}

function nameType(type: ActionField['type']): string {
  if (typeof type === 'string') return type
  return Array.isArray(type) ? `${nameType(type[0])}List` : 'Json'
}
