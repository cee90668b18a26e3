import type { Page } from 'playwright-core'

export interface Shifts {
  /** How far things moved since the page was opened. */
  readonly sum: number
  /** What moved, and from where to where. */
  readonly moved: readonly string[]
}

/** Adds up how far things moved that the person did not move. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly {
        readonly node: Node | null
        readonly previousRect: DOMRectReadOnly
        readonly currentRect: DOMRectReadOnly
      }[]
    }
    const state = { sum: 0, moved: [] as string[] }
    Object.assign(window, { shifts: state })
    const describe = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        state.sum += value
        for (const { node, previousRect, currentRect } of sources) {
          const place = `${describe(previousRect)} → ${describe(currentRect)}`
          const text = node?.textContent?.slice(0, 40)
          state.moved.push(`${value.toFixed(4)} ${node?.nodeName} '${text}' ${place}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
}
