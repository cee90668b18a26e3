import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../core/record/draft.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { readRecord } from '../../core/record/read-document.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { buildDelete, buildSave } from '../../core/record/write-requests.js'
import { useWrite } from '../../data/use-write.js'
import type { CreateOpening } from '../../widgets/record-dialogs.js'
import { useToasts } from '../toasts.js'
import { useUndo } from '../undo.js'
import { useErrorText } from '../use-error-text.js'

/** Creates a record and says so; whoever may delete it can take that back. */
export function useCreate({
  collection,
  followUp,
}: CreateOpening): (draft: Draft) => Promise<PanelRecord | undefined> {
  const t = useTranslations('record')
  const write = useWrite()
  const { push, undo } = useUndo()
  const { show } = useToasts()
  const describeError = useErrorText()
  return useCallback(
    async draft => {
      async function send(): Promise<PanelRecord | undefined> {
        const [response] = await write(buildSave(draft, collection))
        const created = readRecord(response)
        if (created && followUp) await follow(created, followUp)
        return created
      }
      /** The record is there: sent once more, the form would create a second one. */
      async function follow(created: PanelRecord, build: NonNullable<typeof followUp>) {
        try {
          await write(build(created.id))
        } catch (error) {
          const text = t('notAdded', { title: getRecordTitle(created, collection) })
          show({ text, kind: 'danger', details: describeError(error), error })
        }
      }
      const created = await send()
      if (!created) {
        show({ text: t('createdUnread') })
        return undefined
      }
      const title = getRecordTitle(created, collection)
      const text = t('created', { title })
      if (!collection.rights.delete) {
        show({ text })
        return created
      }
      let { id } = created
      push({
        label: text,
        async redo() {
          id = (await send())?.id ?? id
        },
        async undo() {
          await write([buildDelete(collection.name, id)])
        },
      })
      show({ text, undo })
      return created
    },
    [collection, followUp, write, push, undo, show, describeError, t],
  )
}
