import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Kbd } from './kbd.js'

interface Tooltip {
  readonly anchor: HTMLElement
  readonly text: string
  readonly keys: string | undefined
}

const delay = 400
const gap = 6

/**
 * Shows the words of every element with `data-tooltip` when the pointer rests on it or the keyboard
 * reaches it; an empty one shows the element's own text where that is cut off, and
 * `data-tooltip-keys` adds keys. One layer serves the whole page, so that tables of
 * thousands of cells cost nothing. Screen readers get names by `aria-label` instead.
 *
 * @example
 * <button aria-label="Refresh" data-tooltip="Refresh" data-tooltip-keys="R" />
 */
export function TooltipLayer() {
  const [tooltip, setTooltip] = useState<Tooltip>()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownFor: HTMLElement | undefined
    const hide = () => {
      clearTimeout(timer)
      shownFor = undefined
      setTooltip(undefined)
    }
    const show = (anchor: HTMLElement, wait: number) => {
      if (anchor === shownFor) return
      hide()
      shownFor = anchor
      showLater(anchor, wait)
    }
    const showLater = (anchor: HTMLElement, wait: number) => {
      timer = setTimeout(() => {
        if (!isReady(anchor)) return
        const text = readText(anchor)
        if (text !== '') setTooltip({ anchor, text, keys: anchor.dataset.tooltipKeys })
      }, wait)
    }
    const enter = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || !(event.target instanceof Element)) return
      if (box.current?.contains(event.target)) return
      const anchor = findAnchor(event.target)
      if (anchor) show(anchor, delay)
      else hide()
    }
    const focus = ({ target }: FocusEvent) => {
      const anchor = target instanceof Element ? findAnchor(target) : undefined
      if (anchor?.matches(':focus-visible')) show(anchor, 0)
    }
    // The focus may leave another element than the one that the pointer rests on.
    const blur = ({ target }: FocusEvent) => {
      if (target instanceof Element && findAnchor(target) === shownFor) hide()
    }
    // A page that settles scrolls by itself: the pointer may still rest on the same element.
    const scroll = () => {
      const anchor = shownFor
      if (!anchor) return
      clearTimeout(timer)
      setTooltip(undefined)
      showLater(anchor, delay)
    }
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    const quiet = { passive: true, capture: true } as const
    document.addEventListener('pointerover', enter, quiet)
    document.addEventListener('focusin', focus, quiet)
    document.addEventListener('pointerdown', hide, quiet)
    document.addEventListener('focusout', blur, quiet)
    document.addEventListener('scroll', scroll, quiet)
    document.addEventListener('keydown', leave, quiet)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', enter, quiet)
      document.removeEventListener('focusin', focus, quiet)
      document.removeEventListener('pointerdown', hide, quiet)
      document.removeEventListener('focusout', blur, quiet)
      document.removeEventListener('scroll', scroll, quiet)
      document.removeEventListener('keydown', leave, quiet)
    }
  }, [])

  useLayoutEffect(() => {
    if (tooltip && box.current) placeBeside(box.current, tooltip.anchor)
  }, [tooltip])

  if (!tooltip) return null
  return (
    <div
      ref={box}
      aria-hidden="true"
      data-tooltip-layer
      className="fixed top-0 left-0 z-[60] flex max-w-72 items-center gap-2 rounded-control bg-text px-2 py-1 text-small break-words text-bg shadow-float"
    >
      {tooltip.text}
      {tooltip.keys ? <Kbd keys={tooltip.keys} /> : null}
    </div>
  )
}

const longestText = 1_000

function readText(anchor: HTMLElement): string {
  const { tooltip = '' } = anchor.dataset
  const isCut = anchor.scrollWidth > anchor.clientWidth
  return tooltip === '' && isCut ? (anchor.textContent ?? '').slice(0, longestText) : tooltip
}

/** Whether somebody is still there. What an open popup shows is more than its button says. */
function isReady(anchor: HTMLElement): boolean {
  const isThere = anchor.matches(':hover, :focus-visible, :has(:focus-visible)')
  return isThere && !anchor.matches('[data-popup-open], [aria-expanded="true"]')
}

function findAnchor(element: Element): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-tooltip]') ?? undefined
}

/** Below the anchor, above it when there is no room, and inside of the window. */
function placeBeside(box: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const isAbove = at.bottom + gap + height > window.innerHeight
  const top = isAbove ? at.top - gap - height : at.bottom + gap
  const middle = at.left + at.width / 2 - width / 2
  const left = Math.max(gap, Math.min(middle, window.innerWidth - width - gap))
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
