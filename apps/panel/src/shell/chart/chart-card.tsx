import type { ChartDisplay } from '@service/protocol'
import { ChartColumn, ChartLine, Download, Table } from 'lucide-react'
import { type CSSProperties, type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ChartAnswer, ChartData } from '../../core/charts/chart-data.js'
import type { ChartMark } from '../../core/charts/chart-marks.js'
import { buildChartTable, formatChartCsv } from '../../core/charts/chart-table.js'
import { formatChartNumber, formatShare } from '../../core/charts/chart-units.js'
import { type DrawnMark, drawChart, findMark } from '../../core/charts/draw-chart.js'
import { formatFigure } from '../../core/charts/format-figure.js'
import type { LoadedChart } from '../../data/use-chart.js'
import { Button, IconButton } from '../../ui/button.js'
import { ChartTable } from '../../ui/chart/chart-table.js'
import ChartView from '../../ui/chart/chart-view.js'
import { Skeleton } from '../../ui/skeleton.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import { PartBoundary } from '../part-boundary.js'
import { useErrorText } from '../use-error-text.js'
import { useChartTexts } from './use-chart-texts.js'

interface ChartCardProps {
  readonly title: string
  readonly chart: LoadedChart
  /** Reads what the agent said; undefined when it has another form than expected. */
  readonly read: (answers: readonly ChartAnswer[]) => ChartData | undefined
  readonly display?: ChartDisplay | undefined
  /** Of the drawing, in pixels. */
  readonly height: number
  /** Says why there is no chart. */
  readonly problem?: string | undefined
  /** The address of the records that a mark counts. */
  readonly findLink?: ((data: ChartData, mark: ChartMark) => string | undefined) | undefined
  readonly formatKey?: ((key: unknown) => string) | undefined
}

/** A chart in a frame: it is loaded, fails and is tried again alone. */
export function ChartCard(props: ChartCardProps) {
  const t = useTranslations('dashboards')
  const { title, chart, height, problem, read } = props
  const { answers, error, isBusy } = chart
  const id = useId()
  const data = useMemo(() => answers && read(answers), [answers, read])
  return (
    <article
      aria-labelledby={id}
      aria-busy={isBusy}
      className="group relative flex h-full min-w-0 flex-col rounded-card border border-line bg-surface"
    >
      {isBusy && answers ? <span className="busy-bar top-0 mx-2" /> : null}
      <PartBoundary resetKey={answers}>
        {data && !error && !problem ? (
          <Content {...props} id={id} data={data} />
        ) : (
          <Frame id={id} title={title} height={height}>
            {problem ? (
              <p className="text-muted">{problem}</p>
            ) : error ? (
              <Failure error={error} onRetry={chart.reload} />
            ) : answers ? (
              <p className="text-muted">{t('view.unreadable')}</p>
            ) : (
              <Waiting />
            )}
          </Frame>
        )}
      </PartBoundary>
    </article>
  )
}

interface FrameProps {
  readonly id: string
  readonly title: string
  readonly height: number
  readonly tools?: ReactNode
  readonly children: ReactNode
}

function Frame({ id, title, height, tools, children }: FrameProps) {
  return (
    <>
      <header className="flex h-10 shrink-0 items-center gap-0.5 pr-2 pl-4 pointer-coarse:h-12">
        <h2 id={id} data-tooltip="" className="min-w-0 flex-1 truncate font-medium">
          {title}
        </h2>
        {tools}
      </header>
      <div className="min-w-0 px-4 pb-4">
        <div
          className="@lg:min-h-(--drawing)"
          style={{ '--drawing': `${height}px` } as CSSProperties}
        >
          {children}
        </div>
      </div>
    </>
  )
}

interface ContentProps extends ChartCardProps {
  readonly id: string
  readonly data: ChartData
}

const noDisplay: ChartDisplay = {}

function Content(props: ContentProps) {
  const { id, title, data, display = noDisplay, height, findLink } = props
  const t = useTranslations('dashboards')
  const language = useLocale()
  const texts = useChartTexts()
  const words = useTableWords()
  const [isTable, setTable] = useState(false)
  const [shape, setShape] = useState<'lines' | 'bars'>()
  const nameKey = props.formatKey ?? String
  const formatKey = useCallback(
    (key: unknown) => (key === null || key === '' ? words.none : nameKey(key)),
    [words, nameKey],
  )
  const drawing = useMemo(
    () => drawChart(data, { title, language, formatKey }),
    [data, title, language, formatKey],
  )
  const formats = useMemo(() => {
    const full = (value: number) => formatChartNumber(value, display, language)
    const short = (value: number) => formatChartNumber(value, display, language, true)
    return {
      full,
      short,
      figure: (value: number) => formatFigure(value, display, language),
      percent: (value: number) => formatShare(value, 100, language),
    }
  }, [display, language])
  const table = useMemo(
    () => buildChartTable(data, { display, language, words, formatKey }),
    [data, display, language, words, formatKey],
  )
  const findMarkLink = (mark: ChartMark | undefined) => mark && findLink?.(data, mark)
  const isBars =
    shape === undefined ? drawing.kind === 'lines' && drawing.lines.length === 1 : shape === 'bars'
  const tools = (
    <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
      {drawing.kind === 'lines' && !isTable ? (
        <IconButton
          label={isBars ? t('view.asLines') : t('view.asBars')}
          onClick={() => setShape(isBars ? 'lines' : 'bars')}
        >
          {isBars ? (
            <ChartLine size={14} aria-hidden="true" />
          ) : (
            <ChartColumn size={14} aria-hidden="true" />
          )}
        </IconButton>
      ) : null}
      {table ? (
        <>
          <IconButton
            label={t('view.table')}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            <Table size={14} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('view.csv')}
            onClick={() =>
              saveBlob(new Blob([formatChartCsv(table)], { type: 'text/csv' }), `${title}.csv`)
            }
          >
            <Download size={14} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </span>
  )
  return (
    <Frame id={id} title={title} height={height} tools={tools}>
      {isTable && table ? (
        <ChartTable
          caption={title}
          columns={[
            ...(table.labelColumn === undefined ? [] : [table.labelColumn]),
            ...table.columns,
          ]}
          height={height}
          rows={table.rows.map(({ label, cells }) => [
            ...(table.labelColumn === undefined ? [] : [{ text: label }]),
            ...cells.map(({ text, mark }) => ({ text, isNumber: true, href: findMarkLink(mark) })),
          ])}
        />
      ) : (
        <ChartView
          title={title}
          data={drawing}
          formats={formats}
          texts={texts}
          height={height}
          shape={shape}
          findLink={findLink && ((drawn: DrawnMark) => findMarkLink(findMark(data, drawn)))}
        />
      )}
    </Frame>
  )
}

function useTableWords() {
  const t = useTranslations('dashboards')
  return useMemo(
    () => ({
      group: t('view.group'),
      value: t('view.value'),
      period: t('view.period'),
      previous: t('view.previousValue'),
      objective: t('view.goalValue'),
      none: t('view.noValue'),
    }),
    [t],
  )
}

interface FailureProps {
  readonly error: Error
  readonly onRetry: () => void
}

function Failure({ error, onRetry }: FailureProps) {
  const t = useTranslations('errors')
  const describe = useErrorText()
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <p className="break-words text-danger">{describe(error)}</p>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <Skeleton width="40%" />
      <Skeleton width="75%" />
      <Skeleton width="60%" />
    </div>
  )
}
