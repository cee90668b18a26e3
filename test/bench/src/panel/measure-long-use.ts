import type { OpenTab } from './browser.js'
import { findP95 } from './measure-keys.js'

const SCROLLED_ROWS = 10_000
const ROW_HEIGHT = 36

/** The time between two frames while ten thousand rows go by, at the speed of a hand on a wheel. */
export async function measureScroll({ page }: OpenTab): Promise<number> {
  const times = await page.evaluate(async end => {
    const scroller = document.querySelector('.table-scroller') as HTMLElement
    const nextFrame = () => new Promise<number>(done => requestAnimationFrame(done))
    const times: number[] = []
    let last = await nextFrame()
    while (scroller.scrollTop < end && times.length < 6_000) {
      scroller.scrollTop += 240
      const now = await nextFrame()
      times.push(now - last)
      last = now
    }
    return times
  }, SCROLLED_ROWS * ROW_HEIGHT)
  return findP95(times)
}

/** Opens lists, rows and records again and again: what the page needs then, and what it keeps more than before. */
export async function measureMemory(
  tab: OpenTab,
  ordersUrl: string,
  rounds: number,
): Promise<{ heapMb: number; heapGrowthMb: number }> {
  const { page } = tab
  await page.goto(ordersUrl)
  let start = 0
  for (let round = 0; round < rounds; round++) {
    if (round === Math.ceil(rounds / 4)) start = await readHeap(tab)
    for (const name of ['Customers', 'Products', 'Orders']) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await page.getByRole('table', { name }).locator('[data-index]').first().waitFor()
      for (const key of ['j', 'j', 'Space', 'j', 'x', 'Escape', 'Escape']) {
        await page.keyboard.press(key)
      }
    }
  }
  const heapMb = await readHeap(tab)
  return { heapMb, heapGrowthMb: heapMb - start }
}

/** In MB, without what could be collected. */
async function readHeap({ session }: OpenTab): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

/** What the heap grows by while a million rows are saved. Undefined when the list has no export. */
export async function measureExport(tab: OpenTab): Promise<number | undefined> {
  const { page } = tab
  const button = page.getByRole('button', { name: 'Export as CSV' })
  if ((await button.count()) === 0) return undefined
  const before = await readHeap(tab)
  const waiting = page.waitForEvent('download', { timeout: 60_000 })
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const download = await waiting
  let highest = before
  const isDone = download.path().then(() => true)
  while (!(await Promise.race([isDone, wait(500)]))) {
    highest = Math.max(highest, await readHeap(tab))
  }
  await download.delete()
  return highest - before
}

const wait = (milliseconds: number) =>
  new Promise<false>(done => setTimeout(() => done(false), milliseconds))
