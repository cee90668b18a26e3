import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Button } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'

const changedPaths = ['/api/sessions', '/api/me/security-events', '/api/me/tokens']
const rules = ['length', 'variety', 'email', 'common'] as const
const leastLength = 12

/** Changes the password, and says which passwords are allowed before one is refused. */
export function PasswordSection() {
  const t = useTranslations('security.password')
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  return (
    <SettingsSection
      title={t('title')}
      hint={t('hint')}
      buttons={<Button onClick={() => setOpen(true)}>{t('change')}</Button>}
    >
      <p role="status" className="text-success">
        {isChanged ? t('changed') : ''}
      </p>
      {isOpen ? (
        <PasswordDialog onChanged={() => setChanged(true)} onClose={() => setOpen(false)} />
      ) : null}
    </SettingsSection>
  )
}

interface PasswordDialogProps {
  readonly onChanged: () => void
  readonly onClose: () => void
}

const send = (body: object): Promise<void> => request('POST', '/api/me/password', body)

function PasswordDialog({ onChanged, onClose }: PasswordDialogProps) {
  const t = useTranslations('security.password')
  const change = useServiceChange(send, changedPaths)
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [repeated, setRepeated] = useState('')
  const [endOtherAccess, setEnd] = useState(true)
  const differs = repeated !== '' && repeated !== newPassword
  return (
    <FormDialog
      title={t('change')}
      submitLabel={t('change')}
      isComplete={
        currentPassword !== '' && [...newPassword].length >= leastLength && repeated === newPassword
      }
      onSubmit={async () => {
        await change({ currentPassword, newPassword, endOtherAccess })
        onChanged()
      }}
      onClose={onClose}
    >
      <FormInput
        label={t('current')}
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrent}
      />
      <FormInput
        label={t('new')}
        type="password"
        autoComplete="new-password"
        value={newPassword}
        onChange={setNew}
      />
      <ul className="list-disc pl-5 text-small text-muted">
        {rules.map(rule => (
          <li key={rule}>{t(`rules.${rule}`, { length: leastLength })}</li>
        ))}
      </ul>
      <FormInput
        label={t('repeat')}
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        problem={differs ? t('differs') : undefined}
      />
      <p className="text-small text-muted">{t('sessionsEnd')}</p>
      <CheckField
        label={t('endAccess')}
        hint={t('endAccessHint')}
        isChecked={endOtherAccess}
        onChange={setEnd}
      />
    </FormDialog>
  )
}
