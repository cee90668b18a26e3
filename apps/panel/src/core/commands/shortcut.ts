/** A key press as the panel hears it. */
export interface KeyPress {
  /** As in `KeyboardEvent.key`. */
  readonly key: string
  /** ⌘ on a Mac, Ctrl elsewhere. */
  readonly hasMod?: boolean
  readonly hasShift?: boolean
  readonly hasAlt?: boolean
  /** Whether the focus is in something that takes text. */
  readonly isTyping?: boolean
}

/**
 * Writes a key press as shortcuts are written: `mod+k`, `shift+d`, `?`.
 *
 * @example
 * formatPress({ key: 'K', hasMod: true }) // 'mod+k'
 */
export function formatPress({ key, hasMod, hasShift, hasAlt }: KeyPress): string {
  const name = key === ' ' ? 'space' : key.toLowerCase()
  // On some keyboards symbols need Shift, on others not: only letters and named keys count it.
  const isShifted = hasShift && (/^\p{L}$/u.test(key) || name.length > 1)
  const modifiers = [hasMod && 'mod', hasAlt && 'alt', isShifted && 'shift']
  return [...modifiers.filter(each => each), name].join('+')
}

const symbols: Readonly<Record<string, string>> = {
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  contextmenu: 'Menu',
  enter: '⏎',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
}

/**
 * Returns the keys of a shortcut as badges show them.
 *
 * @example
 * formatShortcut('mod+k', true) // ['⌘', 'K']
 * formatShortcut('g d', false) // ['G', 'D']
 */
export function formatShortcut(shortcut: string, isMac: boolean): readonly string[] {
  const modifiers: Readonly<Record<string, string>> = isMac
    ? { mod: '⌘', alt: '⌥', shift: '⇧' }
    : { mod: 'Ctrl', alt: 'Alt', shift: '⇧' }
  return shortcut.split(' ').flatMap(splitPress).map(formatKey)

  function formatKey(key: string): string {
    const known = modifiers[key] ?? symbols[key]
    if (known !== undefined) return known
    return key.length === 1 ? key.toUpperCase() : key.replace(/^./, first => first.toUpperCase())
  }
}

/** A `+` at the end is the key itself. */
function splitPress(press: string): string[] {
  return press.endsWith('+')
    ? [...press.slice(0, -1).split('+').filter(Boolean), '+']
    : press.split('+')
}
