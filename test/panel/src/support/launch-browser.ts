import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A browser that the workers of a run share. */
export interface LaunchedBrowser {
  readonly url: string
  close(): Promise<void>
}

/** Whether there is a browser on this machine. */
export const findBrowser = (): string | undefined => programs.find(path => existsSync(path))

export async function launchBrowser(program: string): Promise<LaunchedBrowser> {
  // Chromium refuses its own sandbox to root, as whom containers run.
  const server = await chromium.launchServer({ executablePath: program, args: ['--no-sandbox'] })
  return { url: server.wsEndpoint(), close: () => server.close() }
}
