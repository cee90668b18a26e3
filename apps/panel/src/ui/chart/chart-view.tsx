interface ChartViewProps {
  readonly kind: string
  readonly value: unknown
}

/** Draws the answer of a chart. */
export default function ChartView({ kind }: ChartViewProps) {
  return <figure data-kind={kind} />
}
