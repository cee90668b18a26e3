import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
/** The short form: a page reads it in half the time. */
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Theme = Parameters<Page['emulateMedia']>[0]

export const light: Theme = { colorScheme: 'light', contrast: 'no-preference' }
const dark: Theme = { colorScheme: 'dark', contrast: 'no-preference' }

export const bothThemes: readonly Theme[] = [light, dark]

/** Those with more contrast take their colours from the same tokens: one suite looks at them. */
export const contrastThemes: readonly Theme[] = [
  ...bothThemes,
  { ...light, contrast: 'more' },
  { ...dark, contrast: 'more' },
]

/** They measure elements, which takes longer than all other rules together. */
const measuringRules = ['color-contrast', 'target-size']

/** For one page or dialog of each kind, which `npm test` examines in the theme that it has. */
export const everyRun = 'every run'

/**
 * The accessibility rules that a page breaks, one line for each element: all of them in the first of `themes`, and the
 * contrast of colours in the others. Without `themes`, long runs look at both. `npm test` returns nothing then, for the
 * rules take as long as half a page load: it examines the screens of `screens.test.ts`, which names its themes, and,
 * without what takes longest, those that ask for `everyRun`.
 */
export async function findAccessibilityProblems(
  page: Page,
  chosen?: readonly Theme[] | typeof everyRun,
): Promise<string[]> {
  const isChosen = typeof chosen === 'object'
  if (!isChosen && !isLongRun) return chosen === everyRun ? runAxe(page, withoutMeasuring) : []
  const themes = isChosen ? chosen : bothThemes
  const found: string[] = []
  for (const [index, theme] of themes.entries()) {
    await page.emulateMedia(theme)
    // Another theme changes nothing but colours.
    const problems = await runAxe(page, index === 0 ? allRules : contrastRule)
    found.push(...problems.map(text => `${theme?.colorScheme} ${theme?.contrast}: ${text}`))
  }
  if (themes.length > 1) await page.emulateMedia(light)
  return found
}

const allRules = { runOnly: { type: 'tag', values: TAGS } }
const contrastRule = { runOnly: { type: 'rule', values: ['color-contrast'] } }
const withoutMeasuring = {
  ...allRules,
  rules: Object.fromEntries(measuringRules.map(rule => [rule, { enabled: false }])),
}

async function runAxe(page: Page, options: object): Promise<string[]> {
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
    const { violations } = await axe.run({ ...chosen, resultTypes: ['violations'] })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
    )
  }, options)
}

/** Colours that are still changing have another contrast. */
async function waitForTransitions(): Promise<void> {
  const running = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(running.map(({ finished }) => finished))
}
