import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What is dragged, and where it is dropped. */
export interface Drop {
  readonly key: string
  /** The item before which it is dropped; undefined at the end of a group. */
  readonly before: string | undefined
  readonly group: number
}

interface DragOptions {
  /** Only things of one kind are dropped onto each other. */
  readonly kind: string
  /** Absent at the end of a group, which is not dragged itself. */
  readonly key: string | undefined
  readonly onDrop: (drop: Drop) => void
}

/** Makes an element of a list draggable, and a place to drop others; returns how to end that. */
export function dragItem(element: HTMLElement, { kind, key, onDrop }: DragOptions): () => void {
  const mark = (isTarget: boolean) => element.classList.toggle('is-drop-before', isTarget)
  const target = dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data.kind === kind && source.data.key !== key,
    onDragEnter: () => mark(true),
    onDragLeave: () => mark(false),
    onDrop({ source }) {
      mark(false)
      const group = Number(element.dataset.group ?? 0)
      onDrop({ key: String(source.data.key), before: key, group })
    },
  })
  if (key === undefined) return target
  return combine(target, draggable({ element, getInitialData: () => ({ kind, key }) }))
}

/**
 * Lets people drag the items of a list: elements with `data-item`, `data-group` and, at the end of a
 * group, `data-end`. `layout` is whatever the elements depend on.
 */
export function useSortable(
  list: RefObject<HTMLElement | null>,
  kind: string,
  onDrop: (drop: Drop) => void,
  layout: unknown,
): void {
  const report = useEffectEvent(onDrop)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements change with the layout.
  useEffect(() => {
    if (!list.current) return undefined
    const items = [...list.current.querySelectorAll<HTMLElement>('[data-item], [data-end]')]
    return combine(
      ...items.map(element =>
        dragItem(element, { kind, key: element.dataset.item, onDrop: drop => report(drop) }),
      ),
    )
  }, [list, kind, layout])
}
