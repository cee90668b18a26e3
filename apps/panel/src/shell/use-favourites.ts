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
  const favourites = preferences.favourites?.[renderingId] ?? none
  return {
    favourites,
    toggle(name) {
      const next = favourites.includes(name)
        ? favourites.filter(each => each !== name)
        : [...favourites, name]
      change({ favourites: { ...preferences.favourites, [renderingId]: next } })
    },
  }
}
