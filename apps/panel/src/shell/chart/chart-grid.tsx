import type { DashboardCard } from '@service/protocol'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Twelfths of the width where there is room; two in a row, then one, where there is less. */
const spans: Readonly<Record<DashboardCard['width'], string>> = {
  3: '@lg:col-span-6 @4xl:col-span-3',
  4: '@lg:col-span-6 @4xl:col-span-4',
  6: '@3xl:col-span-6',
  8: '@4xl:col-span-8',
  12: '',
}

/** Heights of drawings: two small cards are as high as a large one. */
const heights: Readonly<Record<DashboardCard['height'], number>> = { 1: 192, 2: 452 }

export const readDrawingHeight = (height: DashboardCard['height']) => heights[height]

/** Cards side by side. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-flow-row-dense grid-cols-12 gap-3">{children}</div>
    </div>
  )
}

interface GridCellProps extends Pick<DashboardCard, 'width' | 'height'> {
  readonly children: ReactNode
}

export function GridCell({ width, height, children }: GridCellProps) {
  return (
    <div className={clsx('col-span-12 min-w-0', spans[width], height === 2 && 'row-span-2')}>
      {children}
    </div>
  )
}
