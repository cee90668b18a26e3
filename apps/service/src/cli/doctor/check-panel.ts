import type { Config } from '../../config.js'
import { readPanel } from '../../features/panel/read-panel.js'
import { broken, describeReason, type Finding, ok, warning } from './finding.js'

/** Whether the files of the panel are there and complete. */
export function checkPanel(config: Pick<Config, 'panelDir'>): Finding {
  const check = 'panel'
  const advice = 'Install @service/panel again, or correct SERVICE_PANEL_DIR.'
  try {
    const site = readPanel(config)
    if (!site) {
      return warning(check, 'The panel is not installed: the service serves only APIs.', advice)
    }
    const scripts = [...site.files.keys()].filter(path => /^assets\/.+\.js$/.test(path))
    if (scripts.length === 0) return broken(check, 'The panel has no scripts.', advice)
    return ok(check, `The panel has ${site.files.size} files.`)
  } catch (error) {
    const message = describeReason(error).replace(/^The configuration is wrong: /, '')
    return broken(check, `${message}.`, advice)
  }
}
