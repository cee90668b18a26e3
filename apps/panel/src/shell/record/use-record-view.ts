import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { type RecordSource, useRecord } from '../../data/use-record.js'
import { type PanelCommand, useCommands } from '../commands.js'
import { listEditable, type RecordEditor, useRecordEditor } from './use-record-editor.js'
import { type RecordTools, useRecordTools } from './use-record-tools.js'

/** A record on the screen, beside its list or on its page. */
export interface RecordView extends RecordSource {
  /** Undefined while nothing is known, null when there is no such record. */
  readonly record: PanelRecord | null | undefined
  /** Only what a list knew is there yet. */
  readonly isPartial: boolean
  readonly error: Error | null
  readonly reload: () => void
  readonly title: string
  readonly mayEdit: boolean
  readonly editor: RecordEditor
  /** Opens the whole form. */
  readonly edit: () => void
  readonly tools: RecordTools
}

interface RecordExits {
  readonly onDeleted: () => void
  readonly onCreated: (record: PanelRecord) => void
  /** Brings the fields on the screen, where something else is in their place. */
  readonly onEdit?: (() => void) | undefined
}

export function useRecordView(
  source: RecordSource,
  { onDeleted, onCreated, onEdit }: RecordExits,
): RecordView {
  const { collections, collection, id } = source
  const t = useTranslations('record')
  const { data: record, error, isPlaceholderData, refetch } = useRecord(source)
  const whole = isPlaceholderData ? undefined : record
  const editor = useRecordEditor({ record: whole, collection, collections, id })
  const tools = useRecordTools({
    collections,
    collection,
    id,
    record: whole,
    onDeleted,
    onCreated,
  })
  const mayEdit = collection.rights.edit && listEditable(collection).length > 0
  const { open } = editor
  const edit = useCallback(() => {
    onEdit?.()
    open()
  }, [onEdit, open])
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        mayEdit
          ? [
              {
                id: 'record edit',
                title: t('edit'),
                group: 'record',
                shortcut: 'e',
                run: edit,
              },
            ]
          : [],
      [mayEdit, edit, t],
    ),
  )
  return {
    ...source,
    record,
    isPartial: isPlaceholderData,
    error,
    reload: () => void refetch(),
    title: record ? getRecordTitle(record, collection) : id,
    mayEdit,
    editor,
    edit,
    tools,
  }
}
