import type { Page } from 'playwright-core'

/** The rows of the table that changed in the document since the last call, by their index. */
export interface TableChanges {
  take(): Promise<readonly string[]>
}

/** Observes the table of a page: which rows does an action touch? */
export async function watchTable(page: Page): Promise<TableChanges> {
  await page.evaluate(() => {
    const table = document.querySelector('table')
    const state = window as unknown as { touched: string[]; observer: MutationObserver }
    state.touched = []
    const note = (records: MutationRecord[]) => {
      for (const { target, type, attributeName } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const row = element?.closest('[data-index]')?.getAttribute('data-index')
        state.touched.push(row ?? `${element?.tagName} ${attributeName ?? type}`)
      }
    }
    state.observer = new MutationObserver(note)
    state.observer.observe(table as Node, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  return {
    take: () =>
      page.evaluate(async () => {
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
        const state = window as unknown as { touched: string[] }
        const touched = [...new Set(state.touched)].sort()
        state.touched = []
        return touched
      }),
  }
}
