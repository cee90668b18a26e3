import { useEffect } from 'react'
import { usePlace } from '../data/place-context.js'
import { usePreferences } from '../data/use-preferences.js'

/** The place that was used last is opened first the next time. */
export function useRememberedPlace(): void {
  const { renderingId } = usePlace().place.team
  const { preferences, change } = usePreferences()
  const { lastRenderingId } = preferences
  useEffect(() => {
    if (lastRenderingId !== renderingId) change({ lastRenderingId: renderingId })
  }, [lastRenderingId, renderingId, change])
}
