import type { BrowserContextOptions } from 'playwright-core'

/** Each theme at each width: what every screen is looked at in. */
export const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light, wide', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  ['dark, wide', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
  ['light, on a phone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
]
