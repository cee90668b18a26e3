import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { formatDate } from '../../../core/text/format-date.js'
import { formatSize } from '../../../core/text/format-number.js'
import { usePlace } from '../../../data/place-context.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { Badge } from '../../../ui/badge.js'
import { CopyButton } from '../../../widgets/copy-button.js'
import { SettingsTable } from '../parts/settings-table.js'

interface Archive {
  readonly id: number
  readonly fileName: string
  readonly sha256: string
  /** Null when the archive directory does not have the file. */
  readonly sizeBytes: number | null
  readonly rowCount: number
  readonly firstAt: string
  readonly lastAt: string
}

interface ArchiveListProps {
  readonly path: string
  readonly label: string
}

/** The archives of a log: what is in them, and whether their files are still there. */
export function ArchiveList({ path, label }: ArchiveListProps) {
  const t = useTranslations('retention')
  const language = useLocale()
  const format = useFormatter()
  const { timezone } = usePlace()
  const { data, error, refetch } = useServiceData<{
    readonly data: readonly Archive[]
    readonly hasMore: boolean
  }>(`${path}?limit=1000`)
  const formatMoment = (value: string) => formatDate(value, { zone: timezone, language })
  if (data?.data.length === 0) return <p className="text-muted">{t('noArchives')}</p>
  return (
    <>
      <SettingsTable
        label={label}
        columns={[
          {
            key: 'file',
            label: t('file'),
            show: ({ fileName }) => (
              <code className="font-mono text-small wrap-anywhere">{fileName}</code>
            ),
          },
          {
            key: 'state',
            label: t('state'),
            show: ({ sizeBytes }) =>
              sizeBytes === null ? (
                <Badge tone="danger">{t('missing')}</Badge>
              ) : (
                <Badge tone="success">{t('stored')}</Badge>
              ),
          },
          {
            key: 'size',
            label: t('size'),
            isNumber: true,
            show: ({ sizeBytes }) => (sizeBytes === null ? '–' : formatSize(sizeBytes, language)),
          },
          {
            key: 'entries',
            label: t('entries'),
            isNumber: true,
            show: ({ rowCount }) => format.number(rowCount),
          },
          {
            key: 'period',
            label: t('period'),
            isWideOnly: true,
            show: ({ firstAt, lastAt }) => `${formatMoment(firstAt)} – ${formatMoment(lastAt)}`,
          },
          {
            key: 'sha256',
            label: 'SHA-256',
            isWideOnly: true,
            show: ({ sha256 }) => (
              <span className="flex items-center gap-1">
                <code className="font-mono text-small">{sha256.slice(0, 12)}…</code>
                <CopyButton getText={() => sha256} />
              </span>
            ),
          },
        ]}
        rows={data?.data}
        getKey={({ id }) => id}
        empty={{ title: t('noArchives') }}
        error={error}
        onRetry={() => void refetch()}
      />
      {data?.hasMore ? <p className="mt-2 text-muted">{t('firstOnly')}</p> : null}
    </>
  )
}
