import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import type { BenchOptions } from '../options.js'
import { type Measured, nothingMeasured } from '../report/results.js'
import { buildPanelProgram } from '../servers/folders.js'
import type { TargetSetting } from '../targets/start-targets.js'
import { launchChromium, openTab } from './browser.js'
import { startLimitPage } from './limit-page.js'
import { measureKeys } from './measure-keys.js'
import { load, measureLoads } from './measure-loads.js'
import { measureExport, measureMemory, measureScroll } from './measure-long-use.js'
import type { PanelFigures } from './panel-figures.js'
import { type RunningPanel, startPanel } from './start-panel.js'
import { makeWideTable } from './wide-table.js'

/** A median of fewer jumps with the machine. */
const ROUNDS = 20
/** Three lists each, with rows that are opened: about half an hour of a person who works fast. */
const MEMORY_ROUNDS = 60

/** Measures the panel in Chromium beside a hand-written page. */
export async function runPanel(
  { dataDir }: BenchOptions,
  { logDir, progress }: TargetSetting,
): Promise<Measured> {
  const browser = await launchChromium()
  const unclocked = await launchChromium({ hasFrameClock: false })
  if (!browser || !unclocked)
    return { ...nothingMeasured, leftOut: ['the panel: Chromium was not found.'] }
  try {
    progress('panel: building')
    await promisify(execFile)(process.execPath, [buildPanelProgram])
    const wideFile = join(dataDir, 'panel', 'wide.db')
    makeWideTable(wideFile)
    const panel = await startPanel(wideFile, logDir)
    const limit = await startLimitPage(panel.access)
    try {
      progress('panel: loads')
      const loads = await measureLoads(browser, panel, limit.url, ROUNDS)
      progress('panel: keys')
      const { keys, slow } = await measureBothSpeeds(unclocked, panel)
      progress('panel: memory')
      const tab = await openTab(browser, panel.access.serviceUrl, panel.cookie)
      const memory = await measureMemory(tab, panel.ordersUrl, MEMORY_ROUNDS)
      progress('panel: scroll')
      await load(tab, panel.wideUrl)
      const frameP95Ms = await measureScroll(tab)
      progress('panel: export')
      const exportGrowthMb = await measureExport(tab)
      await tab.context.close()
      const figures: PanelFigures = {
        ...loads,
        ...keys,
        ...memory,
        frameP95Ms,
        slowProcessorP95Ms: Math.max(...Object.values(slow)),
        ...(exportGrowthMb !== undefined && { exportGrowthMb }),
      }
      return { ...nothingMeasured, panel: figures }
    } finally {
      await limit.stop()
      await panel.stop()
    }
  } finally {
    await browser.close()
    await unclocked.close()
  }
}

/** Key presses on this processor, and on one 4 × slower. */
async function measureBothSpeeds(browser: Browser, { access, cookie, ordersUrl }: RunningPanel) {
  const tab = await openTab(browser, access.serviceUrl, cookie)
  await load(tab, ordersUrl)
  const keys = await measureKeys(tab.page, ROUNDS)
  await tab.session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const slow = await measureKeys(tab.page, ROUNDS)
  await tab.context.close()
  return { keys, slow }
}
