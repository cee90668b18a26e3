import { numberItems } from './number-items.js'

/** What is shown beside a mark; the place is in pixels of the drawing. */
export interface Tip {
  readonly x: number
  readonly y: number
  readonly title: string
  readonly lines: readonly {
    readonly label?: string
    readonly value: string
    readonly hue?: string
  }[]
}

interface ChartTooltipProps {
  readonly tip: Tip | undefined
  /** Of the drawing. */
  readonly width: number
}

/** Screen readers get the same from the name of the mark, or from the table. */
export function ChartTooltip({ tip, width }: ChartTooltipProps) {
  if (!tip) return null
  const isRight = tip.x > width / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 flex max-w-56 flex-col gap-0.5 rounded-control bg-text px-2 py-1 text-small text-bg shadow-float"
      style={{
        top: Math.max(0, tip.y),
        ...(isRight ? { right: width - tip.x + 8 } : { left: tip.x + 8 }),
      }}
    >
      <span className="break-words">{tip.title}</span>
      {numberItems(tip.lines).map(({ item: { label, value, hue }, at }) => (
        <span key={at} className="flex items-center gap-1.5 font-medium tabular-nums">
          {hue ? <span className={`chart-block size-2 rounded-[2px] ${hue}`} /> : null}
          {label ? <span className="min-w-0 flex-1 truncate font-normal">{label}</span> : null}
          {value}
        </span>
      ))}
    </div>
  )
}
