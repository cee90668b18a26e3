import { ChartNoAxesColumn, Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../data/place-context.js'
import { useCharts, useDashboards } from '../../data/use-dashboards.js'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { useAddress } from '../../shell/use-address.js'
import { Empty } from '../../ui/empty.js'
import { DashboardEditor } from './dashboard-editor.js'

/** The editor of the dashboard that the address names, or of a new one. */
export default function DashboardEditorScreen() {
  const t = useTranslations('dashboards')
  const { screen } = useAddress()
  const { permissionLevel } = usePlace().place.project
  const schema = useSchema()
  const dashboards = useDashboards()
  const charts = useCharts()
  const failed = [schema, dashboards, charts].find(({ error, data }) => error && !data)
  if (failed) return <ErrorView error={failed.error} onRetry={() => void failed.refetch()} />
  if (!schema.data || !dashboards.data || !charts.data) return null
  if (permissionLevel === 'user' || permissionLevel === 'manager') {
    return <Empty icon={<Lock size={18} aria-hidden="true" />} title={t('editor.notAllowed')} />
  }
  const id = screen.kind === 'dashboards' ? screen.id : undefined
  const dashboard = dashboards.data.find(each => String(each.id) === id)
  if (!dashboard && id !== 'new') {
    const icon = <ChartNoAxesColumn size={18} aria-hidden="true" />
    return <Empty icon={icon} title={t('view.unknown')} hint={t('view.unknownHint')} />
  }
  return (
    <DashboardEditor
      key={id}
      dashboard={dashboard}
      dashboards={dashboards.data}
      charts={charts.data}
      model={schema.data}
    />
  )
}
