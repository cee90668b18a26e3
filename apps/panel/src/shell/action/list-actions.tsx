import { useMemo } from 'react'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { listActions } from '../../core/schema/list-actions.js'
import { ActionButtons } from './action-buttons.js'

const none = { ids: [] }

/** The actions that need no record, at the head of a list. */
export function ListActions({ collection }: { readonly collection: CollectionModel }) {
  const actions = useMemo(() => listActions(collection, 'list'), [collection])
  return (
    <ActionButtons
      group="list"
      actions={actions}
      subject={collection.label}
      getOpening={() => ({ collection, selection: none, titles: [] })}
    />
  )
}
