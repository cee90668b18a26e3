import { existsSync } from 'node:fs'

/** The one without windows comes first: it opens a page in a third of the time. */
const programs = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The program of a browser: that of `CHROMIUM`, or one that is installed. Undefined when there is none. */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM ?? programs.find(path => existsSync(path))
