import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.js'
import { ConfigurationError } from '../../errors.js'
import { type PanelSite, readSite } from './read-site.js'

/**
 * Reads the built panel: from the configured folder, which must hold one, or from the installed package.
 * Returns undefined when the package is not installed or not built.
 */
export function readPanel({ panelDir }: Pick<Config, 'panelDir'>): PanelSite | undefined {
  if (panelDir !== undefined) return readConfigured(resolve(panelDir))
  const folder = findInstalled()
  return folder !== undefined && isBuilt(folder) ? readSite(folder) : undefined
}

function readConfigured(folder: string): PanelSite {
  if (isBuilt(folder)) return readSite(folder)
  throw new ConfigurationError([
    `SERVICE_PANEL_DIR must be a folder with a built panel; there is no index.html in '${folder}'.`,
  ])
}

const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'))

function findInstalled(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@service/panel/package.json')
    return join(dirname(manifest), 'dist', 'site')
  } catch {
    return undefined
  }
}
