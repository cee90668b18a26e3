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
import { EditorLink } from './editor-link.js'

/** The dashboard that the address names, or the first one. */
export default function DashboardScreen() {
  const t = useTranslations('dashboards')
  const { screen } = useAddress()
  const { place } = usePlace()
  const schema = useSchema()
  const dashboards = useDashboards()
  const charts = useCharts()
  const failed = [schema, dashboards, charts].find(({ error, data }) => error && !data)
  if (failed) return <ErrorView error={failed.error} onRetry={() => void failed.refetch()} />
  if (!schema.data || !dashboards.data || !charts.data) return null
  const id = screen.kind === 'dashboards' ? screen.id : undefined
  const all = dashboards.data
  const mayEdit = editorLevels.has(place.project.permissionLevel)
  const current = id === undefined ? all[0] : all.find(each => String(each.id) === id)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DashboardHeader title={current?.name ?? t('title')} dashboards={all} current={current}>
        {mayEdit && current ? <EditorLink id={String(current.id)} label={t('view.edit')} /> : null}
        {mayEdit && all.length > 0 ? <EditorLink id="new" label={t('view.create')} /> : null}
      </DashboardHeader>
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
        <NoDashboards codeCharts={schema.data.charts} mayEdit={mayEdit} />
      )}
    </div>
  )
}

const icon = <ChartNoAxesColumn size={18} aria-hidden="true" />
const editorLevels: ReadonlySet<string> = new Set(['editor', 'developer', 'admin'])

interface NoDashboardsProps {
  readonly codeCharts: readonly string[]
  readonly mayEdit: boolean
}

/** Charts in code are there without a dashboard. */
function NoDashboards({ codeCharts, mayEdit }: NoDashboardsProps) {
  const t = useTranslations('dashboards')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 max-sm:px-3">
      <Empty
        icon={icon}
        title={t('view.none')}
        hint={mayEdit ? t('view.noneHint') : t('view.noneHintMember')}
      >
        {mayEdit ? <EditorLink id="new" label={t('view.create')} /> : null}
      </Empty>
      {codeCharts.length > 0 ? <CodeCharts names={codeCharts} /> : null}
    </div>
  )
}
