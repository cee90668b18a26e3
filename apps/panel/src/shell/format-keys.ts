import { formatShortcut } from '../core/commands/shortcut.js'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys of a shortcut as this machine names them, separated by spaces. */
export function formatKeys(shortcut: string): string {
  return formatShortcut(shortcut, isMac).join(' ')
}
