import type { Boot, Preferences } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { patchPreferences } from '../service-api.js'
import { bootKey } from '../use-boot.js'

/** A function that removes a setting of the person, so that the one of the browser counts again. */
export function useRemovePreference(): (name: keyof Preferences) => Promise<void> {
  const client = useQueryClient()
  return async name => {
    const preferences = await patchPreferences({ [name]: null })
    client.setQueryData<Boot>(bootKey, boot => boot && { ...boot, preferences })
  }
}
