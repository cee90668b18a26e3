import type { RestoredRecord } from '@service/protocol'
import { useTranslations } from 'use-intl'
import type { RestoreChoice } from '../../core/timeline/restore.js'
import { useRestore } from '../../data/use-restore.js'
import { useToasts } from '../toasts.js'
import { useUndo } from '../undo.js'
import { findLabel } from './find-label.js'
import type { RecordTimelineProps } from './timeline-props.js'

/** Restores what a preview showed, says so, and remembers how to take it back. */
export function useRestoring({
  collection,
  id,
  title,
}: RecordTimelineProps): (choice: RestoreChoice, preview: RestoredRecord) => Promise<void> {
  const t = useTranslations('timeline')
  const { restore, revert } = useRestore(collection.name, id)
  const { push, waitFor, undo } = useUndo()
  const { show } = useToasts()

  async function takeBack(correlationKey: string): Promise<string> {
    const reverted = await revert(correlationKey)
    const record = reverted?.record
    // What changed since is not overwritten, also by an undo.
    if (!record || record.operation === 'none' || Object.keys(record.changedSince).length > 0) {
      throw new Error(t('undoChanged'))
    }
    return reverted.correlationKey
  }

  async function send(choice: RestoreChoice, preview: RestoredRecord): Promise<void> {
    const restored = await restore(choice, preview)
    if (!restored) return
    const { changes, changedSince } = restored.record
    const kept = Object.keys(changedSince).map(field => findLabel(collection, field))
    const details = kept.length > 0 ? t('keptSince', { fields: kept.join(', ') }) : undefined
    const count = Object.keys(changes).length
    const text = t('done', { count, title })
    if (count === 0) {
      show({ text, kind: 'info', details })
      return
    }
    let last = restored.correlationKey
    const step = async () => {
      last = await takeBack(last)
    }
    push({ label: t('step', { title }), undo: step, redo: step })
    show({ text, details, undo })
  }

  return (choice, preview) => waitFor(send(choice, preview))
}
