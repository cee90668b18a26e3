import { clsx } from 'clsx'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorView } from '../../../shell/error-view.js'
import { Empty } from '../../../ui/empty.js'
import { ScrollRegion } from '../../../ui/scroll-region.js'
import { Skeleton } from '../../../ui/skeleton.js'

export interface SettingsColumn<T> {
  readonly key: string
  readonly label: string
  readonly show: (row: T) => ReactNode
  /** Whether its values are numbers, which stand at the right. */
  readonly isNumber?: boolean
  /** Whether phones leave it out. */
  readonly isWideOnly?: boolean
}

interface SettingsTableProps<T> {
  /** What the rows are, for screen readers. */
  readonly label: string
  /** The first column names its row. */
  readonly columns: readonly SettingsColumn<T>[]
  /** Undefined while they are on their way. */
  readonly rows: readonly T[] | undefined
  readonly getKey: (row: T) => string | number
  readonly empty: { readonly title: string; readonly hint?: string; readonly button?: ReactNode }
  readonly error?: unknown
  readonly onRetry?: () => void
  /** What can be done with a row; `label` names the column. */
  readonly buttons?: { readonly label: string; readonly show: (row: T) => ReactNode }
}

/** Rows of settings: tens or hundreds, all of them on the page. */
export function SettingsTable<T>(props: SettingsTableProps<T>) {
  const { label, columns, rows, getKey, empty, error, onRetry, buttons } = props
  if (error && !rows) return <ErrorView error={error} onRetry={onRetry} />
  if (rows?.length === 0) {
    return (
      <div className="rounded-card border border-line">
        <Empty icon={<Inbox size={18} aria-hidden="true" />} title={empty.title} hint={empty.hint}>
          {empty.button}
        </Empty>
      </div>
    )
  }
  return (
    <ScrollRegion label={label} className="overflow-x-auto rounded-card border border-line">
      <table className="w-full border-collapse text-left" aria-busy={rows === undefined}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line bg-sunken">
            {columns.map(column => (
              <th key={column.key} scope="col" className={getCellClass(column, true)}>
                {column.label}
              </th>
            ))}
            {buttons ? (
              <th scope="col" className="px-3 py-1.5">
                <span className="sr-only">{buttons.label}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map(row => (
                <tr
                  key={getKey(row)}
                  className="border-b border-line last:border-b-0 hover:bg-hover"
                >
                  {columns.map((column, index) => {
                    const Cell = index === 0 ? 'th' : 'td'
                    return (
                      <Cell
                        key={column.key}
                        {...(index === 0 && { scope: 'row' })}
                        className={getCellClass(column, false)}
                      >
                        {column.show(row)}
                      </Cell>
                    )
                  })}
                  {buttons ? (
                    <td className="px-3 py-1.5">
                      <div className="flex justify-end gap-1">{buttons.show(row)}</div>
                    </td>
                  ) : null}
                </tr>
              ))
            : placeholders.map(width => (
                <tr key={width} className="border-b border-line last:border-b-0">
                  <td colSpan={columns.length + (buttons ? 1 : 0)} className="h-10 px-3">
                    <Skeleton width={width} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const placeholders = ['40%', '55%', '35%', '50%']

const getCellClass = (column: SettingsColumn<never>, isHead: boolean): string =>
  clsx(
    'px-3',
    isHead ? 'py-1.5 text-small font-medium text-muted' : 'h-10 py-1.5 font-normal',
    column.isNumber && 'text-right tabular-nums',
    column.isWideOnly && 'max-sm:hidden',
  )
