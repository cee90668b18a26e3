import type { Chart } from '@service/protocol'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readDraft } from '../../core/charts/chart-draft.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { SearchInput } from '../../ui/search-input.js'

interface ChartChooserProps {
  readonly charts: readonly Chart[]
  readonly onChoose: (chart: Chart) => void
  readonly onRemove: (id: number) => Promise<void>
  readonly onClose: () => void
}

/** The charts of the team: one is put on the dashboard, or deleted when no dashboard shows it. */
export function ChartChooser({ charts, onChoose, onRemove, onClose }: ChartChooserProps) {
  const t = useTranslations('dashboards.editor')
  const app = useTranslations('app')
  const describeError = useErrorText()
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<string>()
  const wanted = search.trim().toLowerCase()
  const found = charts.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <Dialog isOpen onClose={onClose} title={t('addChart')} closeLabel={app('close')}>
      <div className="flex px-4 pt-3">
        <SearchInput
          label={t('findChart')}
          clearLabel={t('clear')}
          value={search}
          onChange={event => setSearch(event.target.value)}
          onClear={() => setSearch('')}
        />
      </div>
      {problem ? (
        <p role="alert" className="px-4 pt-2 text-small text-danger">
          {problem}
        </p>
      ) : null}
      <ul className="max-h-[50dvh] overflow-y-auto p-2">
        {found.map(chart => (
          <li key={chart.id} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => onChoose(chart)}
              className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1 truncate">{chart.name}</span>
              <span className="text-small text-muted">{t(`kinds.${readDraft(chart).kind}`)}</span>
            </button>
            <IconButton
              label={t('deleteChart', { name: chart.name })}
              onClick={() => {
                onRemove(chart.id).then(
                  () => setProblem(undefined),
                  error => setProblem(describeError(error)),
                )
              }}
            >
              <Trash2 size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
