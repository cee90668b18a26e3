import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../data/place-context.js'
import { useCharts, useDashboards } from '../../data/use-dashboards.js'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { useAddress } from '../../shell/use-address.js'
import { Empty } from '../../ui/empty.js'
import { CodeCharts } from './code-charts.js'
import { DashboardHeader } from './dashboard-header.js'
import { DashboardView } from './dashboard-view.js'

/** The dashboard that the address names, or the first one. */
export default function DashboardScreen() {
  const t = useTranslations('dashboards')
  const { screen } = useAddress()
  const schema = useSchema()
  const dashboards = useDashboards()
  const charts = useCharts()
  const failed = [schema, dashboards, charts].find(({ error, data }) => error && !data)
  if (failed) return <ErrorView error={failed.error} onRetry={() => void failed.refetch()} />
  if (!schema.data || !dashboards.data || !charts.data) return null
  const id = screen.kind === 'dashboards' ? screen.id : undefined
  const all = dashboards.data
  const current = id === undefined ? all[0] : all.find(each => String(each.id) === id)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DashboardHeader title={current?.name ?? t('title')} dashboards={all} current={current} />
      {current ? (
        <DashboardView
          key={current.id}
          dashboard={current}
          charts={charts.data}
          collections={schema.data.collections}
        />
      ) : all.length > 0 ? (
        <Empty icon={icon} title={t('view.unknown')} hint={t('view.unknownHint')} />
      ) : (
        <NoDashboards codeCharts={schema.data.charts} />
      )}
    </div>
  )
}

const icon = <ChartNoAxesColumn size={18} aria-hidden="true" />

function NoDashboards({ codeCharts }: { readonly codeCharts: readonly string[] }) {
  const t = useTranslations('dashboards')
  const { permissionLevel } = usePlace().place.project
  const isMember = permissionLevel === 'user' || permissionLevel === 'manager'
  if (codeCharts.length > 0) return <CodeCharts names={codeCharts} />
  return (
    <Empty
      icon={icon}
      title={t('view.none')}
      hint={isMember ? t('view.noneHintMember') : t('view.noneHint')}
    />
  )
}
