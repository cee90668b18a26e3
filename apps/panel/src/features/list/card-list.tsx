import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { ListColumn } from '../../shell/list/table-columns.js'

interface CardListProps {
  readonly label: string
  readonly count: number
  readonly getRow: (index: number) => PanelRecord | undefined
  readonly columns: readonly ListColumn[]
  readonly onOpen: (record: PanelRecord) => void
  readonly onShow: (rows: { readonly first: number; readonly last: number }) => void
  readonly children?: ReactNode
}

const cardHeight = 64

/** Records on a phone: a title and the next column, and two more fields below. */
export default function CardList(props: CardListProps) {
  const { label, count, getRow, columns, onOpen, onShow, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    getItemKey: index => getRow(index)?.id ?? index,
    overscan: 8,
  })
  const [title, mark, ...others] = columns
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onShow({ first, last }), [onShow, first, last])
  return (
    <div ref={scroller} className="table-scroller">
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(item => {
          const record = getRow(item.index)
          if (!record) return null
          return (
            <li
              key={item.key}
              className="absolute inset-x-0 top-0 border-b border-line"
              style={{ transform: `translateY(${item.start}px)`, height: cardHeight }}
            >
              <button
                type="button"
                onClick={() => onOpen(record)}
                className="flex size-full flex-col justify-center gap-1 px-3 text-left -outline-offset-2"
              >
                <span className="flex w-full items-center justify-between gap-2">
                  <span className="min-w-0 truncate font-medium">{title?.renderPlain(record)}</span>
                  <span className="flex shrink-0">{mark?.renderPlain(record)}</span>
                </span>
                <span className="flex w-full items-center justify-between gap-2 text-muted">
                  {others.slice(0, 2).map(column => (
                    <span key={column.id} className="flex min-w-0">
                      {column.renderPlain(record)}
                    </span>
                  ))}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {children}
    </div>
  )
}
