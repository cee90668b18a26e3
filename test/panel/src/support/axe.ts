import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
/** The short form: a page reads it in half the time. */
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Theme = Parameters<Page['emulateMedia']>[0]

const light: Theme = { colorScheme: 'light', contrast: 'no-preference' }
const dark: Theme = { colorScheme: 'dark', contrast: 'no-preference' }

/** Those with more contrast take their colours from the same tokens: one suite looks at them. */
export const contrastThemes: readonly Theme[] = [
  dark,
  { ...light, contrast: 'more' },
  { ...dark, contrast: 'more' },
]

/** The accessibility rules that a page breaks, light and in `others`, one line for each element. */
export async function findAccessibilityProblems(
  page: Page,
  others: readonly Theme[] = [dark],
): Promise<string[]> {
  await page.emulateMedia(light)
  const found = await runAxe(page, { type: 'tag', values: TAGS })
  for (const theme of others) {
    await page.emulateMedia(theme)
    // Another theme changes nothing but colours.
    const problems = await runAxe(page, { type: 'rule', values: ['color-contrast'] })
    found.push(...problems.map(text => `${JSON.stringify(theme)}: ${text}`))
  }
  await page.emulateMedia(light)
  return found
}

async function runAxe(page: Page, runOnly: object): Promise<string[]> {
  // The policy of the page forbids a script element; the debugger may run code all the same.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(source)
  await page.evaluate(waitForTransitions)
  return page.evaluate(async chosen => {
    interface Axe {
      run(options: object): Promise<{
        violations: { id: string; help: string; nodes: { target: string[] }[] }[]
      }>
    }
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ runOnly: chosen, resultTypes: ['violations'] })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
    )
  }, runOnly)
}

/** Colours that are still changing have another contrast. */
async function waitForTransitions(): Promise<void> {
  const running = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(running.map(({ finished }) => finished))
}
