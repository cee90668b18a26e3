import { useMemo } from 'react'
import type { ListSource } from '../../core/list/list-request.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { listActions } from '../../core/schema/list-actions.js'
import { type RecordSource, useRecord } from '../../data/use-record.js'
import { ActionButtons } from './action-buttons.js'

interface RecordActionsProps extends RecordSource {
  /** The record in whose related list this one is. */
  readonly parent?: ListSource['parent']
}

/** The actions of one record. */
export function RecordActions({ parent, ...source }: RecordActionsProps) {
  const { collection, id } = source
  const { data } = useRecord(source)
  const actions = useMemo(() => listActions(collection, 'record'), [collection])
  const title = data ? getRecordTitle(data, collection) : id
  return (
    <ActionButtons
      group="record"
      actions={actions}
      subject={title}
      getOpening={() => ({ collection, selection: { ids: [id] }, titles: [title], parent })}
    />
  )
}
