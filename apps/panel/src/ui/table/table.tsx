import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Checkbox } from '../checkbox.js'
import { chooseVisibleColumns, type TableColumn } from './table-column.js'
import { TableHead } from './table-head.js'
import { type RowHandlers, TableRow } from './table-row.js'

/** Lets whoever owns the keyboard move through the table. */
export interface TableHandle {
  readonly focusRow: (index: number) => void
}

interface TableProps<Row> extends RowHandlers {
  readonly label: string
  /** How many rows are known, loaded or not. */
  readonly count: number
  /** How many rows there are in all, when that is known. */
  readonly rowCount?: number | undefined
  /** Undefined when the row is not loaded at the moment. */
  readonly getRow: (index: number) => Row | undefined
  readonly getRowId: (row: Row) => string
  readonly columns: readonly TableColumn<Row>[]
  readonly rowHeight: number
  readonly activeIndex: number
  readonly isSelected: (row: Row) => boolean
  readonly getSelectLabel: (row: Row) => string
  readonly selectAll: {
    readonly label: string
    readonly isChecked: boolean
    readonly isPartial: boolean
    readonly onChange: (isChecked: boolean) => void
  }
  /** Every row is loaded: short tables are drawn whole, so that the browser's own search finds all. */
  readonly isComplete: boolean
  /** Called with the rows on the screen whenever they change. */
  readonly onShow: (rows: { readonly first: number; readonly last: number }) => void
  readonly isBusy: boolean
  /** The active row is shown elsewhere too, and marked. */
  readonly isActiveMarked: boolean
  readonly ref?: Ref<TableHandle>
  /** Below the rows: what is still loading, or that there are none. */
  readonly children?: ReactNode
}

const headHeight = 32
const selectWidth = 40
const drawnWhole = 200
const columnMargin = 240

/** A table of any length and width: only what is on the screen is in the document. */
export function Table<Row>(props: TableProps<Row>) {
  const { count, columns, rowHeight, getRow, onShow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState({ from: 0, to: 2_000 })
  const isWhole = props.isComplete && count < drawnWhole
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => {
      const row = getRow(index)
      return row === undefined ? index : props.getRowId(row)
    },
    overscan: isWhole ? drawnWhole : 8,
    scrollPaddingStart: headHeight,
    paddingStart: headHeight,
  })
  const visible = useMemo(() => chooseVisibleColumns(columns, viewport), [columns, viewport])
  const width = selectWidth + columns.reduce((sum, column) => sum + column.width, 0)

  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onShow({ first, last }), [onShow, first, last])

  useImperativeHandle(props.ref, () => ({
    focusRow(index) {
      virtualizer.scrollToIndex(index, { align: 'auto' })
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
          ?.focus({ preventScroll: true }),
      )
    },
  }))

  function handleScroll() {
    const element = scroller.current
    if (!element) return
    const from = Math.floor((element.scrollLeft - columnMargin) / columnMargin) * columnMargin
    const to = from + Math.ceil(element.clientWidth / columnMargin + 3) * columnMargin
    if (from !== viewport.from || to !== viewport.to) setViewport({ from, to })
  }

  return (
    <div
      ref={scroller}
      className={clsx('table-scroller', props.isActiveMarked && 'has-peek')}
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
      onScroll={handleScroll}
    >
      <table
        aria-label={props.label}
        aria-rowcount={props.rowCount === undefined ? -1 : props.rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-busy={props.isBusy}
        className="relative block min-w-full"
        style={{ width, height: count > 0 ? virtualizer.getTotalSize() : headHeight }}
      >
        <thead className="contents">
          <TableHead
            visible={visible}
            pinnedOffset={selectWidth}
            style={{ width }}
            selectAll={
              <Checkbox
                label={props.selectAll.label}
                isChecked={props.selectAll.isChecked}
                isPartial={props.selectAll.isPartial}
                onChange={({ isChecked }) => props.selectAll.onChange(isChecked)}
              />
            }
          />
        </thead>
        <tbody className="contents">
          {items.map(item => {
            const row = getRow(item.index)
            if (row === undefined) return null
            return (
              <TableRow
                key={item.key}
                row={row}
                index={item.index}
                top={item.start}
                width={width}
                isActive={item.index === props.activeIndex}
                isSelected={props.isSelected(row)}
                visible={visible}
                pinnedOffset={selectWidth}
                selectLabel={props.getSelectLabel(row)}
                onActivate={props.onActivate}
                onOpen={props.onOpen}
                onSelect={props.onSelect}
              />
            )
          })}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}
