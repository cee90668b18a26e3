import { clsx } from 'clsx'
import { memo, type ReactNode, type Ref, useId } from 'react'
import { plainIcon } from '../plain-icon.js'
import { ResizeGrip } from './resize-grip.js'
import type { TableColumn, VisibleColumns } from './table-column.js'

/** Names of the controls in the head of a column. */
export interface HeadLabels {
  readonly menu: (column: string) => string
  readonly width: (column: string) => string
  /** The column of the buttons at the end of rows. */
  readonly rowMenus: string
}

interface TableHeadProps<Row> {
  readonly ref: Ref<HTMLTableRowElement>
  readonly visible: VisibleColumns<Row>
  readonly selectAll: ReactNode
  readonly end: ReactNode
  readonly labels: HeadLabels
  readonly width: number
  readonly pinnedOffset: number
  /** Called while a column is being resized; without a width when that has ended. */
  readonly onResizing: (id: string, width: number | undefined) => void
}

function TableHeadView<Row>(props: TableHeadProps<Row>) {
  const { visible, selectAll, width, pinnedOffset, labels, onResizing } = props
  return (
    <tr ref={props.ref} aria-rowindex={1} className="head-row" style={{ width }}>
      <th scope="col" className="select-cell bg-sunken">
        {selectAll}
      </th>
      {visible.pinned.map((column, index) => (
        <HeadCell
          key={column.id}
          column={column}
          labels={labels}
          onResizing={onResizing}
          offset={pinnedOffset + (visible.offsets[index] ?? 0)}
        />
      ))}
      <Spacer width={visible.before} />
      {visible.scrolling.map(column => (
        <HeadCell key={column.id} column={column} labels={labels} onResizing={onResizing} />
      ))}
      <Spacer width={visible.after} />
      <th scope="col" className="end-cell bg-sunken">
        {props.end ?? <span className="sr-only">{labels.rowMenus}</span>}
      </th>
    </tr>
  )
}

/** Scrolling and moving through rows leave it as it is; `memo` keeps a component generic only by a cast. */
export const TableHead = memo(TableHeadView) as typeof TableHeadView

interface HeadCellProps<Row> extends Pick<TableHeadProps<Row>, 'labels' | 'onResizing'> {
  readonly column: TableColumn<Row>
  readonly offset?: number
}

const arrows = { ascending: 'm5 12 7-7 7 7M12 19V5', descending: 'M12 5v14m7-7-7 7-7-7' }

function HeadCell<Row>({ column, labels, onResizing, offset }: HeadCellProps<Row>) {
  const { id, label, width, isEndAligned, isPinned, sort, onSort, onResize, onMenu } = column
  const labelId = useId()
  const content = (
    <>
      <span id={labelId} className="truncate">
        {label}
      </span>
      {sort
        ? plainIcon(arrows[sort], 12, 'shrink-0 text-text')
        : onSort && plainIcon(arrows.descending, 12, 'sort-hint shrink-0')}
    </>
  )
  return (
    <th
      scope="col"
      aria-labelledby={labelId}
      aria-sort={sort ?? (onSort ? 'none' : undefined)}
      data-column={id}
      className={clsx('row-cell group', isPinned && 'pinned-cell bg-sunken')}
      style={{ width, left: offset }}
      onContextMenu={event => {
        if (!onMenu) return
        event.preventDefault()
        onMenu(event.currentTarget)
      }}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={clsx(
            'flex h-full min-w-0 flex-1 items-center gap-1 -outline-offset-2 hover:text-text',
            isEndAligned && 'flex-row-reverse',
          )}
        >
          {content}
        </button>
      ) : (
        <span className={clsx('flex min-w-0 flex-1', isEndAligned && 'justify-end')}>
          {content}
        </span>
      )}
      {onMenu ? (
        <button
          type="button"
          aria-label={labels.menu(label)}
          aria-haspopup="menu"
          onClick={event => onMenu(event.currentTarget)}
          className="head-menu"
        >
          {plainIcon('m6 9 6 6 6-6', 12)}
        </button>
      ) : null}
      {onResize ? (
        <ResizeGrip
          label={labels.width(label)}
          width={width}
          onResizing={next => onResizing(id, next)}
          onResize={onResize}
        />
      ) : null}
    </th>
  )
}

export function Spacer({ width }: { readonly width: number }) {
  return width > 0 ? <td aria-hidden="true" className="shrink-0" style={{ width }} /> : null
}
