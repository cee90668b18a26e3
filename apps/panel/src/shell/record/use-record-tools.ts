import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { buildRecordRequest } from '../../core/list/list-request.js'
import { formatAddress } from '../../core/places/address.js'
import { formatCurl, formatRecordJson } from '../../core/record/copy-record.js'
import { startDuplicate } from '../../core/record/draft.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { buildDelete } from '../../core/record/write-requests.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { useRecordDialogs } from '../../widgets/record-dialogs.js'
import { type PanelCommand, useCommands } from '../commands.js'
import { useCopyText } from './use-copy-text.js'

/** What can be done with a record besides editing it; what is absent, the caller may not do. */
export interface RecordTools {
  readonly copyLink: () => void
  readonly copyJson: (() => void) | undefined
  readonly copyCurl: (() => void) | undefined
  readonly duplicate: (() => void) | undefined
  readonly remove: (() => void) | undefined
}

interface ToolSubject {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  /** Undefined until it is read. */
  readonly record: PanelRecord | null | undefined
  readonly onDeleted: () => void
  readonly onCreated: (record: PanelRecord) => void
}

export function useRecordTools(subject: ToolSubject): RecordTools {
  const { collections, collection, id, record, onDeleted, onCreated } = subject
  const t = useTranslations('record')
  const { names, place, timezone } = usePlace()
  const dialogs = useRecordDialogs()
  const copy = useCopyText()
  const { rights, name } = collection
  const { agentUrl } = place.environment
  const tools = useMemo((): RecordTools => {
    const title = record ? getRecordTitle(record, collection) : id
    const path = formatAddress({ ...names, screen: { kind: 'record', collection: name, id } })
    return {
      copyLink: () => void copy(`${window.location.origin}${path}`, 'link'),
      copyJson: record ? () => void copy(formatRecordJson(record), 'json') : undefined,
      copyCurl:
        agentUrl === null
          ? undefined
          : () => {
              const request = buildRecordRequest(collection, id, collections)
              void copy(formatCurl(agentUrl, request, timezone), 'curl')
            },
      duplicate:
        record && rights.add
          ? () => {
              const draft = startDuplicate(record, collection, collections)
              dialogs.create({ collection, draft, onCreated })
            }
          : undefined,
      remove:
        record && rights.delete
          ? () => {
              const request = buildDelete(name, id)
              dialogs.remove({ collection, request, count: 1, titles: [title], onDone: onDeleted })
            }
          : undefined,
    }
  }, [
    record,
    collection,
    collections,
    id,
    name,
    names,
    rights,
    agentUrl,
    timezone,
    dialogs,
    copy,
    onDeleted,
    onCreated,
  ])
  useCommands(
    useMemo((): readonly PanelCommand[] => {
      const { copyLink, duplicate, remove } = tools
      const command = (id: string, title: string, run: (() => void) | undefined) =>
        run ? [{ id: `record ${id}`, title, group: 'record' as const, run }] : []
      return [
        {
          id: 'record link',
          title: t('copyLink'),
          group: 'record',
          shortcut: 'mod+.',
          worksWhileTyping: true,
          run: copyLink,
        },
        ...command('duplicate', t('duplicate'), duplicate),
        ...command('delete', t('deleteEllipsis'), remove),
      ]
    }, [tools, t]),
  )
  return tools
}
