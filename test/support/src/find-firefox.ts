import { existsSync } from 'node:fs'

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The program of Firefox: that of `FIREFOX`, or one that is installed. Undefined when there is none. */
export const findFirefox = (): string | undefined =>
  process.env.FIREFOX ?? programs.find(path => existsSync(path))
