import type { Page } from 'playwright-core'
import type { Observed } from './browser.js'
import type { PanelFigures } from './panel-figures.js'

declare const observed: Observed

type KeyFigures = Pick<PanelFigures, 'moveP95Ms' | 'selectP95Ms' | 'peekP95Ms' | 'paletteP95Ms'>

/** From a key to the picture, in a list that is on the screen. */
export async function measureKeys(page: Page, rounds: number): Promise<KeyFigures> {
  const times: Record<keyof KeyFigures, number[]> = {
    ...{ moveP95Ms: [], selectP95Ms: [], peekP95Ms: [], paletteP95Ms: [] },
  }
  await page.keyboard.press('j')
  // The first press of each loads code, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const press = async (figure: keyof KeyFigures, key: string, run: () => Promise<void>) => {
      await run()
      await page.keyboard.press(key)
      const time = await page.evaluate(() => observed.inputTime ?? Number.NaN)
      if (round > 0) times[figure].push(time)
    }
    await press('moveP95Ms', round % 4 < 2 ? 'j' : 'k', () =>
      page.evaluate(() => {
        const findActive = () => document.querySelector('tr[tabindex="0"]')
        const before = findActive()
        observed.timeInput(() => findActive() !== before)
      }),
    )
    await press('selectP95Ms', 'x', () =>
      page.evaluate(() =>
        observed.timeInput(() => document.querySelector('.is-selected') !== null),
      ),
    )
    await page.keyboard.press('Escape')
    await press('peekP95Ms', 'Space', () =>
      page.evaluate(() => observed.timeInput(() => document.querySelector('aside') !== null)),
    )
    await page.keyboard.press('Escape')
    await page.locator('aside').waitFor({ state: 'detached' })
    await press('paletteP95Ms', 'Control+k', () =>
      page.evaluate(() =>
        observed.timeInput(() => document.querySelector('[role=dialog] input') !== null),
      ),
    )
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  }
  return {
    moveP95Ms: findP95(times.moveP95Ms),
    selectP95Ms: findP95(times.selectP95Ms),
    peekP95Ms: findP95(times.peekP95Ms),
    paletteP95Ms: findP95(times.paletteP95Ms),
  }
}

export function findP95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}
