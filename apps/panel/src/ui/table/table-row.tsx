import { clsx } from 'clsx'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { Checkbox } from '../checkbox.js'
import { ErrorBoundary } from '../error-boundary.js'
import type { TableColumn, VisibleColumns } from './table-column.js'
import { Spacer } from './table-head.js'

/** Where a menu opens: beside an element or at a point. */
export type MenuAnchor = HTMLElement | { readonly x: number; readonly y: number }

/** What people do with rows. The functions stay the same, so that rows are drawn once. */
export interface RowHandlers {
  readonly onActivate: (index: number) => void
  /** A click, and the column it was in. */
  readonly onOpen: (index: number, event: MouseEvent, column: string | undefined) => void
  /** A double click in a cell. */
  readonly onEdit: (index: number, column: string) => void
  readonly onSelect: (index: number, isRange: boolean) => void
  readonly onMenu: (index: number, anchor: MenuAnchor) => void
}

/** What is said about a row besides its values. */
export interface RowMarks {
  /** Shown after the first value. */
  readonly note?: string | undefined
  /** Why the last change of a cell was refused, by column. */
  readonly problems?: ReadonlyMap<string, string> | undefined
}

interface TableRowProps<Row> extends RowHandlers {
  readonly row: Row
  readonly index: number
  readonly top: number
  readonly width: number
  readonly isActive: boolean
  /** The column of the active cell, when a cell of this row is active. */
  readonly activeColumn: string | undefined
  readonly isSelected: boolean
  /** It is shown elsewhere too. */
  readonly isMarked: boolean
  readonly rowsBefore: number
  readonly marks: RowMarks | undefined
  readonly visible: VisibleColumns<Row>
  readonly pinnedOffset: number
  readonly selectLabel: string
  readonly menuLabel: string
}

/** A row one of whose values cannot be shown is drawn again, with each cell on its own. */
function GuardedRow<Row>(props: TableRowProps<Row>) {
  return (
    <ErrorBoundary
      resetKey={props.row}
      fallback={() => <TableRowView {...props} areCellsGuarded={true} />}
    >
      <TableRowView {...props} areCellsGuarded={false} />
    </ErrorBoundary>
  )
}

function TableRowView<Row>(
  props: TableRowProps<Row> & {
    /** Whether a value that cannot be shown leaves the others as they are. */
    readonly areCellsGuarded: boolean
  },
) {
  const { row, index, isActive, activeColumn, isSelected, isMarked, visible, marks } = props
  const first = visible.pinned[0]?.id
  const cell = (column: TableColumn<Row>, offset?: number) =>
    renderCell({
      column,
      content: props.areCellsGuarded ? column.renderGuarded(row) : column.render(row),
      offset,
      isActive: column.id === activeColumn,
      problem: marks?.problems?.get(column.id),
      note: column.id === first ? marks?.note : undefined,
    })
  return (
    <tr
      aria-rowindex={props.rowsBefore + index + 2}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={isActive && activeColumn === undefined ? 0 : -1}
      aria-current={isMarked || undefined}
      className={clsx('data-row', isSelected && 'is-selected', isMarked && 'is-marked')}
      style={{ transform: `translateY(${props.top}px)`, width: props.width }}
      onFocus={() => props.onActivate(index)}
      onClick={event => props.onOpen(index, event, findColumn(event))}
      onDoubleClick={event => {
        const column = findColumn(event)
        if (column !== undefined) props.onEdit(index, column)
      }}
      onContextMenu={event => {
        if (event.shiftKey) return
        event.preventDefault()
        props.onMenu(index, { x: event.clientX, y: event.clientY })
      }}
    >
      <td className="select-cell">
        <Checkbox
          label={props.selectLabel}
          isChecked={isSelected}
          tabIndex={-1}
          onChange={({ isRange }) => props.onSelect(index, isRange)}
        />
      </td>
      {visible.pinned.map((column, at) =>
        cell(column, props.pinnedOffset + (visible.offsets[at] ?? 0)),
      )}
      <Spacer width={visible.before} />
      {visible.scrolling.map(column => cell(column))}
      <td className="end-cell">
        <button
          type="button"
          tabIndex={isActive ? 0 : -1}
          aria-label={props.menuLabel}
          aria-haspopup="menu"
          className="row-menu"
          onClick={event => {
            event.stopPropagation()
            props.onMenu(index, event.currentTarget)
          }}
        >
          ⋯
        </button>
      </td>
    </tr>
  )
}

/** A generic component stays generic through `memo` only by a cast. */
export const TableRow = memo(GuardedRow) as typeof GuardedRow

function findColumn({ target }: MouseEvent): string | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return cell?.dataset.column
}

interface CellProps<Row> {
  readonly column: TableColumn<Row>
  readonly content: ReactNode
  readonly offset: number | undefined
  readonly isActive: boolean
  readonly problem: string | undefined
  readonly note: string | undefined
}

/** A function, not a component: a table has hundreds of cells. */
function renderCell<Row>({ column, content, offset, isActive, problem, note }: CellProps<Row>) {
  const Element = column.isPinned ? 'th' : 'td'
  return (
    <Element
      key={column.id}
      scope={column.isPinned ? 'row' : undefined}
      data-column={column.id}
      tabIndex={isActive ? 0 : undefined}
      title={problem}
      className={clsx(
        'row-cell',
        column.isEndAligned && 'justify-end',
        column.isPinned && 'pinned-cell',
        problem !== undefined && 'has-problem',
      )}
      style={{ width: column.width, left: offset }}
    >
      {content}
      {problem === undefined ? null : <span className="sr-only">{problem}</span>}
      {note === undefined ? null : <span className="row-note">{note}</span>}
    </Element>
  )
}
