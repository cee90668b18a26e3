import { Ellipsis, Redo2, Undo2, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { diffLayouts } from '../../core/layout/diff-layouts.js'
import { isDraftChanged } from '../../core/layout/layout-draft.js'
import { usePlace } from '../../data/place-context.js'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { Button, IconButton } from '../../ui/button.js'
import { CopyDialog } from './copy-dialog.js'
import { EditorMenu } from './editor-menu.js'
import type { EditorDialog } from './editor-props.js'
import {
  leave,
  openDraft,
  redo,
  setFieldHandles,
  setKnownCollections,
  undo,
  useEditor,
} from './editor-store.js'
import { FieldHandles } from './field-handles.js'
import { HistoryDialog } from './history-dialog.js'
import { ImportDialog } from './import-dialog.js'
import { LeaveDialog } from './leave-dialog.js'
import { ReviewDialog } from './review-dialog.js'
import { useGuess, useOwner } from './use-editor-model.js'

/** Above the screens while the layout is edited: whose it is, how much has changed, and what to do with it. */
export default function EditorBar() {
  const t = useTranslations('layoutEditor')
  const { team } = usePlace().place
  const owner = useOwner()
  const guess = useGuess()
  const { data } = useSchema()
  const { draft, error } = useEditor()
  const [dialog, setDialog] = useState<EditorDialog>()
  const [menu, setMenu] = useState<HTMLElement>()
  const { renderingId } = team
  useEffect(() => {
    setFieldHandles(FieldHandles)
    void openDraft(owner, renderingId)
  }, [owner, renderingId])
  const collections = data?.collections
  useEffect(() => {
    if (collections) setKnownCollections(collections)
  }, [collections])
  const changes = useMemo(
    () => (draft ? diffLayouts(draft.base.layout, draft.layout, guess) : []),
    [draft, guess],
  )
  const close = () => setDialog(undefined)
  if (error) {
    return (
      <section aria-label={t('bar')} className="border-b border-line bg-surface">
        <ErrorView error={error} onRetry={() => void openDraft(owner, renderingId)} />
        <div className="flex justify-center pb-4">
          <Button onClick={() => leave({ isKept: true })}>{t('leave')}</Button>
        </div>
      </section>
    )
  }
  if (!draft || !collections || !guess) return null
  const isChanged = isDraftChanged(draft)
  const dialogProps = { draft, collections, guess, onClose: close }
  return (
    <section
      aria-label={t('bar')}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-3 py-1.5"
    >
      <p className="min-w-0 flex-1 truncate max-sm:basis-full">
        <span className="font-medium max-sm:sr-only">{t('editing', { team: team.name })}</span>
        <span aria-hidden="true" className="mx-2 text-faint max-sm:hidden">
          ·
        </span>
        <span role="status" className="text-muted">
          {t('changes', { count: changes.length })}
        </span>
      </p>
      <div className="flex items-center gap-1">
        <IconButton label={t('undo')} disabled={draft.past.length === 0} onClick={undo}>
          <Undo2 size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('redo')} disabled={draft.future.length === 0} onClick={redo}>
          <Redo2 size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('more')}
          aria-haspopup="menu"
          onClick={event => setMenu(event.currentTarget)}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
        <Button look="primary" disabled={!isChanged} onClick={() => setDialog('review')}>
          {t('review')}
        </Button>
        <Button
          icon={<X size={14} aria-hidden="true" />}
          onClick={() => (isChanged ? setDialog('leave') : leave({ isKept: false }))}
        >
          <span className="max-sm:sr-only">{t('leave')}</span>
        </Button>
      </div>
      {menu ? (
        <EditorMenu
          anchor={menu}
          draft={draft}
          isChanged={isChanged}
          onOpen={setDialog}
          onClose={() => setMenu(undefined)}
        />
      ) : null}
      {dialog === 'review' ? <ReviewDialog {...dialogProps} changes={changes} /> : null}
      {dialog === 'history' ? <HistoryDialog {...dialogProps} /> : null}
      {dialog === 'copy' ? <CopyDialog {...dialogProps} /> : null}
      {dialog === 'import' ? <ImportDialog {...dialogProps} /> : null}
      {dialog === 'leave' ? <LeaveDialog onClose={close} /> : null}
    </section>
  )
}
