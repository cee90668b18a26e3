import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** Makes the heads in a row draggable onto each other; returns how to end that. */
export function dragColumns(
  head: HTMLElement,
  onMove: (id: string, target: string) => void,
): () => void {
  const cells = [...head.querySelectorAll<HTMLElement>(':scope > [data-column]')]
  return combine(...cells.map(cell => combine(dragFrom(cell), dropOnto(cell, onMove))))
}

function dragFrom(element: HTMLElement): () => void {
  return draggable({
    element,
    getInitialData: () => ({ column: element.dataset.column }),
    canDrag: ({ input }) =>
      document.elementFromPoint(input.clientX, input.clientY)?.closest('.resize-grip') === null,
  })
}

function dropOnto(element: HTMLElement, onMove: (id: string, target: string) => void): () => void {
  const target = element.dataset.column ?? ''
  const mark = (isTarget: boolean) => element.classList.toggle('is-drop-target', isTarget)
  return dropTargetForElements({
    element,
    canDrop: ({ source }) =>
      typeof source.data.column === 'string' && source.data.column !== target,
    onDragEnter: () => mark(true),
    onDragLeave: () => mark(false),
    onDrop({ source }) {
      mark(false)
      onMove(String(source.data.column), target)
    },
  })
}
