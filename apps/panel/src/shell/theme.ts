import type { Preferences } from '@service/protocol'
import { useEffect } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export const densities = ['compact', 'default', 'comfortable'] as const
/** In pixels. */
export const rowHeights = { compact: 28, default: 36, comfortable: 44 }

/** Applies the person's theme to the page; the service already does so in the HTML it sends. */
export function useTheme({ theme = 'system', contrast = 'system' }: Preferences): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.theme = theme
    dataset.contrast = contrast
  }, [theme, contrast])
}

/** The value after another one; the first one after the last. */
export function takeNext<T>(values: readonly [T, ...T[]], current: T): T {
  return values[(values.indexOf(current) + 1) % values.length] ?? values[0]
}
