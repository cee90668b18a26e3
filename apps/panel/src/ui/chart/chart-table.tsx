import { ScrollRegion } from '../scroll-region.js'
import { numberItems } from './number-items.js'

interface ChartCell {
  readonly text: string
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean
  readonly href?: string | undefined
}

interface ChartTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly ChartCell[])[]
  readonly height: number
}

/** The numbers of a chart, for eyes and for screen readers. */
export function ChartTable({ caption, columns, rows, height }: ChartTableProps) {
  const isNumber = (at: number) => rows[0]?.[at]?.isNumber === true
  return (
    <div style={{ height }} className="flex min-w-0">
      <ScrollRegion label={caption} className="min-w-0 flex-1 overflow-x-auto">
        <table className="w-full border-collapse text-small">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {numberItems(columns).map(({ item, at }) => (
                <th
                  key={at}
                  scope="col"
                  className={`sticky top-0 bg-surface py-1 pr-3 font-medium text-muted ${isNumber(at) ? 'text-right' : 'text-left'}`}
                >
                  {item}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numberItems(rows).map(({ item: row, at: index }) => (
              <tr key={index} className="border-t border-line">
                {numberItems(row).map(({ item: cell, at }) => (
                  <td
                    key={at}
                    className={`py-1 pr-3 break-words ${cell.isNumber ? 'text-right tabular-nums' : ''}`}
                  >
                    {cell.href === undefined ? (
                      cell.text
                    ) : (
                      <a href={cell.href} className="text-accent hover:underline">
                        {cell.text}
                      </a>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}
