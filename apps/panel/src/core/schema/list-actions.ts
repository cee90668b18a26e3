import type { PanelAction } from '@service/protocol'
import type { CollectionModel } from './collection-model.js'

/** Where actions are offered: at one record, at a selection, or at the list itself. */
export type ActionPlace = 'record' | 'selection' | 'list'

/** A bulk action runs on one record too. */
const scopes: Readonly<Record<ActionPlace, readonly PanelAction['type'][]>> = {
  record: ['single', 'bulk'],
  selection: ['bulk'],
  list: ['global'],
}

/** Primary actions are buttons, the others are in a menu. */
export interface OfferedActions {
  readonly primary: readonly PanelAction[]
  readonly others: readonly PanelAction[]
}

/**
 * Returns the actions that the person may run at a place; of a selection of one record, those of one
 * record.
 *
 * @example
 * listActions(orders, 'record').primary.map(({ name }) => name) // ['Refund']
 */
export function listActions(
  { primaryActions, otherActions }: CollectionModel,
  place: ActionPlace,
): OfferedActions {
  const isOffered = ({ type, mayTrigger }: PanelAction) =>
    mayTrigger && scopes[place].includes(type)
  return { primary: primaryActions.filter(isOffered), others: otherActions.filter(isOffered) }
}
