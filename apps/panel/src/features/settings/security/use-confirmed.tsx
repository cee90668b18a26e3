import { type ReactNode, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../data/api-error.js'
import { request } from '../../../data/service-api.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'

interface Asked {
  readonly goOn: () => void
  readonly giveUp: () => void
}

/**
 * Sends a change for which the service may want the password again: it is asked for, and the change is sent once more.
 * The dialog must be on the page.
 */
export function useConfirmed(): {
  readonly confirmed: <T>(send: () => Promise<T>) => Promise<T>
  readonly dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const confirmed = useCallback(async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error
      await new Promise<void>((resolve, reject) => {
        setAsked({ goOn: resolve, giveUp: () => reject(error) })
      })
      return send()
    }
  }, [])
  const dialog = asked ? <PasswordDialog {...asked} onClose={() => setAsked(undefined)} /> : null
  return { confirmed, dialog }
}

function PasswordDialog({ goOn, giveUp, onClose }: Asked & { readonly onClose: () => void }) {
  const t = useTranslations('security.confirm')
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      title={t('title')}
      submitLabel={t('submit')}
      isComplete={password !== ''}
      onSubmit={async () => {
        await request('POST', '/api/me/confirmation', { password })
        goOn()
      }}
      onClose={() => {
        giveUp()
        onClose()
      }}
    >
      <p>{t('hint')}</p>
      <FormInput
        label={t('password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
