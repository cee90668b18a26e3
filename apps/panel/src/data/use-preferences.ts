import type { Boot, Preferences } from '@service/protocol'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchPreferences } from './service-api.js'
import { bootKey, useBoot } from './use-boot.js'

const none: Preferences = {}

/** The person's settings. A change shows at once and is stored behind it. */
export function usePreferences(): {
  readonly preferences: Preferences
  readonly change: (change: Preferences) => void
} {
  const { data } = useBoot()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: patchPreferences,
    onMutate(change: Preferences) {
      client.setQueryData<Boot>(
        bootKey,
        boot => boot && { ...boot, preferences: { ...boot.preferences, ...change } },
      )
    },
  })
  return { preferences: data?.preferences ?? none, change: mutate }
}
