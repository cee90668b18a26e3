import { clsx } from 'clsx'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWidth } from '../use-width.js'
import type { ChartData, ChartLook } from './chart-data.js'
import { Sparkline } from './sparkline.js'

interface ValueChartProps extends ChartLook {
  readonly data: Extract<ChartData, { kind: 'value' }>
}

/** One number, and what became of the one before. */
export function ValueChart({ data, formats, texts, findLink }: ValueChartProps) {
  const { value, previous, trend } = data
  const [ref, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={ref} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Figure
          text={formats.figure(value)}
          exact={formats.full(value)}
          href={findLink?.({ index: 0, line: 0 })}
          open={texts.open}
        />
        {previous === undefined ? null : (
          <Change value={value} previous={previous} formatPercent={formats.percent} />
        )}
      </div>
      {previous === undefined ? null : (
        <p className="text-small text-muted">{texts.formatPrevious(formats.full(previous))}</p>
      )}
      {trend && width > 0 ? <Sparkline values={trend} width={width} height={40} /> : null}
    </div>
  )
}

interface FigureProps {
  readonly text: string
  readonly exact: string
  readonly href: string | undefined
  readonly open: string
}

function Figure({ text, exact, href, open }: FigureProps) {
  const look = 'min-w-0 truncate text-figure font-semibold tabular-nums'
  const tooltip = text === exact ? undefined : exact
  if (href === undefined) {
    return (
      <span data-tooltip={tooltip} className={look}>
        <span aria-hidden={tooltip !== undefined}>{text}</span>
        {tooltip === undefined ? null : <span className="sr-only">{exact}</span>}
      </span>
    )
  }
  return (
    <a href={href} data-tooltip={tooltip} className={clsx(look, 'rounded-[4px] hover:text-accent')}>
      {text}
      <span className="sr-only">
        {tooltip ?? ''} {open}
      </span>
    </a>
  )
}

interface ChangeProps {
  readonly value: number
  readonly previous: number
  readonly formatPercent: (value: number) => string
}

/** More is not always better: the arrow says what happened, in no colour. */
function Change({ value, previous, formatPercent }: ChangeProps) {
  if (previous === 0) return null
  const share = (100 * (value - previous)) / Math.abs(previous)
  const Arrow = share > 0 ? ArrowUp : share < 0 ? ArrowDown : ArrowRight
  return (
    <span className="inline-flex items-center gap-1 font-medium tabular-nums">
      <Arrow size={14} aria-hidden="true" className="text-muted" />
      {share > 0 ? '+' : ''}
      {formatPercent(share)}
    </span>
  )
}

interface ShareChartProps extends ChartLook {
  readonly value: number
}

/** A percentage, and a bar as long as it. */
export function PercentageChart({ value, formats, texts, findLink }: ShareChartProps) {
  const text = formats.percent(value)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Figure text={text} exact={text} href={findLink?.({ index: 0, line: 0 })} open={texts.open} />
      <Progress value={value} most={Math.max(100, value)} />
    </div>
  )
}

interface ObjectiveChartProps extends ChartLook {
  readonly value: number
  readonly objective: number
}

/** How far a number is on its way to another one; a mark in the bar is the goal. */
export function ObjectiveChart(props: ObjectiveChartProps) {
  const { value, objective, formats, texts, findLink } = props
  const share = objective === 0 ? undefined : (100 * value) / objective
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Figure
          text={formats.figure(value)}
          exact={formats.full(value)}
          href={findLink?.({ index: 0, line: 0 })}
          open={texts.open}
        />
        {share === undefined ? null : (
          <span className="font-medium tabular-nums">{formats.percent(share)}</span>
        )}
      </div>
      <Progress value={value} most={Math.max(value, objective)} goal={objective} />
      <p className="text-small text-muted">{texts.formatGoal(formats.full(objective))}</p>
    </div>
  )
}

interface ProgressProps {
  readonly value: number
  readonly most: number
  readonly goal?: number
}

/** Both numbers are beside it in words. */
function Progress({ value, most, goal }: ProgressProps): ReactNode {
  const toShare = (part: number) => `${most > 0 ? Math.max(0, (100 * part) / most) : 0}%`
  return (
    <span aria-hidden="true" className="relative block h-2.5">
      <span className="block h-full overflow-hidden rounded-full bg-hover">
        <span
          className="chart-0 chart-block block h-full rounded-full"
          style={{ width: toShare(value) }}
        />
      </span>
      {goal === undefined || goal >= most ? null : (
        <span
          className="absolute -inset-y-1 w-0.5 rounded-full bg-text ring-1 ring-surface"
          style={{ left: toShare(goal) }}
        />
      )}
    </span>
  )
}
