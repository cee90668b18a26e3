import { useLayoutEffect } from 'react'
import { noKeys, pressKey } from '../core/commands/commands.js'
import { isInPopup, isPopupOpen } from '../ui/held-keys.js'
import { getAllCommands } from './commands.js'

/** Runs commands by their keys. */
export function useShortcuts(areShortcutsOn: boolean): void {
  useLayoutEffect(() => {
    let state = noKeys
    function handle(event: KeyboardEvent) {
      // Outside of a shadow root, such as that of the code editor, `target` is only its host.
      const target = event.composedPath()[0] ?? event.target
      if (event.defaultPrevented || event.isComposing || isInPopup(event.target)) return
      // What has lost the focus to the page does not want its keys.
      if (target === document.body && isPopupOpen()) return
      // The first Esc closes the options of a control, not what is around it.
      if (event.key === 'Escape' && isExpanded(target)) return
      const press = {
        key: event.key,
        hasMod: event.metaKey || event.ctrlKey,
        hasShift: event.shiftKey,
        hasAlt: event.altKey,
        isTyping: isTyping(target),
      }
      // A focused button or link keeps the keys that press it.
      if (isPressed(target, event.key)) return
      const { timeStamp } = event
      const result = pressKey(getAllCommands(), undefined, state, press, timeStamp, areShortcutsOn)
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

function isPressed(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (key === 'Enter') return target.matches('a, button, summary, input')
  return key === ' ' && target.matches('button, summary, input')
}

function isExpanded(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true'
}
