import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Command } from '../core/commands/commands.js'

/** Something a person can do here, by a key, a button or the palette. */
export interface PanelCommand extends Command<undefined> {
  readonly group: 'anywhere' | 'goTo' | 'list' | 'record'
  /** Moves through a list and the like are not offered in the palette. */
  readonly isKeyOnly?: boolean
}

let byOwner: ReadonlyMap<string, readonly PanelCommand[]> = new Map()
let all: readonly PanelCommand[] = []
const listeners = new Set<() => void>()

function replace(owner: string, commands: readonly PanelCommand[] | undefined): void {
  const next = new Map(byOwner)
  if (commands) next.set(owner, commands)
  else next.delete(owner)
  byOwner = next
  all = [...next.values()].flat()
  for (const listener of listeners) listener()
}

/** Offers commands while the component is on the screen, from the moment it can be seen. */
export function useCommands(commands: readonly PanelCommand[]): void {
  const owner = useId()
  useLayoutEffect(() => replace(owner, commands), [owner, commands])
  useLayoutEffect(() => () => replace(owner, undefined), [owner])
}

/** Every command that works now. */
export function useAllCommands(): readonly PanelCommand[] {
  return useSyncExternalStore(subscribe, getAllCommands)
}

export function getAllCommands(): readonly PanelCommand[] {
  return all
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
