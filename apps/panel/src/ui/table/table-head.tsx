import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties, PointerEvent, ReactNode } from 'react'
import type { TableColumn, VisibleColumns } from './table-column.js'

interface TableHeadProps<Row> {
  readonly visible: VisibleColumns<Row>
  readonly selectAll: ReactNode
  readonly style: CSSProperties
  readonly pinnedOffset: number
}

export function TableHead<Row>({ visible, selectAll, style, pinnedOffset }: TableHeadProps<Row>) {
  return (
    <tr aria-rowindex={1} className="head-row" style={style}>
      <th scope="col" className="select-cell bg-sunken">
        {selectAll}
      </th>
      {visible.pinned.map(column => (
        <HeadCell key={column.id} column={column} offset={pinnedOffset} />
      ))}
      <Spacer width={visible.before} />
      {visible.scrolling.map(column => (
        <HeadCell key={column.id} column={column} />
      ))}
      <Spacer width={visible.after} />
    </tr>
  )
}

function HeadCell<Row>({
  column,
  offset,
}: {
  readonly column: TableColumn<Row>
  readonly offset?: number
}) {
  const { label, width, isEndAligned, isPinned, sort, onSort, onResize } = column
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
  const content = (
    <>
      <span className="truncate">{label}</span>
      {sort ? (
        <Arrow size={12} aria-hidden="true" className="shrink-0 text-text" />
      ) : onSort ? (
        <ArrowDown size={12} aria-hidden="true" className="sort-hint shrink-0" />
      ) : null}
    </>
  )
  return (
    <th
      scope="col"
      aria-sort={sort ?? (onSort ? 'none' : undefined)}
      className={clsx('row-cell group', isPinned && 'pinned-cell bg-sunken')}
      style={{ width, left: offset }}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={clsx(
            'flex h-full w-full min-w-0 items-center gap-1 -outline-offset-2 hover:text-text',
            isEndAligned && 'flex-row-reverse',
          )}
        >
          {content}
        </button>
      ) : (
        <span className={clsx('flex w-full min-w-0', isEndAligned && 'justify-end')}>
          {content}
        </span>
      )}
      {onResize ? <ResizeGrip width={width} onResize={onResize} /> : null}
    </th>
  )
}

const minimumWidth = 64
const maximumWidth = 800

function ResizeGrip({
  width,
  onResize,
}: {
  readonly width: number
  readonly onResize: (width: number) => void
}) {
  function begin(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    const grip = event.currentTarget
    const startX = event.clientX
    grip.setPointerCapture(event.pointerId)
    const move = (next: globalThis.PointerEvent) => {
      const wished = Math.round(width + next.clientX - startX)
      onResize(Math.min(maximumWidth, Math.max(minimumWidth, wished)))
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return <span aria-hidden="true" className="resize-grip" onPointerDown={begin} />
}

export function Spacer({ width }: { readonly width: number }) {
  return width > 0 ? <td aria-hidden="true" className="shrink-0" style={{ width }} /> : null
}
