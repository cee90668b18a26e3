import { useEffect, useRef, useState } from 'react'
import { moveItem } from '../../core/forms/list-items.js'

export interface Items {
  readonly items: readonly unknown[]
  /** Items have no names: these stay with them while they are moved. */
  readonly keys: readonly number[]
  set(index: number, item: unknown): void
  insert(index: number, item: unknown): void
  remove(index: number): void
  move(from: number, to: number): void
}

interface State {
  readonly items: readonly unknown[]
  readonly keys: readonly number[]
  readonly nextKey: number
}

const none: readonly unknown[] = []

/** The items of a list with a key for each of them. */
export function useItems(value: unknown, onChange: (items: readonly unknown[]) => void): Items {
  const items = Array.isArray(value) ? (value as readonly unknown[]) : none
  const [known, setKnown] = useState<State>(() => countKeys(items))
  const { keys, nextKey } = known.items === items ? known : countKeys(items)

  function change(next: readonly unknown[], nextKeys: readonly number[], added = 0): void {
    setKnown({ items: next, keys: nextKeys, nextKey: nextKey + added })
    onChange(next)
  }

  return {
    items,
    keys,
    set: (index, item) => change(items.with(index, item), keys),
    insert: (index, item) =>
      change(items.toSpliced(index, 0, item), keys.toSpliced(index, 0, nextKey), 1),
    remove: index => change(items.toSpliced(index, 1), keys.toSpliced(index, 1)),
    move: (from, to) => change(moveItem(items, from, to), moveItem(keys, from, to)),
  }
}

function countKeys(items: readonly unknown[]): State {
  return { items, keys: items.map((_, index) => index), nextKey: items.length }
}

/** Moves the focus to an element once it is there: moving an element takes the focus from it. */
export function useFocusLater(): (id: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  })
  return id => {
    wanted.current = id
  }
}
