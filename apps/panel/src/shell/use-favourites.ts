import { useCallback } from 'react'
import { usePlace } from '../data/place-context.js'
import { usePreferences } from '../data/use-preferences.js'

const none: readonly string[] = []

/** The person's favourite collections of this place. */
export function useFavourites(): {
  readonly favourites: readonly string[]
  readonly toggle: (name: string) => void
} {
  const { renderingId } = usePlace().place.team
  const { preferences, change } = usePreferences()
  const all = preferences.favourites
  const favourites = all?.[renderingId] ?? none
  const toggle = useCallback(
    (name: string) => {
      const next = favourites.includes(name)
        ? favourites.filter(each => each !== name)
        : [...favourites, name]
      change({ favourites: { ...all, [renderingId]: next } })
    },
    [all, favourites, renderingId, change],
  )
  return { favourites, toggle }
}
