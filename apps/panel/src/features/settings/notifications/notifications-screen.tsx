import { MailX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { CheckField } from '../../../ui/check-field.js'
import { Skeleton } from '../../../ui/skeleton.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsSection } from '../parts/settings-section.js'
import { type Account, EmailAddress } from './email-address.js'

const path = '/api/me/notifications'
const kinds = ['mentions', 'approvals', 'decisions'] as const
type Kind = (typeof kinds)[number]

interface Notifications extends Readonly<Record<Kind, boolean>> {
  readonly isMailConfigured: boolean
}

const change = (settings: Partial<Record<Kind, boolean>>) =>
  request<Notifications>('PATCH', path, settings)
const changed = [path]

/** Which mail the person gets, and where it goes. */
export default function NotificationsScreen() {
  const t = useTranslations('notifications')
  const settings = useServiceData<Notifications>(path)
  const account = useServiceData<Account>('/api/me')
  return (
    <SettingsPage title={t('title')} hint={t('hint')}>
      {settings.error || account.error ? (
        <ErrorView
          error={settings.error ?? account.error}
          onRetry={() => {
            void settings.refetch()
            void account.refetch()
          }}
        />
      ) : settings.data && account.data ? (
        <>
          {settings.data.isMailConfigured ? null : <NoMailServer />}
          <Kinds settings={settings.data} account={account.data} />
          <EmailAddress account={account.data} canMail={settings.data.isMailConfigured} />
        </>
      ) : (
        <Skeleton width="60%" />
      )}
    </SettingsPage>
  )
}

function NoMailServer() {
  const t = useTranslations('notifications')
  return (
    <p
      role="status"
      className="mb-6 flex items-start gap-2 rounded-card border border-line bg-sunken p-3"
    >
      <MailX size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <span>
        {t.rich('noMailServer', {
          variable: () => <code className="font-mono">SERVICE_SMTP_URL</code>,
        })}
      </span>
    </p>
  )
}

interface KindsProps {
  readonly settings: Notifications
  readonly account: Account
}

/** Each choice is saved at once; while it is on its way, the box shows what was chosen. */
function Kinds({ settings, account }: KindsProps) {
  const t = useTranslations('notifications')
  const { show } = useToasts()
  const describeError = useErrorText()
  const save = useServiceChange(change, changed)
  const [pending, setPending] = useState<Partial<Record<Kind, boolean>>>({})
  const canSwitch = settings.isMailConfigured && !account.isUnverified

  async function choose(kind: Kind, isOn: boolean) {
    setPending(before => ({ ...before, [kind]: isOn }))
    try {
      await save({ [kind]: isOn })
    } catch (error) {
      show({ text: describeError(error), kind: 'danger' })
    }
    setPending(({ [kind]: _, ...others }) => others)
  }

  return (
    <SettingsSection title={t('kinds')} hint={t('kindsHint')}>
      <fieldset disabled={!canSwitch} className="flex flex-col gap-3 disabled:opacity-60">
        <legend className="sr-only">{t('kinds')}</legend>
        {kinds.map(kind => (
          <CheckField
            key={kind}
            label={t(`${kind}.label`)}
            hint={t(`${kind}.hint`)}
            isChecked={pending[kind] ?? settings[kind]}
            onChange={isOn => void choose(kind, isOn)}
          />
        ))}
      </fieldset>
      {account.isUnverified && settings.isMailConfigured ? (
        <p className="mt-3 text-warning">{t('verifyFirst')}</p>
      ) : null}
    </SettingsSection>
  )
}
