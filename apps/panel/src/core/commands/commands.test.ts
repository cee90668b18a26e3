import { describe, expect, it } from 'vitest'
import { assignLetters, type Command, listCommands, noKeys, pressKey } from './commands.js'
import { formatPress, formatShortcut, type KeyPress } from './shortcut.js'

interface Context {
  readonly hasRow: boolean
}

const run = () => {}
const commands: readonly Command<Context>[] = [
  { id: 'palette', title: 'Search', shortcut: 'mod+k', worksWhileTyping: true, run },
  { id: 'undo', title: 'Undo', shortcut: 'mod+z', run },
  { id: 'save', title: 'Save', shortcut: 'mod+s', worksWhileTyping: true, group: 'Record', run },
  { id: 'help', title: 'Help', shortcut: '?', run },
  { id: 'density', title: 'Density', shortcut: 'shift+d', group: 'List', run },
  {
    id: 'down',
    title: 'Next row',
    shortcut: 'j',
    group: 'List',
    when: ({ hasRow }) => hasRow,
    run,
  },
  { id: 'dashboards', title: 'Dashboards', shortcut: 'g d', run },
  { id: 'delete', title: 'Delete', shortcut: 'd', run },
  { id: 'dark', title: 'Dark mode', run },
]
const context = { hasRow: true }

const press = (key: KeyPress, state = noKeys, now = 0, areOn = true, where = context) =>
  pressKey(commands, where, state, key, now, areOn)
const find = (key: KeyPress) => press(key).command?.id

import { readPaletteText } from './palette-text.js'

describe('shortcuts', () => {
  it('find their command', () => {
    expect(find({ key: 'k', hasMod: true })).toBe('palette')
    expect(find({ key: 'j' })).toBe('down')
    expect(find({ key: '?', hasShift: true })).toBe('help')
    expect(find({ key: '?' })).toBe('help')
    expect(find({ key: 'D', hasShift: true })).toBe('density')
    expect(find({ key: 'd' })).toBe('delete')
    expect(find({ key: 'k' })).toBeUndefined()
    expect(find({ key: 'j', hasAlt: true })).toBeUndefined()
  })

  it('never work while typing, except those that say so', () => {
    expect(find({ key: 'j', isTyping: true })).toBeUndefined()
    expect(find({ key: '?', isTyping: true })).toBeUndefined()
    expect(find({ key: 'z', hasMod: true, isTyping: true })).toBeUndefined()
    expect(find({ key: 's', hasMod: true, isTyping: true })).toBe('save')
    expect(press({ key: 'g', isTyping: true }).isHandled).toBe(false)
  })

  it('can be switched off, those with ⌘ or Ctrl excepted', () => {
    expect(press({ key: 'j' }, noKeys, 0, false).command).toBeUndefined()
    expect(press({ key: 'D', hasShift: true }, noKeys, 0, false).command).toBeUndefined()
    expect(press({ key: 'g' }, noKeys, 0, false).isHandled).toBe(false)
    expect(press({ key: 'k', hasMod: true }, noKeys, 0, false).command?.id).toBe('palette')
  })

  it('work only when their command makes sense', () => {
    expect(press({ key: 'j' }, noKeys, 0, true, { hasRow: false }).command).toBeUndefined()
  })

  it('take several keys in a row', () => {
    const first = press({ key: 'g' }, noKeys, 100)
    expect(first).toEqual({ state: { pressed: ['g'], at: 100 }, isHandled: true })
    expect(press({ key: 'Shift' }, first.state, 200).state).toBe(first.state)
    expect(press({ key: 'd' }, first.state, 900)).toMatchObject({
      command: { id: 'dashboards' },
      state: noKeys,
    })
    expect(press({ key: 'd' }, first.state, 2000).command?.id).toBe('delete')
    expect(press({ key: 'j' }, first.state, 200).command?.id).toBe('down')
    expect(press({ key: 'x' }, first.state, 200)).toEqual({ state: noKeys, isHandled: false })
  })

  it('of a screen take precedence over those that are everywhere', () => {
    const own = [...commands, { id: 'own', title: 'Own', shortcut: 'j', run }]
    expect(pressKey(own, context, noKeys, { key: 'j' }, 0).command?.id).toBe('own')
  })

  it('are written on badges', () => {
    expect(formatShortcut('mod+k', true)).toEqual(['⌘', 'K'])
    expect(formatShortcut('mod+enter', false)).toEqual(['Ctrl', '⏎'])
    expect(formatShortcut('g d', true)).toEqual(['G', 'D'])
    expect(formatShortcut('mod+shift+z', true)).toEqual(['⌘', '⇧', 'Z'])
    expect(formatShortcut('mod++', true)).toEqual(['⌘', '+'])
    expect(formatShortcut('f2', true)).toEqual(['F2'])
    expect(formatShortcut('contextmenu', true)).toEqual(['Menu'])
    expect(formatPress({ key: ' ' })).toBe('space')
    expect(formatPress({ key: 'Enter', hasShift: true, hasMod: true })).toBe('mod+shift+enter')
  })
})

it('commands are listed when they make sense', () => {
  const listed = listCommands(commands, { hasRow: false }).map(({ id }) => id)
  expect([listed.includes('down'), listed.includes('dark')]).toEqual([false, true])
})

it('letters are given in the order of the names, each once', () => {
  const letters = assignLetters(['customers', 'carts', 'dd', 'orders', 'customers', '日'], ['d'])
  expect([...letters]).toEqual([
    ['customers', 'c'],
    ['carts', 'a'],
    ['orders', 'o'],
  ])
})

describe('readPaletteText', () => {
  it.each([
    [' ada ', { mode: 'all', text: 'ada' }],
    ['# ord', { mode: 'places', text: 'ord' }],
    ['>dark', { mode: 'commands', text: 'dark' }],
    ['a # b', { mode: 'all', text: 'a # b' }],
  ])('%j', (typed, search) => {
    expect(readPaletteText(typed)).toEqual(search)
  })
})
