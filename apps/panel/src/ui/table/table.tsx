import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type Key,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Checkbox } from '../checkbox.js'
import { useAfterPaint } from '../use-after-paint.js'
import { assignSlots, noSlots } from './row-slots.js'
import {
  chooseScroll,
  chooseVisibleColumns,
  extendColumnRange,
  sumWidths,
  type TableColumn,
} from './table-column.js'
import { type HeadLabels, TableHead } from './table-head.js'
import { type RowHandlers, type RowMarks, TableRow } from './table-row.js'
import { useColumnDrag } from './use-column-drag.js'
import { useFocusWhenDrawn } from './use-focus-when-drawn.js'

/** Lets whoever owns the keyboard move through the table. */
export interface TableHandle {
  readonly focusRow: (index: number) => void
  readonly focusCell: (index: number, column: string) => void
  /** The element of a cell on the screen. */
  readonly findCell: (index: number, column: string) => HTMLElement | undefined
  /** Gives the focus to the edge of a column, which the arrow keys move. */
  readonly focusGrip: (column: string) => void
}

interface TableProps<Row> extends RowHandlers {
  readonly label: string
  /** How many rows are known, loaded or not. */
  readonly count: number
  /** How many rows there are in all, when that is known. */
  readonly rowCount?: number | undefined
  /** How many rows come before the first one, on other pages. */
  readonly rowsBefore?: number
  /** Undefined when the row is not loaded at the moment. */
  readonly getRow: (index: number) => Row | undefined
  readonly getRowId: (row: Row) => string
  readonly columns: readonly TableColumn<Row>[]
  readonly rowHeight: number
  readonly activeIndex: number
  /** The column of the active cell; undefined when whole rows are active. */
  readonly activeColumn: string | undefined
  readonly isSelected: (row: Row) => boolean
  readonly getMarks: (row: Row) => RowMarks | undefined
  readonly getSelectLabel: (row: Row) => string
  readonly getMenuLabel: (row: Row) => string
  readonly labels: HeadLabels
  readonly selectAll: {
    readonly label: string
    readonly isChecked: boolean
    readonly isPartial: boolean
    readonly onChange: (isChecked: boolean) => void
  }
  /** At the end of the head. */
  readonly headEnd?: ReactNode
  /** A column was dropped in the place of another one. */
  readonly onMoveColumn: (id: string, target: string) => void
  /** Every row is loaded: short tables are drawn whole, so that the browser's own search finds all. */
  readonly isComplete: boolean
  /** Called with the rows on the screen whenever they change. */
  readonly onShow: (rows: { readonly first: number; readonly last: number }) => void
  readonly isBusy: boolean
  /** Whether a row is shown elsewhere too. */
  readonly isMarked: (row: Row) => boolean
  readonly ref?: Ref<TableHandle>
  /** Below the rows: what is still loading, or that there are none. */
  readonly children?: ReactNode
}

const headHeight = 32
const selectWidth = 40
const endWidth = 36
const drawnWhole = 200
/** Rows above and below those on the screen. */
const drawnAround = 8
/** About what is beside and around a table that fills the window. */
const [besideTable, aroundTable] = [232, 160]
/** The size of the table that was on the screen last: the next one has its rows at once, not after it was measured. */
let lastSize = {
  width: window.innerWidth - besideTable,
  height: window.innerHeight - aroundTable,
}

/** A table of any length and width: only what is on the screen is in the document. */
export function Table<Row>(props: TableProps<Row>) {
  const { count, rowHeight, getRow, onShow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLTableRowElement>(null)
  const [range, setRange] = useState(() => ({ from: 0, to: window.innerWidth }))
  const [columns, setResizing] = useResizedColumns(props.columns)
  const isWhole = props.isComplete && count < drawnWhole
  // The rows on the screen come first.
  const isPainted = useAfterPaint(count > 0)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    initialRect: lastSize,
    estimateSize: () => rowHeight,
    getItemKey: index => {
      const row = getRow(index)
      return row === undefined ? index : props.getRowId(row)
    },
    overscan: isPainted ? (isWhole ? drawnWhole : drawnAround) : 0,
    scrollPaddingStart: headHeight,
    paddingStart: headHeight,
  })
  const measured = useRef(rowHeight)
  useEffect(() => {
    if (measured.current === rowHeight) return
    measured.current = rowHeight
    virtualizer.measure()
  }, [virtualizer, rowHeight])
  const visible = useMemo(() => chooseVisibleColumns(columns, range), [columns, range])
  const width = selectWidth + sumWidths(columns) + endWidth
  useColumnDrag(head, visible, props.onMoveColumn)
  const focusWhenDrawn = useFocusWhenDrawn()

  const items = virtualizer.getVirtualItems()
  const slots = useRef(noSlots)
  const drawn = items.flatMap(item => {
    const row = getRow(item.index)
    return row === undefined ? [] : [{ item, row }]
  })
  const keptRow = getRow(props.activeIndex)
  slots.current = assignSlots(
    slots.current,
    drawn.map(({ item }) => item.key),
    keptRow && props.getRowId(keptRow),
  )
  const { byKey } = slots.current
  const getSlot = (key: Key) => byKey.get(key) ?? 0
  // Elements that move in the document are drawn anew: they get their order back when the table rests.
  if (virtualizer.isScrolling) drawn.sort((a, b) => getSlot(a.item.key) - getSlot(b.item.key))
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onShow({ first, last }), [onShow, first, last])

  const findCell = (index: number, column: string) =>
    scroller.current?.querySelector<HTMLElement>(
      `[data-index="${index}"] > [data-column="${CSS.escape(column)}"]`,
    ) ?? undefined

  function scrollToColumn(id: string) {
    const element = scroller.current
    if (!element) return
    const room = { left: element.scrollLeft, width: element.clientWidth - selectWidth - endWidth }
    element.scrollLeft = chooseScroll(columns, id, room)
  }

  useImperativeHandle(props.ref, () => ({
    findCell,
    focusRow(index) {
      virtualizer.scrollToIndex(index, { align: 'auto' })
      focusWhenDrawn(() => scroller.current?.querySelector(`[data-index="${index}"]`))
    },
    focusCell(index, column) {
      virtualizer.scrollToIndex(index, { align: 'auto' })
      scrollToColumn(column)
      focusWhenDrawn(() => {
        const cell = findCell(index, column)
        return cell?.tabIndex === 0 ? cell : undefined
      })
    },
    focusGrip(column) {
      scrollToColumn(column)
      focusWhenDrawn(() =>
        head.current?.querySelector(`[data-column="${CSS.escape(column)}"] .resize-grip`),
      )
    },
  }))

  const changeAll = useRef(props.selectAll.onChange)
  useEffect(() => {
    changeAll.current = props.selectAll.onChange
  })
  const { label, isChecked, isPartial } = props.selectAll
  // Drawn again, a checkbox is changed in the document even when it is the same.
  const selectAll = useMemo(
    () => (
      <Checkbox
        label={label}
        isChecked={isChecked}
        isPartial={isPartial}
        onChange={event => changeAll.current(event.isChecked)}
      />
    ),
    [label, isChecked, isPartial],
  )

  const showColumns = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const view = { left: element.scrollLeft, width: element.clientWidth }
    setRange(current => extendColumnRange(current, view))
  }, [])
  const shownSize = virtualizer.scrollRect
  useEffect(() => {
    if (shownSize) lastSize = shownSize
  }, [shownSize])
  const shownWidth = shownSize?.width
  useLayoutEffect(() => {
    if (shownWidth !== undefined) showColumns()
  }, [shownWidth, showColumns])

  return (
    <div
      ref={scroller}
      className="table-scroller"
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
      onScroll={showColumns}
    >
      <table
        // Cells take the focus one by one while a person moves through them.
        role={props.activeColumn === undefined ? undefined : 'grid'}
        aria-label={props.label}
        aria-rowcount={props.rowCount === undefined ? -1 : props.rowCount + 1}
        aria-colcount={columns.length + 2}
        aria-busy={props.isBusy}
        className="relative block min-w-full"
        style={{ width, height: count > 0 ? virtualizer.getTotalSize() : headHeight }}
      >
        <thead className="contents">
          <TableHead
            ref={head}
            visible={visible}
            pinnedOffset={selectWidth}
            width={width}
            labels={props.labels}
            end={props.headEnd}
            onResizing={setResizing}
            selectAll={selectAll}
          />
        </thead>
        <tbody className="contents">
          {drawn.map(({ item, row }) => {
            const isActive = item.index === props.activeIndex
            return (
              <TableRow
                key={getSlot(item.key)}
                row={row}
                index={item.index}
                rowsBefore={props.rowsBefore ?? 0}
                top={item.start}
                width={width}
                isActive={isActive}
                activeColumn={isActive ? props.activeColumn : undefined}
                isSelected={props.isSelected(row)}
                isMarked={props.isMarked(row)}
                marks={props.getMarks(row)}
                visible={visible}
                pinnedOffset={selectWidth}
                selectLabel={props.getSelectLabel(row)}
                menuLabel={props.getMenuLabel(row)}
                onActivate={props.onActivate}
                onOpen={props.onOpen}
                onEdit={props.onEdit}
                onSelect={props.onSelect}
                onMenu={props.onMenu}
              />
            )
          })}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}

/** The columns, with the width that one of them has while it is being resized. */
function useResizedColumns<Row>(columns: readonly TableColumn<Row>[]) {
  const [resizing, setResizing] = useState<{ readonly id: string; readonly width: number }>()
  const resized = useMemo(
    () =>
      resizing
        ? columns.map(column =>
            column.id === resizing.id ? { ...column, width: resizing.width } : column,
          )
        : columns,
    [columns, resizing],
  )
  const change = useCallback(
    (id: string, width: number | undefined) =>
      setResizing(width === undefined ? undefined : { id, width }),
    [],
  )
  return [resized, change] as const
}
