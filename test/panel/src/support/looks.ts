import type { BrowserContextOptions } from 'playwright-core'

/** The widths that every screen is looked at in; `findAccessibilityProblems` looks in both themes. */
export const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['wide', { viewport: { width: 1280, height: 800 } }],
  ['on a phone', { viewport: { width: 360, height: 740 } }],
]
