import { type ReactNode, useRef, useState } from 'react'
import { moveItem } from '../../core/layout/move-item.js'
import { EditorRow } from './editor-row.js'
import { MoveMenu, type MoveOpening } from './move-menu.js'
import { useSortable } from './sortable.js'

interface OrderedItem {
  readonly key: string
  readonly label: string
  readonly isHidden: boolean
  /** Besides the eye. */
  readonly extra?: ReactNode
}

interface OrderedListProps {
  readonly label: string
  /** Those that are shown come first. */
  readonly items: readonly OrderedItem[]
  readonly onOrder: (keys: readonly string[]) => void
  readonly onToggle: (key: string) => void
  /** Opens the settings of something that is shown. */
  readonly onSettings?: (key: string) => void
}

/** Things that are shown in an order, or hidden. */
export function OrderedList({ label, items, onOrder, onToggle, onSettings }: OrderedListProps) {
  const [moving, setMoving] = useState<MoveOpening>()
  const list = useRef<HTMLUListElement>(null)
  const shown = items.filter(({ isHidden }) => !isHidden).map(({ key }) => key)
  const step = (key: string, by: -1 | 1) =>
    onOrder(moveItem(shown, shown.indexOf(key), shown.indexOf(key) + by))
  useSortable(
    list,
    label,
    ({ key, before }) => {
      const others = shown.filter(each => each !== key)
      const position = before === undefined ? others.length : others.indexOf(before)
      onOrder(others.toSpliced(position, 0, key))
    },
    shown.join('\n'),
  )
  return (
    <>
      <ul ref={list} aria-label={label}>
        {items.map(({ key, label: name, isHidden, extra }) => (
          <EditorRow
            key={key}
            itemKey={key}
            label={name}
            isHidden={isHidden}
            onToggle={() => onToggle(key)}
            onSettings={onSettings && !isHidden ? () => onSettings(key) : undefined}
            onStep={by => step(key, by)}
            onMoveMenu={anchor =>
              setMoving({
                anchor,
                key,
                label: name,
                isFirst: shown[0] === key,
                isLast: shown.at(-1) === key,
                onStep: by => step(key, by),
              })
            }
          >
            {extra}
          </EditorRow>
        ))}
        <li data-end="" className="h-1" />
      </ul>
      {moving ? <MoveMenu opening={moving} onClose={() => setMoving(undefined)} /> : null}
    </>
  )
}
