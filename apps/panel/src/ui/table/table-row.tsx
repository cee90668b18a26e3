import { clsx } from 'clsx'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { Checkbox } from '../checkbox.js'
import type { TableColumn, VisibleColumns } from './table-column.js'
import { Spacer } from './table-head.js'

/** What people do with rows. The functions stay the same, so that rows are drawn once. */
export interface RowHandlers {
  readonly onActivate: (index: number) => void
  readonly onOpen: (index: number, event: MouseEvent) => void
  readonly onSelect: (index: number, isRange: boolean) => void
}

interface TableRowProps<Row> extends RowHandlers {
  readonly row: Row
  readonly index: number
  readonly top: number
  readonly width: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly visible: VisibleColumns<Row>
  readonly pinnedOffset: number
  readonly selectLabel: string
}

function TableRowView<Row>(props: TableRowProps<Row>) {
  const { row, index, top, width, isActive, isSelected, visible, pinnedOffset, selectLabel } = props
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      className={clsx('data-row', isSelected && 'is-selected', isActive && 'is-active')}
      style={{ transform: `translateY(${top}px)`, width }}
      onFocus={() => props.onActivate(index)}
      onClick={event => props.onOpen(index, event)}
    >
      <td className="select-cell">
        <Checkbox
          label={selectLabel}
          isChecked={isSelected}
          tabIndex={-1}
          onChange={({ isRange }) => props.onSelect(index, isRange)}
        />
      </td>
      {visible.pinned.map(column => (
        <Cell key={column.id} column={column} row={row} offset={pinnedOffset} />
      ))}
      <Spacer width={visible.before} />
      {visible.scrolling.map(column => (
        <Cell key={column.id} column={column} row={row} />
      ))}
    </tr>
  )
}

/** A generic component stays generic through `memo` only by a cast. */
export const TableRow = memo(TableRowView) as typeof TableRowView

function Cell<Row>({
  column,
  row,
  offset,
}: {
  readonly column: TableColumn<Row>
  readonly row: Row
  readonly offset?: number
}): ReactNode {
  const Element = column.isPinned ? 'th' : 'td'
  return (
    <Element
      scope={column.isPinned ? 'row' : undefined}
      className={clsx(
        'row-cell',
        column.isEndAligned && 'justify-end',
        column.isPinned && 'pinned-cell',
      )}
      style={{ width: column.width, left: offset }}
    >
      {column.render(row)}
    </Element>
  )
}
