import type { Boot, Preferences } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../service-api.js'
import { bootKey } from '../use-boot.js'

/** Reads the person's settings again: another device may have changed them since this page was loaded. */
export function useFreshPreferences(): void {
  const client = useQueryClient()
  useEffect(() => {
    const known = client.getQueryData<Boot>(bootKey)?.preferences
    const controller = new AbortController()
    request<Preferences>('GET', '/api/me/preferences', undefined, controller.signal).then(
      // What the person changed meanwhile is newer than what was read.
      preferences =>
        client.setQueryData<Boot>(bootKey, boot =>
          boot?.preferences === known && boot ? { ...boot, preferences } : boot,
        ),
      () => {},
    )
    return () => controller.abort()
  }, [client])
}
