import axe from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The accessibility rules that a page breaks, one line for each element. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // The policy of the page forbids a script element; the debugger may run code all the same.
  await page.evaluate(axe.source)
  return page.evaluate(async tags => {
    interface Axe {
      run(options: object): Promise<{
        violations: { id: string; help: string; nodes: { target: string[] }[] }[]
      }>
    }
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
    )
  }, TAGS)
}
