import { type Browser, chromium, firefox } from 'playwright-core'

/** A browser that the workers of a run share. */
export interface LaunchedBrowser {
  readonly url: string
  close(): Promise<void>
}

const chromiumFlags = [
  // Chromium refuses its own sandbox to root, as whom containers run.
  '--no-sandbox',
  // There is none, and pages live for seconds: to optimise their code takes longer than to run it.
  '--disable-gpu',
  '--js-flags=--no-opt --no-maglev --always-sparkplug',
]

/** Starts Chromium in this process: what is said to a browser elsewhere is written and parsed twice. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: chromiumFlags })

export async function launchFirefox(executablePath: string): Promise<LaunchedBrowser> {
  // The channel makes it WebDriver BiDi, which Firefox speaks as it is.
  const server = await firefox.launchServer({ executablePath, channel: 'moz-firefox' })
  return { url: server.wsEndpoint(), close: () => server.close() }
}
