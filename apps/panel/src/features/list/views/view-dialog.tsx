import type { View } from '@service/protocol'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Button } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { Dialog } from '../../../ui/dialog.js'
import { Input } from '../../../ui/input.js'
import type { ViewActions } from './use-view-actions.js'

interface ViewDialogProps {
  /** The view to rename; absent to save a new one. */
  readonly renamed: View | undefined
  readonly actions: ViewActions
  readonly onClose: () => void
}

/** Asks for the name of a view, and whether the team sees it. */
export default function ViewDialog({ renamed, actions, onClose }: ViewDialogProps) {
  const t = useTranslations('viewEditing.dialog')
  const app = useTranslations('app')
  const { team } = usePlace().place
  const [name, setName] = useState(renamed?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const describeError = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const wanted = name.trim()

  async function submit() {
    if (wanted === '' || isSaving) return
    setSaving(true)
    try {
      await (renamed ? actions.rename(renamed, wanted) : actions.save({ name: wanted, isShared }))
      onClose()
    } catch (error) {
      setProblem(describeError(error))
      setSaving(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={renamed ? t('rename') : t('save')}
      closeLabel={app('close')}
      initialFocus={field}
    >
      <form
        className="flex flex-col gap-4 p-4"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="flex flex-col gap-1">
          <span className="text-small font-medium text-muted">{t('name')}</span>
          <Input
            ref={field}
            label={t('name')}
            value={name}
            maxLength={100}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : 'view-problem'}
            onChange={event => {
              setName(event.target.value)
              setProblem(undefined)
            }}
          />
          {problem === undefined ? null : (
            <p id="view-problem" role="alert" className="text-small text-danger">
              {problem}
            </p>
          )}
        </div>
        {renamed ? null : actions.mayShare ? (
          <CheckField
            label={t('share')}
            hint={t('shareHint', { team: team.name })}
            isChecked={isShared}
            onChange={setShared}
          />
        ) : (
          <p className="text-small text-muted">{t('shareRefused')}</p>
        )}
        <footer className="flex justify-end gap-2">
          <Button size="form" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="form" look="primary" type="submit" disabled={wanted === '' || isSaving}>
            {t('submit')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
