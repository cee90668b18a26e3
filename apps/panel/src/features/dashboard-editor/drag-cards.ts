import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** Makes cards draggable by their handles onto each other; returns how to end that. */
export function dragCards(
  grid: HTMLElement,
  onMove: (from: number, to: number) => void,
): () => void {
  const cards = [...grid.querySelectorAll<HTMLElement>(':scope > [data-card]')]
  return combine(...cards.map(card => combine(dragFrom(card), dropOnto(card, onMove))))
}

function dragFrom(element: HTMLElement): () => void {
  const dragHandle = element.querySelector<HTMLElement>('[data-handle]') ?? element
  return draggable({
    element,
    dragHandle,
    getInitialData: () => ({ card: Number(element.dataset.card) }),
  })
}

function dropOnto(element: HTMLElement, onMove: (from: number, to: number) => void): () => void {
  // A card that was moved has another number than before.
  const readNumber = () => Number(element.dataset.card)
  const mark = (isTarget: boolean) => element.toggleAttribute('data-drop-target', isTarget)
  return dropTargetForElements({
    element,
    canDrop: ({ source }) =>
      typeof source.data.card === 'number' && source.data.card !== readNumber(),
    onDragEnter: () => mark(true),
    onDragLeave: () => mark(false),
    onDrop({ source }) {
      mark(false)
      onMove(Number(source.data.card), readNumber())
    },
  })
}
