import { formatPress, type KeyPress } from './shortcut.js'

/** Something a person can do: by a key, in the palette, or with a button that shows the key. */
export interface Command<Context> {
  readonly id: string
  readonly title: string
  /**
   * Keys such as `mod+k` or `mod+alt+shift+d`, with modifiers in this order; several in a row are
   * separated by spaces: `g d`.
   */
  readonly shortcut?: string
  /** The heading in the help. */
  readonly group?: string
  /** Whether the shortcut also works while a person types. */
  readonly worksWhileTyping?: boolean
  /** Whether the command makes sense now. Optional: it always does. */
  when?(context: Context): boolean
  run(context: Context): void
}

/** The keys of a sequence such as `g d` that have been pressed so far. */
export interface KeyState {
  readonly pressed: readonly string[]
  /** When the last one was pressed, in milliseconds. */
  readonly at: number
}

export const noKeys: KeyState = { pressed: [], at: 0 }

export interface KeyResult<Context> {
  readonly state: KeyState
  /** The command to run. */
  readonly command?: Command<Context>
  /** Whether the press belongs to the panel, so that the browser should ignore it. */
  readonly isHandled: boolean
}

/** A sequence is given up after this time. */
const sequenceTimeout = 1_000

/**
 * Lists the commands that make sense now.
 *
 * @example
 * listCommands(commands, context).map(({ title }) => title)
 */
export function listCommands<Context, C extends Command<Context>>(
  commands: readonly C[],
  context: Context,
): readonly C[] {
  return commands.filter(command => command.when?.(context) ?? true)
}

/**
 * Finds the command of a key press. Shortcuts of single keys never work while a person types, nor
 * when they are switched off.
 *
 * @example
 * const { command, state } = pressKey(commands, context, noKeys, { key: 'k', hasMod: true }, 0)
 */
export function pressKey<Context>(
  commands: readonly Command<Context>[],
  context: Context,
  before: KeyState,
  press: KeyPress,
  now: number,
  areShortcutsOn = true,
): KeyResult<Context> {
  if (modifierKeys.has(press.key)) return { state: before, isHandled: false }
  const usable = listCommands(commands, context).filter(command =>
    isUsable(command, press, areShortcutsOn),
  )
  const key = formatPress(press)
  const isContinued = before.pressed.length > 0 && now - before.at < sequenceTimeout
  const sequences = isContinued ? [[...before.pressed, key], [key]] : [[key]]
  for (const pressed of sequences) {
    const text = pressed.join(' ')
    // A later command takes precedence: what a screen adds comes after what is everywhere.
    const command = usable.findLast(each => each.shortcut === text)
    if (command) return { state: noKeys, command, isHandled: true }
    if (usable.some(each => each.shortcut?.startsWith(`${text} `))) {
      return { state: { pressed, at: now }, isHandled: true }
    }
  }
  return { state: noKeys, isHandled: false }
}

const modifierKeys: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta', 'Shift'])

function isUsable<Context>(
  { shortcut, worksWhileTyping }: Command<Context>,
  { isTyping }: KeyPress,
  areShortcutsOn: boolean,
): boolean {
  if (shortcut === undefined || (isTyping && !worksWhileTyping)) return false
  return areShortcutsOn || !isCharacterShortcut(shortcut)
}

/** Whether a shortcut is only letters or symbols: people must be able to turn these off (WCAG 2.1.4). */
function isCharacterShortcut(shortcut: string): boolean {
  return shortcut.split(' ').some(press => [...press.replace(/^shift\+/, '')].length === 1)
}

/**
 * Gives each name a letter of its own, for `G` then letter: the first of its letters that is free.
 * Names for which none is left have none.
 *
 * @example
 * assignLetters(['customers', 'orders'], ['d']).get('customers') // 'c'
 */
export function assignLetters(
  names: readonly string[],
  reserved: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set(reserved)
  const letters = new Map<string, string>()
  for (const name of names) {
    const letter = [...name.toLowerCase()].find(each => /[a-z]/.test(each) && !taken.has(each))
    if (letter === undefined || letters.has(name)) continue
    taken.add(letter)
    letters.set(name, letter)
  }
  return letters
}
