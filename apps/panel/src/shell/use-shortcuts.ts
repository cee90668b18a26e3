import { useEffect } from 'react'
import { noKeys, pressKey } from '../core/commands/commands.js'
import { getAllCommands } from './commands.js'

/** Runs commands by their keys. */
export function useShortcuts(areShortcutsOn: boolean): void {
  useEffect(() => {
    let state = noKeys
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isInPopup(event.target)) return
      const press = {
        key: event.key,
        hasMod: event.metaKey || event.ctrlKey,
        hasShift: event.shiftKey,
        hasAlt: event.altKey,
        isTyping: isTyping(event.target),
      }
      // A focused button or link keeps the keys that press it.
      if ((event.key === 'Enter' || event.key === ' ') && isPressable(event.target)) return
      const result = pressKey(getAllCommands(), undefined, state, press, Date.now(), areShortcutsOn)
      state = result.state
      if (result.isHandled) event.preventDefault()
      result.command?.run(undefined)
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [areShortcutsOn])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  return target.matches('textarea, select, input:not([type=checkbox]):not([type=radio])')
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a, button, summary, input')
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [role=dialog]') !== null
}
