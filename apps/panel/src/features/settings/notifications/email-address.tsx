import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'

/** What the screen needs of `GET /api/me`. */
export interface Account {
  readonly email: string
  readonly isUnverified: boolean
}

interface EmailAddressProps {
  readonly account: Account
  /** Whether the service has a mail server. */
  readonly canMail: boolean
}

/** The address that mail goes to: whether it is proven, and how to change it. */
export function EmailAddress({ account, canMail }: EmailAddressProps) {
  const t = useTranslations('notifications')
  const { show } = useToasts()
  const describeError = useErrorText()
  const [isChanging, setChanging] = useState(false)

  async function verify() {
    try {
      await request('POST', '/api/me/email/verification')
      show({ text: t('linkSent', { email: account.email }), kind: 'success' })
    } catch (error) {
      show({ text: describeError(error), kind: 'danger' })
    }
  }

  const buttons = canMail ? (
    <>
      {account.isUnverified ? (
        <Button look="primary" onClick={() => void verify()}>
          {t('verify')}
        </Button>
      ) : null}
      <Button onClick={() => setChanging(true)}>{t('change')}</Button>
    </>
  ) : null

  return (
    <SettingsSection title={t('address')} hint={t('addressHint')} buttons={buttons}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{account.email}</span>
        {account.isUnverified ? (
          <Badge tone="warning">{t('unverified')}</Badge>
        ) : (
          <Badge tone="success">{t('verified')}</Badge>
        )}
      </p>
      {isChanging ? (
        <ChangeEmail
          onClose={() => setChanging(false)}
          onSent={email => show({ text: t('linkSent', { email }), kind: 'success' })}
        />
      ) : null}
    </SettingsSection>
  )
}

interface ChangeEmailProps {
  readonly onClose: () => void
  readonly onSent: (email: string) => void
}

function ChangeEmail({ onClose, onSent }: ChangeEmailProps) {
  const t = useTranslations('notifications')
  const [email, setEmail] = useState('')
  const [currentPassword, setPassword] = useState('')
  return (
    <FormDialog
      title={t('change')}
      submitLabel={t('sendLink')}
      isComplete={email.includes('@') && currentPassword !== ''}
      onSubmit={async () => {
        await request('POST', '/api/me/email', { email: email.trim(), currentPassword })
        onSent(email.trim())
      }}
      onClose={onClose}
    >
      <p className="text-muted">{t('changeHint')}</p>
      <FormInput label={t('newAddress')} type="email" value={email} onChange={setEmail} />
      <FormInput
        label={t('password')}
        type="password"
        value={currentPassword}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
