import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../data/place-context.js'
import { putOffSignIn, useSessionState } from '../data/session-state.js'
import { checkSignIn, openSignIn, watchSignIn } from '../data/sign-in-again.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'

/** Asks the person to sign in again, beside the page: everything on it stays as it is. */
export default function SignInDialog() {
  const t = useTranslations()
  const client = useQueryClient()
  const { email } = usePlace().boot.user
  const { otherEmail } = useSessionState()
  const [isOpened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => watchSignIn(client), [client])
  return (
    <Dialog
      isOpen
      onClose={putOffSignIn}
      title={t('signInDialog.title')}
      closeLabel={t('signInDialog.later')}
      initialFocus={button}
    >
      <div className="flex flex-col gap-4 p-4" aria-live="polite">
        <p>{t('signInDialog.text')}</p>
        {otherEmail === undefined ? null : (
          <p className="text-danger">
            {t('signInDialog.other', { other: otherEmail, own: email })}
          </p>
        )}
        {isOpened ? <p className="text-muted">{t('signInDialog.waiting')}</p> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="form" look="ghost" onClick={putOffSignIn}>
            {t('signInDialog.later')}
          </Button>
          {isOpened ? (
            <Button size="form" onClick={() => void checkSignIn(client)}>
              {t('signInDialog.done')}
            </Button>
          ) : null}
          <Button
            ref={button}
            size="form"
            look="primary"
            onClick={() => {
              openSignIn()
              setOpened(true)
            }}
          >
            {t('signInDialog.open')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
