import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { describeDevice } from '../../../core/settings/describe-device.js'
import { formatDate } from '../../../core/text/format-date.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { useDateStyle } from '../../../data/use-date-style.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'

interface Session {
  readonly id: string
  readonly method: 'password' | 'passkey' | 'sso'
  readonly hasTwoFactors: boolean
  readonly address: string
  readonly userAgent: string
  readonly lastSeenAt: string
  readonly isCurrent: boolean
}

const path = '/api/sessions'
const changedPaths = [path, '/api/me/security-events']
const send = (address: string): Promise<unknown> => request('DELETE', address)

/** Where the person is signed in; any of it can be ended. */
export function SessionsSection() {
  const t = useTranslations('security.sessions')
  const style = useDateStyle()
  const { data, error, refetch } = useServiceData<{ readonly data: readonly Session[] }>(path)
  const end = useServiceChange(send, changedPaths)
  const [ending, setEnding] = useState<Session | 'others'>()
  const sessions = data?.data
  const nameDevice = ({ userAgent }: Session) => {
    const { browser, system } = describeDevice(userAgent)
    return browser && system ? t('device', { browser, system }) : (browser ?? t('unknown'))
  }
  return (
    <SettingsSection
      title={t('title')}
      hint={t('hint')}
      buttons={
        sessions && sessions.length > 1 ? (
          <Button onClick={() => setEnding('others')}>{t('endOthers')}</Button>
        ) : null
      }
    >
      <SettingsTable
        label={t('title')}
        columns={[
          {
            key: 'device',
            label: t('where'),
            show: session => (
              <span className="flex flex-wrap items-center gap-2">
                {nameDevice(session)}
                {session.isCurrent ? <Badge tone="success">{t('current')}</Badge> : null}
              </span>
            ),
          },
          {
            key: 'method',
            label: t('how'),
            isWideOnly: true,
            show: ({ method, hasTwoFactors }) =>
              method === 'password' && hasTwoFactors ? t('twoFactors') : t(`methods.${method}`),
          },
          { key: 'address', label: t('address'), isWideOnly: true, show: each => each.address },
          {
            key: 'seen',
            label: t('lastSeen'),
            show: ({ lastSeenAt }) => formatDate(lastSeenAt, style),
          },
        ]}
        rows={sessions}
        getKey={({ id }) => id}
        empty={{ title: t('none') }}
        error={error}
        onRetry={() => void refetch()}
        buttons={{
          label: t('actions'),
          show: session =>
            session.isCurrent ? null : (
              <Button look="ghost" onClick={() => setEnding(session)}>
                {t('end')}
              </Button>
            ),
        }}
      />
      {ending === undefined ? null : (
        <ConfirmDialog
          title={
            ending === 'others' ? t('endOthers') : t('endTitle', { device: nameDevice(ending) })
          }
          hint={ending === 'others' ? t('endOthersHint') : t('endHint')}
          confirmLabel={ending === 'others' ? t('endOthers') : t('end')}
          onConfirm={() => end(ending === 'others' ? path : `${path}/${ending.id}`)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </SettingsSection>
  )
}
