import { Plus } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { chooseItemWidget } from '../../core/forms/item-widget.js'
import { hasRepeatedItems } from '../../core/forms/list-items.js'
import { Button } from '../../ui/button.js'
import { useListener } from '../../ui/use-listener.js'
import { ClearValue } from '../clear-value.js'
import type { EditProps } from '../edit-props.js'
import { ItemButtons } from './item-buttons.js'
import { useFocusLater, useItems } from './use-items.js'

/** More items are shown when somebody asks for them. */
const firstShown = 100

/** Widgets in which Enter has no meaning of its own. */
const lines: ReadonlySet<string> = new Set(['text', 'number'])

interface EditListProps extends EditProps {
  /** Edits an item. */
  readonly EditItem: ComponentType<EditProps>
}

/** A list of values, each with the editor of its type. Alt and an arrow key move an item. */
export function EditList({ EditItem, ...props }: EditListProps) {
  const { id, label, value, widget, isDisabled, isInvalid, describedBy } = props
  const t = useTranslations('widgets')
  const { items, keys, ...edit } = useItems(value, change)
  const focusLater = useFocusLater()
  const [isWhole, setWhole] = useState(false)
  const problems = useRef(new Map<number, string>())
  const columnType = Array.isArray(props.columnType) ? props.columnType[0] : 'Json'
  const itemWidget = chooseItemWidget(columnType, widget)
  const { enableReorder, allowDuplicate, allowEmptyValue } = widget.parameters ?? {}
  const canMove = enableReorder !== false && !isDisabled
  const shown = isWhole ? items : items.slice(0, firstShown)
  const box = useRef<HTMLFieldSetElement>(null)
  useListener(box, 'keydown', press)

  function change(next: readonly unknown[]): void {
    props.onChange(next)
    const isRepeated = allowDuplicate === false && hasRepeatedItems(next)
    const isEmpty = allowEmptyValue === false && next.includes('')
    report(isRepeated ? t('problems.repeated') : isEmpty ? t('problems.emptyItem') : undefined)
  }

  function report(problem?: string): void {
    props.onProblem([...problems.current.values()][0] ?? problem)
  }

  function add(index: number): void {
    edit.insert(index, columnType === 'String' ? '' : null)
    setWhole(isWhole || index >= firstShown)
    // The key that the new item gets: those in use are less.
    focusLater(`${id}-${Math.max(-1, ...keys) + 1}`)
  }

  function remove(index: number): void {
    problems.current.delete(keys[index]!)
    edit.remove(index)
    const neighbour = keys[index + 1] ?? keys[index - 1]
    focusLater(neighbour === undefined ? `${id}-add` : `${id}-${neighbour}`)
  }

  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length) return
    edit.move(from, to)
    focusLater(`${id}-${keys[from]}`)
  }

  function press(event: KeyboardEvent): void {
    const line = event.target instanceof Element ? event.target.closest('li') : null
    const index = Number(line?.dataset.index ?? -1)
    if (index < 0) return
    if (event.altKey && canMove && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
    }
    const isLine = event.target instanceof HTMLInputElement && lines.has(itemWidget.name)
    if (event.key === 'Enter' && isLine && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      add(index + 1)
    }
  }

  return (
    <fieldset
      ref={box}
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={isDisabled}
      className="group/control flex min-w-0 flex-col gap-1.5"
    >
      {shown.length > 0 ? (
        <ol className="flex flex-col gap-1.5">
          {shown.map((item, index) => {
            const key = keys[index]!
            const name = t('item', { name: label, position: index + 1 })
            return (
              <li key={key} data-index={index} className="flex min-w-0 items-center gap-2">
                <div className="min-w-0 flex-1">
                  <EditItem
                    {...props}
                    id={`${id}-${key}`}
                    label={name}
                    columnType={columnType}
                    widget={itemWidget}
                    value={item}
                    isRequired
                    isInvalid={isInvalid && problems.current.has(key)}
                    hasFocus={false}
                    onChange={next => edit.set(index, next)}
                    onProblem={problem => {
                      if (problem === undefined) problems.current.delete(key)
                      else problems.current.set(key, problem)
                      report()
                    }}
                  />
                </div>
                {isDisabled ? null : (
                  <ItemButtons
                    name={name}
                    canMove={canMove && items.length > 1}
                    onMoveUp={canMove && index > 0 ? () => move(index, index - 1) : undefined}
                    onMoveDown={
                      canMove && index < items.length - 1 ? () => move(index, index + 1) : undefined
                    }
                    onRemove={() => remove(index)}
                  />
                )}
              </li>
            )
          })}
        </ol>
      ) : null}
      <div className="flex items-center gap-2">
        {shown.length < items.length ? (
          <Button onClick={() => setWhole(true)}>
            {t('showItems', { count: items.length - shown.length })}
          </Button>
        ) : null}
        {isDisabled ? null : (
          <Button
            id={`${id}-add`}
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => add(items.length)}
          >
            {t('add')}
          </Button>
        )}
        <span className="flex-1 text-small text-muted">
          {value === null || value === undefined
            ? t('nothing')
            : t('itemCount', { count: items.length })}
        </span>
        <ClearValue {...props} />
      </div>
    </fieldset>
  )
}
