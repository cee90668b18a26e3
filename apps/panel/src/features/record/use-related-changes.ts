import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { buildRecordRequest } from '../../core/list/list-request.js'
import type { SelectionAttributes } from '../../core/list/selection.js'
import { startCreate } from '../../core/record/draft.js'
import { readRecord } from '../../core/record/read-document.js'
import { getRecordTitle, type RelatedChoice } from '../../core/record/record-title.js'
import {
  buildAdd,
  buildRelatedDelete,
  buildRemove,
  presetParent,
  type RelatedTab,
} from '../../core/record/related.js'
import { buildSave, type WriteRequest } from '../../core/record/write-requests.js'
import { usePlace } from '../../data/place-context.js'
import { useSchema } from '../../data/use-schema.js'
import { useWrite } from '../../data/use-write.js'
import { useToasts } from '../../shell/toasts.js'
import { useUndo } from '../../shell/undo.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { useRecordDialogs } from '../../widgets/record-dialogs.js'

/** Records of a related list that somebody has chosen. */
interface ChosenRecords {
  readonly attributes: SelectionAttributes
  /** How many there are; undefined when that is not known. */
  readonly count: number | undefined
  /** Their titles, as far as they are known. */
  readonly titles: readonly string[]
  /** Called when they are not in the list any more. */
  readonly onGone?: (() => void) | undefined
}

export interface RelatedChanges {
  readonly add: (choice: RelatedChoice) => Promise<void>
  /** Removes records from the list. Asks first when that cannot be taken back. */
  readonly remove: (chosen: ChosenRecords) => Promise<void>
  /** Asks first, since the records themselves go. */
  readonly deleteRecords: (chosen: ChosenRecords) => void
  readonly create: () => void
}

/** As many records as one request adds again. */
const mostTakenBack = 1_000

/** Adds records to a to-many relation, removes them and creates them there; each can be taken back. */
export function useRelatedChanges(tab: RelatedTab, parent: RelatedChoice): RelatedChanges {
  const t = useTranslations('record')
  const { agent } = usePlace()
  const { data: model } = useSchema()
  const write = useWrite()
  const { push, waitFor, undo } = useUndo()
  const { show } = useToasts()
  const dialogs = useRecordDialogs()
  const describeError = useErrorText()
  const target = tab.source.collection
  return useMemo(() => {
    /** Resolves to whether it was done. */
    async function run(
      text: string,
      redo: readonly WriteRequest[],
      buildUndo: () => Promise<readonly WriteRequest[]> | readonly WriteRequest[],
    ): Promise<boolean> {
      try {
        const takeBack = await buildUndo()
        await write(redo)
        push({
          label: text,
          redo: async () => void (await write(redo)),
          undo: async () => void (await write(takeBack)),
        })
        show({ text, undo })
        return true
      } catch (error) {
        show({
          text: t('relationFailed'),
          kind: 'danger',
          details: describeError(error),
          error,
        })
        return false
      }
    }

    /** A record that belongs to one parent only goes back to the one it had. */
    async function buildWayBack(id: string): Promise<readonly WriteRequest[]> {
      const { inverse } = tab
      const collections = model?.collections
      if (inverse === undefined || !collections || !target.rights.read) {
        return [buildRemove(tab, { ids: [id], all_records: false })]
      }
      const request = buildRecordRequest(target, id, collections)
      const before = readRecord(await agent.read(request, new AbortController().signal))
      const related = before?.related[inverse]
      const title = related ? getRecordTitle(related, collections.get(related.collection)) : ''
      const changes = { [inverse]: related ? { id: related.id, title } : null }
      return buildSave({ collection: target.name, id, base: {}, changes }, target)
    }

    return {
      async add({ id, title }) {
        const text = t('added', { title, parent: parent.title })
        await waitFor(run(text, [buildAdd(tab, [id])], () => buildWayBack(id)))
      },
      async remove({ attributes, count, titles, onGone }) {
        const request = buildRemove(tab, attributes)
        if (attributes.all_records || attributes.ids.length > mostTakenBack) {
          const opening = { collection: target, request, count, titles, parent: parent.title }
          return dialogs.remove({ ...opening, ...(onGone && { onDone: onGone }) })
        }
        const { ids } = attributes
        const words = { count: ids.length, title: titles[0] ?? ids[0] ?? '', parent: parent.title }
        const text = t('removed', words)
        const isDone = await waitFor(run(text, [request], () => [buildAdd(tab, ids)]))
        if (isDone) onGone?.()
      },
      deleteRecords({ attributes, count, titles, onGone }) {
        const request = buildRelatedDelete(tab, attributes)
        const opening = { collection: target, request, count, titles }
        dialogs.remove({ ...opening, ...(onGone && { onDone: onGone }) })
      },
      create() {
        const draft = startCreate(target, presetParent(tab, parent))
        dialogs.create({
          collection: target,
          draft,
          ...(tab.inverse === undefined && { followUp: id => [buildAdd(tab, [id])] }),
        })
      },
    }
  }, [
    tab,
    parent,
    target,
    t,
    agent,
    model,
    write,
    push,
    waitFor,
    undo,
    show,
    describeError,
    dialogs,
  ])
}
