import { chromium } from 'playwright-core'

/** A browser that the workers of a run share. */
export interface LaunchedBrowser {
  readonly url: string
  close(): Promise<void>
}

export async function launchBrowser(program: string): Promise<LaunchedBrowser> {
  // Chromium refuses its own sandbox to root, as whom containers run.
  const server = await chromium.launchServer({ executablePath: program, args: ['--no-sandbox'] })
  return { url: server.wsEndpoint(), close: () => server.close() }
}
