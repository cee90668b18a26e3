import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { chooseConfirmation } from '../../core/record/confirm-delete.js'
import { usePlace } from '../../data/place-context.js'
import { useWrite } from '../../data/use-write.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Input } from '../../ui/input.js'
import type { DeleteOpening } from '../../widgets/record-dialogs.js'
import { useToasts } from '../toasts.js'
import { useErrorText } from '../use-error-text.js'

interface DeleteDialogProps {
  readonly opening: DeleteOpening
  readonly onEnd: () => void
}

const mostTitles = 5

/** Asks before records are deleted or removed from a list; where much is at stake, a name is typed. */
export default function DeleteDialog({ opening, onEnd }: DeleteDialogProps) {
  const t = useTranslations('record')
  const { collection, request, count, titles, parent, onDone } = opening
  const { environment } = usePlace().place
  const write = useWrite()
  const describeError = useErrorText()
  const { show } = useToasts()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isDelete = parent === undefined
  const title = titles[0] ?? collection.label
  const name = count === 1 ? title : collection.label
  const words = {
    count: count ?? 0,
    title,
    name: collection.label,
    parent: parent ?? '',
    environment: environment.name,
  }
  const needsName = isDelete && chooseConfirmation(count, environment.kind) === 'type-name'
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isConfirmed = !needsName || typed.trim() === name.trim()

  async function run() {
    if (!isConfirmed || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await write([request])
      onEnd()
      onDone?.()
      show({ text: t(isDelete ? 'deleted' : 'removed', words) })
    } catch (cause) {
      setError(describeError(cause))
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onEnd}
      title={t(isDelete ? 'deleteTitle' : 'removeTitle', words)}
      closeLabel={t('cancel')}
      initialFocus={needsName ? input : button}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <div className="flex flex-col gap-3 px-4 py-4 text-form">
          {count !== 1 && titles.length > 0 ? (
            <p className="wrap-anywhere text-muted">
              {titles.slice(0, mostTitles).join(', ')}
              {count === undefined || count > mostTitles ? ' …' : ''}
            </p>
          ) : null}
          <p className="wrap-anywhere">{t(isDelete ? 'deleteText' : 'removeText', words)}</p>
          {needsName ? (
            <div className="flex flex-col gap-1">
              <p className="text-body text-muted">
                {t.rich('typeName', {
                  title: name,
                  b: text => <strong className="font-semibold text-text">{text}</strong>,
                })}
              </p>
              <Input
                ref={input}
                label={t('typeNameLabel')}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </div>
          ) : null}
          {error ? (
            <p role="alert" className="wrap-anywhere text-danger">
              {error}
            </p>
          ) : null}
        </div>
        <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
          <Button size="form" onClick={onEnd}>
            {t('cancel')}
          </Button>
          <Button
            ref={button}
            type="submit"
            size="form"
            look="danger"
            disabled={!isConfirmed || isBusy}
          >
            {t(isDelete ? 'deleteConfirm' : 'remove', words)}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
