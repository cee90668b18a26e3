import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { diffLayouts } from '../../core/layout/diff-layouts.js'
import { parseLayoutFile, type ReadLayout } from '../../core/layout/layout-file.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { ChangeList } from './change-list.js'
import type { EditorDialogProps } from './editor-props.js'
import { edit } from './editor-store.js'

/** Takes the layout of a file into the draft, after its differences were shown. */
export function ImportDialog({ draft, collections, guess, onClose }: EditorDialogProps) {
  const t = useTranslations('layoutEditor.importing')
  const app = useTranslations('app')
  const [read, setRead] = useState<ReadLayout>()
  const id = useId()
  const layout = read && 'layout' in read ? read.layout : undefined
  const changes = layout ? diffLayouts(draft.layout, layout, guess) : []
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} closeLabel={app('close')} shape="wide">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
        <p className="text-muted">{t('hint')}</p>
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="text-small font-medium text-muted">
            {t('file')}
          </label>
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            onChange={async event => {
              const [file] = event.target.files ?? []
              if (file) setRead(parseLayoutFile(await file.text()))
            }}
          />
        </div>
        {read && 'problem' in read ? (
          <div role="alert" className="text-danger">
            <p>{t(read.problem)}</p>
            <p className="text-small wrap-anywhere">{read.details}</p>
          </div>
        ) : null}
        {layout ? (
          <section role="status" className="flex flex-col gap-2">
            <h3 className="font-medium">{t('changes')}</h3>
            <ChangeList changes={changes} collections={collections} />
          </section>
        ) : null}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          size="form"
          look="primary"
          disabled={!layout || changes.length === 0}
          onClick={() => {
            if (layout) edit(() => layout)
            onClose()
          }}
        >
          {t('submit')}
        </Button>
      </footer>
    </Dialog>
  )
}
