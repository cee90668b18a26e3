import { useTranslations } from 'use-intl'
import { formatDate } from '../../../core/text/format-date.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { useDateStyle } from '../../../data/use-date-style.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'

type Kind =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'passkey-refused'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'two-factors-removed'
  | 'password-changed'
  | 'email-changed'
  | 'sessions-ended'

interface SecurityEvent {
  readonly id: number
  readonly kind: Kind
  readonly createdAt: string
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string | null
}

/** What happened to the ways in which the person signs in. */
export function HistorySection() {
  const t = useTranslations('security.history')
  const style = useDateStyle()
  const { data, error, refetch } = useServiceData<{ readonly data: readonly SecurityEvent[] }>(
    '/api/me/security-events',
  )
  return (
    <SettingsSection title={t('title')} hint={t('hint')}>
      <SettingsTable
        label={t('title')}
        columns={[
          {
            key: 'what',
            label: t('what'),
            show: ({ kind, details }) =>
              t(`kinds.${kind}`, {
                name: String(details.name ?? ''),
                by: String(details.by ?? ''),
                count: Number(details.ended ?? 0),
              }),
          },
          {
            key: 'when',
            label: t('when'),
            show: ({ createdAt }) => formatDate(createdAt, style),
          },
          {
            key: 'address',
            label: t('address'),
            isWideOnly: true,
            show: ({ address }) => address ?? '',
          },
        ]}
        rows={data?.data}
        getKey={({ id }) => id}
        empty={{ title: t('none'), hint: t('noneHint') }}
        error={error}
        onRetry={() => void refetch()}
      />
    </SettingsSection>
  )
}
