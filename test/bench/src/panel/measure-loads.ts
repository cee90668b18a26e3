import type { Browser } from 'playwright-core'
import { median } from '../driver/median.js'
import { type Observed, type OpenTab, openTab } from './browser.js'
import type { PanelFigures } from './panel-figures.js'
import type { RunningPanel } from './start-panel.js'

declare const observed: Observed

const LATENCY_MS = 80

type LoadFigures = Pick<
  PanelFigures,
  'coldMs' | 'coldOfLimit' | 'warmMs' | 'roundTrips' | 'switchMs' | 'switchOfLimit'
>

/** From the address to rows, and from one collection to another. */
export async function measureLoads(
  browser: Browser,
  { access, cookie, ordersUrl }: RunningPanel,
  limitUrl: string,
  rounds: number,
): Promise<LoadFigures> {
  const inNewTab = async (measure: (tab: OpenTab) => Promise<number>) => {
    const tab = await openTab(browser, access.serviceUrl, cookie)
    try {
      return await measure(tab)
    } finally {
      await tab.context.close()
    }
  }
  const found: Record<'limit' | 'cold' | 'warm' | 'slow' | 'limitSwitch' | 'switch', number[]> = {
    ...{ limit: [], cold: [], warm: [], slow: [], limitSwitch: [], switch: [] },
  }
  for (let round = 0; round < rounds; round++) {
    await inNewTab(async tab => {
      const loaded = await load(tab, limitUrl)
      found.limit.push(loaded)
      for (const name of ['customers', 'orders'] as const) {
        await tab.page.evaluate(
          wanted =>
            observed.timeInput(() => document.querySelector('tbody')?.dataset.name === wanted),
          name,
        )
        await tab.page.locator(`button[name=${name}]`).click()
        found.limitSwitch.push(await tab.page.evaluate(() => observed.inputTime ?? Number.NaN))
      }
      return loaded
    })
    await inNewTab(async tab => {
      found.cold.push(await load(tab, ordersUrl))
      const warm = await load(tab, ordersUrl)
      found.warm.push(warm)
      for (const [link, label] of [
        ['Customers', 'Customers'],
        ['Orders', 'Orders'],
      ] as const) {
        await tab.page.evaluate(
          wanted =>
            observed.timeInput(
              () =>
                document.querySelector('table')?.getAttribute('aria-label') === wanted &&
                document.querySelector('[data-index]') !== null,
            ),
          label,
        )
        await tab.page.getByRole('link', { name: link, exact: true }).first().click()
        found.switch.push(await tab.page.evaluate(() => observed.inputTime ?? Number.NaN))
      }
      return warm
    })
    found.slow.push(
      await inNewTab(async tab => {
        await tab.session.send('Network.enable')
        await tab.session.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 },
        })
        return load(tab, ordersUrl)
      }),
    )
  }
  const middle = (name: keyof typeof found) => median(found[name]) ?? Number.NaN
  return {
    coldMs: middle('cold'),
    coldOfLimit: middle('cold') / middle('limit'),
    warmMs: middle('warm'),
    roundTrips: (middle('slow') - middle('cold')) / LATENCY_MS,
    switchMs: middle('switch'),
    switchOfLimit: middle('switch') / middle('limitSwitch'),
  }
}

export async function load({ page }: OpenTab, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(() => observed.rowsAt)
}
