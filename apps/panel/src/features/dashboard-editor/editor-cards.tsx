import {
  type Chart,
  type DashboardCard,
  dashboardCardHeights,
  dashboardCardWidths,
} from '@service/protocol'
import { clsx } from 'clsx'
import {
  ArrowLeft,
  ArrowRight,
  ChartNoAxesColumn,
  Ellipsis,
  GripVertical,
  Pencil,
  X,
} from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartVariables } from '../../core/charts/chart-variables.js'
import { moveCard, nameCards } from '../../core/charts/dashboard-draft.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { IconButton } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { dragCards } from './drag-cards.js'
import { PreviewCard } from './preview-card.js'

interface EditorCardsProps {
  readonly cards: readonly DashboardCard[]
  readonly charts: readonly Chart[]
  readonly collections: Collections
  readonly variables: ChartVariables
  readonly onChange: (cards: readonly DashboardCard[]) => void
  readonly onEditChart: (chart: Chart) => void
}

/** Twelfths of the width where there is room. */
const spans: Readonly<Record<DashboardCard['width'], string>> = {
  3: '@lg:col-span-6 @4xl:col-span-3',
  4: '@lg:col-span-6 @4xl:col-span-4',
  6: '@3xl:col-span-6',
  8: '@4xl:col-span-8',
  12: '',
}

/** The cards as they will be, each with a handle and a menu. */
export function EditorCards(props: EditorCardsProps) {
  const { cards, onChange } = props
  const t = useTranslations('dashboards.editor')
  const grid = useRef<HTMLUListElement>(null)
  const move = useEffectEvent((from: number, to: number) => onChange(moveCard(cards, from, to)))
  const count = cards.length
  useEffect(() => {
    // Cards that come or go are draggable, too.
    if (count > 0 && grid.current) return dragCards(grid.current, (from, to) => move(from, to))
    return undefined
  }, [count])
  if (count === 0) {
    return (
      <Empty
        icon={<ChartNoAxesColumn size={18} aria-hidden="true" />}
        title={t('noCards')}
        hint={t('noCardsHint')}
      />
    )
  }
  return (
    <div className="@container">
      <ul
        ref={grid}
        aria-label={t('cards')}
        className="grid grid-flow-row-dense grid-cols-12 gap-3"
      >
        {nameCards(cards).map(({ key, card }, index) => (
          <EditorCard key={key} {...props} card={card} index={index} />
        ))}
      </ul>
    </div>
  )
}

const ItemMenu = loadOnDemand('menu', () => import('./item-menu.js'))

interface EditorCardProps extends EditorCardsProps {
  readonly card: DashboardCard
  readonly index: number
}

function EditorCard(props: EditorCardProps) {
  const { card, index, charts, collections, variables } = props
  const t = useTranslations('dashboards.editor')
  const chart = charts.find(({ id }) => id === card.chartId)
  const name = chart?.name ?? t('chartGone')
  return (
    <li
      data-card={index}
      className={clsx(
        'col-span-12 flex min-w-0 flex-col rounded-card border border-line-strong border-dashed data-drop-target:border-accent data-drop-target:ring-1 data-drop-target:ring-accent',
        spans[card.width],
        card.height === 2 && 'row-span-2',
      )}
    >
      <div className="flex h-9 items-center gap-1 pr-1 pl-2 pointer-coarse:h-11">
        <span
          data-handle=""
          data-tooltip={t('drag')}
          aria-hidden="true"
          className="flex h-full cursor-grab items-center text-faint hover:text-text"
        >
          <GripVertical size={14} />
        </span>
        <span className="min-w-0 flex-1 truncate text-small text-muted">
          {t(`widths.w${card.width}`)}
          {card.height === 2 ? ` · ${t('heights.h2')}` : null}
        </span>
        <CardMenu {...props} name={name} chart={chart} />
      </div>
      <div className="min-h-0 flex-1 px-1 pb-1">
        {chart ? (
          <PreviewCard
            chart={chart}
            charts={charts}
            collections={collections}
            variables={variables}
            height={card.height === 2 ? 404 : 168}
          />
        ) : (
          <p className="p-3 text-muted">{name}</p>
        )}
      </div>
    </li>
  )
}

interface CardMenuProps extends EditorCardProps {
  readonly name: string
  readonly chart: Chart | undefined
}

function CardMenu({ card, index, cards, name, chart, onChange, onEditChart }: CardMenuProps) {
  const t = useTranslations('dashboards.editor')
  const replace = (change: Partial<DashboardCard>) =>
    onChange(cards.with(index, { ...card, ...change }))
  return (
    <ItemMenu
      trigger={
        <IconButton label={t('cardMenu', { name })}>
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      }
      choices={[
        {
          label: t('width'),
          value: String(card.width),
          options: dashboardCardWidths.map(width => ({
            value: String(width),
            label: t(`widths.w${width}`),
          })),
          onChange: value => replace({ width: Number(value) as DashboardCard['width'] }),
        },
        {
          label: t('height'),
          value: String(card.height),
          options: dashboardCardHeights.map(height => ({
            value: String(height),
            label: t(`heights.h${height}`),
          })),
          onChange: value => replace({ height: Number(value) as DashboardCard['height'] }),
        },
      ]}
      items={[
        {
          label: t('moveLeft'),
          icon: <ArrowLeft size={14} />,
          isDisabled: index === 0,
          onSelect: () => onChange(moveCard(cards, index, index - 1)),
        },
        {
          label: t('moveRight'),
          icon: <ArrowRight size={14} />,
          isDisabled: index === cards.length - 1,
          onSelect: () => onChange(moveCard(cards, index, index + 1)),
        },
        {
          label: t('editChart'),
          icon: <Pencil size={14} />,
          isDisabled: chart === undefined,
          onSelect: () => chart && onEditChart(chart),
        },
        {
          label: t('removeCard'),
          icon: <X size={14} />,
          isDanger: true,
          onSelect: () => onChange(cards.toSpliced(index, 1)),
        },
      ]}
    />
  )
}
