import { useTranslations } from 'use-intl'
import { startDuplicate, startEdit } from '../../core/record/draft.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { usePlace } from '../../data/place-context.js'
import { useReadRecord } from '../../data/use-read-record.js'
import { getEdit, setEdit } from '../../shell/record/edit-store.js'
import { useToasts } from '../../shell/toasts.js'
import { copyText } from '../../ui/copy-text.js'
import { useRecordDialogs } from '../../widgets/record-dialogs.js'
import type { List, ListSubject } from './use-list.js'

interface RowTools {
  readonly edit: (id: string) => Promise<void>
  readonly duplicate: (id: string) => Promise<void>
  readonly copy: (text: string, said: string) => Promise<void>
}

/** What the menu of a row does. A list has not all fields of a record: they are read first. */
export function useRowTools({ collections, collection }: ListSubject, list: List): RowTools {
  const t = useTranslations('grid')
  const { show } = useToasts()
  const { create } = useRecordDialogs()
  const { renderingId } = usePlace().place.team
  const read = useReadRecord(collections, collection)

  async function readOrSay(id: string): Promise<PanelRecord | undefined> {
    try {
      return (await read(id)) ?? undefined
    } catch (error) {
      const details = error instanceof Error ? error.message : undefined
      show({ text: t('notRead'), kind: 'danger', details })
      return undefined
    }
  }

  return {
    async edit(id) {
      const record = await readOrSay(id)
      if (!record) return
      const key = JSON.stringify([renderingId, collection.name, record.id])
      const draft = startEdit(record, collection, collections)
      const start = { draft, open: 'form', problems: {}, typing: {}, isSaving: false } as const
      setEdit(key, getEdit(key) ?? start)
      list.actions.peek(id)
    },
    async duplicate(id) {
      const record = await readOrSay(id)
      if (!record) return
      const draft = startDuplicate(record, collection, collections)
      create({
        collection,
        draft,
        onCreated: ({ id: created }) => list.change({ peek: created }),
      })
    },
    async copy(text, said) {
      const isCopied = await copyText(text)
      show(isCopied ? { text: said } : { text: t('notCopied'), kind: 'danger' })
    },
  }
}
