import {
  type Dashboard,
  type DashboardContent,
  type DashboardRange,
  dashboardRangeNames,
} from '@service/protocol'
import { ArrowLeft, ArrowRight, Ellipsis, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { parseRangeText } from '../../core/charts/range-text.js'
import { Button, IconButton } from '../../ui/button.js'
import { Input } from '../../ui/input.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { Select } from '../../ui/select.js'

interface EditorHeaderProps {
  readonly content: DashboardContent
  readonly saved: Dashboard | undefined
  readonly dashboards: readonly Dashboard[]
  readonly isSaving: boolean
  readonly onChange: (change: Partial<DashboardContent>) => void
  readonly onSave: () => void
  readonly onCancel: () => void
  readonly onOrder: (ids: readonly number[]) => void
  readonly onRemove: () => void
}

const ItemMenu = loadOnDemand('menu', () => import('./item-menu.js'))

/** The name and the range of the dashboard, and what is done with it. */
export function EditorHeader(props: EditorHeaderProps) {
  const { content, saved, isSaving, onChange, onSave, onCancel } = props
  const t = useTranslations('dashboards')
  return (
    <header className="shrink-0 border-b border-line">
      <h1 className="sr-only">
        {saved ? t('editor.title', { name: saved.name }) : t('editor.newTitle')}
      </h1>
      <form
        className="flex min-h-12 flex-wrap items-center gap-2 px-4 py-2 max-sm:px-3"
        onSubmit={event => {
          event.preventDefault()
          onSave()
        }}
      >
        <span className="w-64 max-sm:w-full">
          <Input
            label={t('editor.name')}
            placeholder={t('editor.name')}
            value={content.name}
            maxLength={100}
            required
            onChange={event => onChange({ name: event.target.value })}
          />
        </span>
        <Select
          label={t('editor.firstRange')}
          value={typeof content.range === 'object' ? 'days' : (content.range ?? 'all_time')}
          onChange={value => onChange({ range: readRange(value, content.range) })}
        >
          {dashboardRangeNames.map(name => (
            <option key={name} value={name}>
              {t(`view.ranges.${name}`)}
            </option>
          ))}
          {typeof content.range === 'object' ? (
            <option value="days">{`${content.range.from} – ${content.range.to}`}</option>
          ) : null}
        </Select>
        <span className="flex-1" />
        {saved ? <MoreMenu {...props} saved={saved} /> : null}
        <Button onClick={onCancel}>{t('editor.cancel')}</Button>
        <Button look="primary" type="submit" disabled={isSaving}>
          {t('editor.save')}
        </Button>
      </form>
    </header>
  )
}

const readRange = (text: string, current: DashboardRange | undefined): DashboardRange =>
  parseRangeText(text) ?? current ?? 'all_time'

function MoreMenu(props: EditorHeaderProps & { readonly saved: Dashboard }) {
  const { saved, dashboards, onOrder, onRemove } = props
  const t = useTranslations('dashboards.editor')
  const ids = dashboards.map(({ id }) => id)
  const index = ids.indexOf(saved.id)
  const move = (to: number) => onOrder(ids.toSpliced(index, 1).toSpliced(to, 0, saved.id))
  return (
    <ItemMenu
      trigger={
        <IconButton label={t('more')}>
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      }
      items={[
        {
          label: t('tabLeft'),
          icon: <ArrowLeft size={14} />,
          isDisabled: index <= 0,
          onSelect: () => move(index - 1),
        },
        {
          label: t('tabRight'),
          icon: <ArrowRight size={14} />,
          isDisabled: index >= ids.length - 1,
          onSelect: () => move(index + 1),
        },
        {
          label: t('deleteDashboard'),
          icon: <Trash2 size={14} />,
          isDanger: true,
          onSelect: onRemove,
        },
      ]}
    />
  )
}
