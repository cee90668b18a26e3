import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.js'
import { ConfigurationError } from '../../errors.js'
import { packageFolder } from '../../package-folder.js'
import { type PanelSite, readSite } from './read-site.js'

/**
 * Reads the built panel: from the configured folder, which must hold one, from this package, which contains it
 * when it is published, or from the package `@service/panel` beside it. Returns undefined when none is built.
 */
export function readPanel({ panelDir }: Pick<Config, 'panelDir'>): PanelSite | undefined {
  if (panelDir !== undefined) return readConfigured(resolve(panelDir))
  const folder = [join(packageFolder, 'panel'), findInstalled()].find(isBuilt)
  return folder === undefined ? undefined : readSite(folder)
}

function readConfigured(folder: string): PanelSite {
  if (isBuilt(folder)) return readSite(folder)
  throw new ConfigurationError([
    `SERVICE_PANEL_DIR must be a folder with a built panel; there is no index.html in '${folder}'.`,
  ])
}

const isBuilt = (folder: string | undefined) =>
  folder !== undefined && existsSync(join(folder, 'index.html'))

function findInstalled(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@service/panel/package.json')
    return join(dirname(manifest), 'dist', 'site')
  } catch {
    return undefined
  }
}
