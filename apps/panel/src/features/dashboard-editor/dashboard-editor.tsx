import type { Chart, Dashboard, DashboardCard, DashboardContent } from '@service/protocol'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { buildDashboardVariables } from '../../core/charts/chart-variables.js'
import { readContent } from '../../core/charts/dashboard-draft.js'
import { parseDashboardChoice } from '../../core/charts/dashboard-state.js'
import { formatAddress } from '../../core/places/address.js'
import { ApiError } from '../../data/api-error.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import { useDashboardChanges } from '../../data/use-dashboard-changes.js'
import type { PlaceModel } from '../../data/use-schema.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { ChartChooser } from './chart-chooser.js'
import { ChartForm } from './chart-form.js'
import { ConfirmDialog } from './confirm-dialog.js'
import { ConflictDialog } from './conflict-dialog.js'
import { DashboardFilters } from './dashboard-filters.js'
import { EditorCards } from './editor-cards.js'
import { EditorHeader } from './editor-header.js'

interface DashboardEditorProps {
  /** Absent for a new one. */
  readonly dashboard: Dashboard | undefined
  readonly dashboards: readonly Dashboard[]
  readonly charts: readonly Chart[]
  readonly model: PlaceModel
}

/** What is open over the cards. */
type Opened =
  | { readonly kind: 'choose' }
  | { readonly kind: 'chart'; readonly chart?: Chart }
  | { readonly kind: 'discard' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'conflict'; readonly message: string }

const emptyContent: DashboardContent = { name: '', range: 'last_30_days', cards: [] }

/** Changes a dashboard. Nothing is stored before it is saved; charts are stored on their own. */
export function DashboardEditor({ dashboard, dashboards, charts, model }: DashboardEditorProps) {
  const t = useTranslations('dashboards.editor')
  const [saved, setSaved] = useState(dashboard)
  const first = saved ? readContent(saved) : emptyContent
  const [content, setContent] = useState(first)
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const changes = useDashboardChanges()
  const leave = useLeave()
  const describeError = useErrorText()
  const { show } = useToasts()
  const variables = useVariables(content)
  const isDirty = JSON.stringify(content) !== JSON.stringify(first)
  useWarning(isDirty)

  const change = (next: Partial<DashboardContent>) => {
    setProblem(undefined)
    setContent(current => ({ ...current, ...next }))
  }
  const changeCards = (cards: readonly DashboardCard[]) => change({ cards })
  const addCard = ({ id, definition }: Chart) => {
    const isWide = definition.type === 'Line'
    changeCards([...content.cards, { chartId: id, width: isWide ? 8 : 4, height: 1 }])
    setOpened(undefined)
  }

  async function save(current = saved) {
    if (content.name.trim() === '') {
      setProblem(t('nameMissing'))
      return
    }
    setSaving(true)
    setProblem(undefined)
    try {
      const stored = await (current
        ? changes.replaceDashboard(current, content)
        : changes.createDashboard(content))
      show({ text: t('saved', { name: stored.name }), kind: 'success' })
      leave(stored.id)
    } catch (error) {
      setSaving(false)
      const isConflict = error instanceof ApiError && error.code === 'dashboard_changed'
      if (isConflict) setOpened({ kind: 'conflict', message: error.message })
      else setProblem(describeError(error))
    }
  }

  /** What somebody else stored meanwhile. */
  async function fetchCurrent() {
    const all = await changes.reload()
    return all.find(({ id }) => id === saved?.id)
  }

  async function remove() {
    if (!saved) return
    try {
      await changes.removeDashboard(saved)
      show({ text: t('deleted', { name: saved.name }) })
      leave(undefined)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'dashboard_changed'
      if (isConflict) setOpened({ kind: 'conflict', message: error.message })
      else setProblem(describeError(error))
    }
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorHeader
        content={content}
        saved={saved}
        dashboards={dashboards}
        isSaving={isSaving}
        onChange={change}
        onSave={() => void save()}
        onCancel={() => (isDirty ? setOpened({ kind: 'discard' }) : leave(saved?.id))}
        onOrder={ids => void changes.orderDashboards(ids)}
        onRemove={() => setOpened({ kind: 'delete' })}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 max-sm:px-3">
        {problem ? (
          <p role="alert" className="mt-3 rounded-control bg-danger-bg px-3 py-2 text-danger">
            {problem}
          </p>
        ) : null}
        <DashboardFilters
          filters={content.filters ?? []}
          collections={model.collections}
          onChange={filters => change({ filters })}
        />
        <EditorCards
          cards={content.cards}
          charts={charts}
          collections={model.collections}
          variables={variables}
          onChange={changeCards}
          onEditChart={chart => setOpened({ kind: 'chart', chart })}
        />
        <div className="flex flex-wrap gap-2 pt-3">
          <Button
            look={content.cards.length === 0 ? 'primary' : 'secondary'}
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setOpened({ kind: 'chart' })}
          >
            {t('newChart')}
          </Button>
          {charts.length > 0 ? (
            <Button onClick={() => setOpened({ kind: 'choose' })}>{t('addChart')}</Button>
          ) : null}
        </div>
      </div>
      {opened?.kind === 'choose' ? (
        <ChartChooser
          charts={charts}
          onChoose={addCard}
          onRemove={changes.removeChart}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {opened?.kind === 'chart' ? (
        <ChartForm
          chart={opened.chart}
          charts={charts}
          model={model}
          filters={content.filters ?? []}
          variables={variables}
          onSaved={chart => (opened.chart ? setOpened(undefined) : addCard(chart))}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {opened?.kind === 'discard' ? (
        <ConfirmDialog
          title={t('discardTitle')}
          hint={t('discardHint')}
          confirmLabel={t('discard')}
          onConfirm={() => leave(saved?.id)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {opened?.kind === 'delete' ? (
        <ConfirmDialog
          title={t('deleteTitle', { name: saved?.name ?? '' })}
          hint={t('deleteHint')}
          confirmLabel={t('deleteDashboard')}
          onConfirm={() => {
            setOpened(undefined)
            void remove()
          }}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {opened?.kind === 'conflict' ? (
        <ConflictDialog
          message={opened.message}
          onReload={async () => {
            const current = await fetchCurrent()
            if (!current) return leave(undefined)
            setSaved(current)
            setContent(readContent(current))
            setOpened(undefined)
          }}
          onOverwrite={async () => {
            const current = await fetchCurrent()
            setOpened(undefined)
            setSaved(current)
            await save(current)
          }}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </div>
  )
}

/** What the charts of a dashboard get at first. */
function useVariables({ range, filters }: DashboardContent) {
  const { timezone } = usePlace()
  const text = JSON.stringify({ range, filters })
  return useMemo(() => {
    const choice = parseDashboardChoice({}, JSON.parse(text))
    return buildDashboardVariables(choice, new Date().toISOString(), timezone)
  }, [text, timezone])
}

/** Opens a dashboard, or the first one. */
function useLeave() {
  const { names } = usePlace()
  return (id: number | undefined) =>
    history.push(
      formatAddress({
        ...names,
        screen: { kind: 'dashboards', ...(id !== undefined && { id: String(id) }) },
      }),
    )
}

/** The browser asks before it closes a page with changes. */
function useWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
