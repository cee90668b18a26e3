/** A browser and the system that it runs on; undefined where the text does not tell. */
export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** In this order: most browsers also name those that they descend from. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/**
 * Names the browser and the system of a user agent, as people call them.
 *
 * @example
 * describeDevice(navigator.userAgent) // { browser: 'Firefox', system: 'Linux' }
 */
export function describeDevice(userAgent: string): Device {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1]
  return { browser: find(browsers), system: find(systems) }
}
