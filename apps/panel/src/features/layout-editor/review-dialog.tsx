import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LayoutChange } from '../../core/layout/diff-layouts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { focusNow } from '../../ui/focus-now.js'
import { ChangeList } from './change-list.js'
import type { EditorDialogProps } from './editor-props.js'
import { fetchPublished, type Published } from './fetch-published.js'
import { MergeView } from './merge-view.js'
import { useOwner } from './use-editor-model.js'
import { isOutdated, usePublish } from './use-publish.js'

interface ReviewDialogProps extends EditorDialogProps {
  readonly changes: readonly LayoutChange[]
}

/** Shows what changes for the team before it is published, and merges what others published meanwhile. */
export function ReviewDialog({ changes, ...props }: ReviewDialogProps) {
  const { collections, onClose } = props
  const t = useTranslations('layoutEditor.reviewing')
  const app = useTranslations('app')
  const owner = useOwner()
  const describeError = useErrorText()
  const { publish } = usePublish()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [others, setOthers] = useState<Published>()

  async function submit() {
    setBusy(true)
    setProblem(undefined)
    try {
      await publish()
      onClose()
    } catch (error) {
      if (isOutdated(error)) setOthers(await fetchPublished(owner).catch(() => undefined))
      else setProblem(describeError(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={others ? t('mergeTitle') : t('title')}
      closeLabel={app('close')}
      shape="wide"
    >
      {others ? (
        <MergeView
          {...props}
          key={others.tag}
          published={others}
          isBusy={isBusy}
          onPublish={submit}
        />
      ) : (
        <>
          <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
            <p className="text-muted">{t('hint')}</p>
            <ChangeList changes={changes} collections={collections} />
          </div>
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
            {problem === undefined ? null : (
              <p role="alert" className="min-w-0 flex-1 text-danger">
                {problem}
              </p>
            )}
            <Button size="form" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              size="form"
              look="primary"
              ref={focusNow}
              disabled={isBusy}
              onClick={() => void submit()}
            >
              {t('publish')}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  )
}
