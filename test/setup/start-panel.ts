import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium, findFirefox, isLongRun } from '@service/test-support'
import type { TestProject } from 'vitest/node'
import { copyTemplates } from '../../examples/store/src/testing/copy-templates.js'
import { type Control, startControl } from '../panel/src/support/control/start-control.js'
import { type LaunchedBrowser, launchFirefox } from '../panel/src/support/launch-browser.js'
import type { PanelShop } from '../panel/src/support/provided.js'
import { startMailService } from './start-mail-service.js'

/**
 * Starts the service and the shop, once for all files, while the suites before those of the panel run: what opens it
 * waits for it.
 */
export default async function startPanel(project: TestProject): Promise<() => Promise<void>> {
  const program = findChromium()
  if (!program) return skip(project)
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-'))
  const { embeddedTemplates } = project.getProvidedContext()
  copyTemplates(embeddedTemplates, dataDir)
  const shop = startShop(dataDir)
  const starting = readAccess(shop, dataDir)
  let firefox: LaunchedBrowser | undefined
  let control: Control | undefined
  const stop = async () => {
    await firefox?.close()
    await control?.stop()
    // Its service ends with it, once it runs.
    await starting.catch(() => {})
    await end(shop)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    control = await startControl(starting, () => startMailService(embeddedTemplates, databaseFlags))
    firefox = await startFirefox()
    project.provide('chromium', program)
    project.provide('firefoxUrl', firefox?.url)
    project.provide('controlUrl', control.url)
    project.provide('panelDataDir', dataDir)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function readAccess(shop: ChildProcess, dataDir: string): Promise<PanelShop> {
  await untilReady(shop)
  return JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'))
}

/** The journeys of long runs are made in Firefox, too. */
async function startFirefox(): Promise<LaunchedBrowser | undefined> {
  if (!isLongRun) return undefined
  const program = findFirefox()
  if (program) return launchFirefox(program)
  if (process.env.REQUIRE_ALL) {
    throw new Error('REQUIRE_ALL is set and Firefox was not found on this machine.')
  }
  console.warn('Firefox was not found: the journeys are made in Chromium alone.')
  return undefined
}

async function skip(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.REQUIRE_ALL) {
    throw new Error('REQUIRE_ALL is set and Chromium was not found on this machine.')
  }
  console.warn('Chromium was not found: the suites of the panel are skipped.')
  project.provide('chromium', undefined)
  project.provide('firefoxUrl', undefined)
  project.provide('controlUrl', undefined)
  project.provide('panelDataDir', undefined)
  return async () => {}
}

/** The code of the embedded database is ready sooner when it is not optimised, which pays in runs of some minutes. */
const databaseFlags: readonly string[] = isLongRun ? [] : ['--liftoff-only']

/** `PANEL_NODE` names another Node for the service and the shop: pages then show how they do on it. */
function startShop(dataDir: string): ChildProcess {
  const program = process.env.PANEL_NODE ?? process.execPath
  return spawn(program, [...databaseFlags, 'examples/store/dist/main.js'], {
    env: {
      PATH: process.env.PATH,
      SERVICE_DATA_DIR: dataDir,
      SERVICE_PORT: '0',
      AGENT_PORT: '0',
      // People of many tests sign in from one address.
      SERVICE_RATE_LIMIT: '100000',
    },
    // By the channel it ends with this process, also when that is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** It says how to stop it when everything runs. */
async function untilReady(child: ChildProcess): Promise<void> {
  const lines: string[] = []
  const isReady = (stream: NodeJS.ReadableStream | null) =>
    new Promise<void>(resolve => {
      if (!stream) return
      createInterface(stream).on('line', line => {
        lines.push(line)
        if (line.startsWith('Ctrl-C stops everything')) resolve()
      })
    })
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The shop ended with ${code}: ${lines.join('\n')}`)
  })
  await Promise.race([isReady(child.stdout), isReady(child.stderr), ended])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const gone = once(child, 'close')
  child.kill('SIGTERM')
  await gone
}
