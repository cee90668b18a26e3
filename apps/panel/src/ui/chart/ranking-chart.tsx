import type { ReactNode } from 'react'
import { ScrollRegion } from '../scroll-region.js'
import type { ChartLook, ChartPart } from './chart-data.js'
import { numberItems } from './number-items.js'

interface RankingChartProps extends ChartLook {
  readonly parts: readonly ChartPart[]
}

/** The table has all of them. */
const mostRows = 100

/** Named bars, one below the other. */
export function RankingChart({
  title,
  parts,
  height,
  formats,
  texts,
  findLink,
}: RankingChartProps) {
  const values = parts.map(({ value }) => value)
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = high - low || 1
  // Links are reached by keys, and scroll by themselves.
  const Scroller = findLink ? Plain : ScrollRegion
  const toShare = (value: number) => `${(100 * value) / span}%`
  return (
    <div style={{ height }} className="flex min-w-0">
      <Scroller label={title} className="min-w-0 flex-1 overflow-y-auto">
        <ol className="flex flex-col gap-1 text-small">
          {numberItems(parts.slice(0, mostRows)).map(({ item: { label, value }, at }) => {
            const href = findLink?.({ index: at, line: 0 })
            const content = (
              <>
                <span className="flex gap-2">
                  <span className="w-5 shrink-0 text-right text-muted tabular-nums">{at + 1}</span>
                  <span data-tooltip="" className="min-w-0 flex-1 truncate">
                    {label}
                  </span>
                  <span className="tabular-nums">{formats.full(value)}</span>
                </span>
                <span
                  aria-hidden="true"
                  className="relative ml-7 block h-1.5 rounded-full bg-hover"
                >
                  <span
                    className="chart-0 chart-block absolute inset-y-0 min-w-0.5 rounded-full"
                    style={{
                      left: toShare(Math.min(value, 0) - low),
                      width: toShare(Math.abs(value)),
                    }}
                  />
                </span>
              </>
            )
            const look = 'flex flex-col gap-0.5 rounded-[4px] px-1 py-0.5'
            return (
              <li key={at}>
                {href === undefined ? (
                  <span className={look}>{content}</span>
                ) : (
                  <a
                    href={href}
                    className={`${look} -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11`}
                  >
                    {content}
                    <span className="sr-only">{texts.open}</span>
                  </a>
                )}
              </li>
            )
          })}
        </ol>
      </Scroller>
    </div>
  )
}

interface PlainProps {
  readonly className: string
  readonly children: ReactNode
}

function Plain({ className, children }: PlainProps) {
  return <div className={className}>{children}</div>
}
