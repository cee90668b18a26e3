import { isLongRun } from '@service/test-support'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { bothThemes, contrastThemes, findAccessibilityProblems, light } from './support/axe.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { formatPath } from './support/place.js'
import { provoked, screens } from './support/screens.js'

const wide: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const still: BrowserContextOptions = { reducedMotion: 'reduce' }
const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 } }

/** What pages must fit, too: half the width at a zoom of 200 %, and the smallest width that must do. */
const narrow = [
  { width: 640, height: 400 },
  { width: 320, height: 568 },
]

/** The screens that people see most. */
const frequent = [
  'list',
  'record beside the list',
  'filter builder',
  'create form',
  'action',
  'palette',
]
/** The long runs walk through all screens. */
const few = ['record beside the list', 'create form']
const walked = isLongRun ? screens : screens.filter(({ name }) => few.includes(name))

/** Milliseconds for a walk through all screens. */
const MANY = 600_000

/** Opens one screen after the other and collects what `examine` finds there. */
async function examineScreens(
  page: Page,
  examine: (page: Page, name: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1_000
  const found: string[] = []
  for (const { name, path, open, close, isWideOnly } of walked) {
    if (isNarrow && isWideOnly) continue
    await page.goto(formatPath(shop, path))
    await open(page)
    const problems = [...(await findFocusProblems(page)), ...(await examine(page, name))]
    found.push(...problems.map(text => `${name}: ${text}`))
    await close?.(page)
  }
  return found
}

/** Somebody who opens a dialog wants to do something in it: it does not begin at the button that closes it. */
async function findFocusProblems(page: Page): Promise<readonly string[]> {
  if ((await page.getByRole('dialog').count()) === 0) return []
  const isFocused = await page
    .waitForFunction(() => document.activeElement?.closest('[role=dialog]'), { timeout: 10_000 })
    .catch(() => false)
  if (!isFocused) return ['has a dialog without the focus']
  const isAtClose = await page.evaluate(() => document.activeElement?.closest('header') !== null)
  return isAtClose ? ['begins at the button that closes it'] : []
}

describePanel('a screen', () => {
  test('is accessible', { timeout: MANY }, async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager', ...still, ...wide })
    problems.allow(provoked)
    const chooseThemes = (name: string) =>
      isLongRun && frequent.includes(name) ? contrastThemes : bothThemes
    const found = await examineScreens(page, (each, name) =>
      findAccessibilityProblems(each, chooseThemes(name)),
    )
    expect(found).toEqual([])
  })

  longTest('is accessible on a phone and fits', { timeout: MANY }, async ({ openPage }) => {
    const { page, problems } = await openPage({ person: 'manager', ...still, ...phone })
    problems.allow(provoked)
    // The colours are those of the wide window, where the dark ones are examined.
    const found = await examineScreens(page, async each => [
      ...(await findAccessibilityProblems(each, [light])),
      ...(await findOverflows(each)),
    ])
    expect(found).toEqual([])
  })
})

/** The widths at which a page is wider than the window. */
async function findOverflows(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const viewport of narrow) {
    await page.setViewportSize(viewport)
    const overflow = await measureOverflow(page)
    if (overflow > 0) found.push(`${overflow} px too wide at ${viewport.width} px`)
  }
  if (phone.viewport) await page.setViewportSize(phone.viewport)
  return found
}

/** Measures after the page had the time to follow its new size. */
const measureOverflow = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
