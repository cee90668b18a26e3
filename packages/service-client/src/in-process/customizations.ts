import type { WireCustomization } from '@service/protocol'
import type { CustomizationsPort } from '../port/customizations-port.js'

/** Customizations made without code, in memory. */
export interface InProcessCustomizations extends CustomizationsPort {
  replace(customizations: readonly WireCustomization[]): void
}

export function createInProcessCustomizations(
  first: readonly WireCustomization[] = [],
): InProcessCustomizations {
  const listeners = new Set<() => void>()
  let current = first
  return {
    fetch: async () => current,
    async follow(onChange) {
      listeners.add(onChange)
    },
    get current() {
      return current
    },
    replace(customizations) {
      current = customizations
      for (const listener of listeners) listener()
    },
  }
}
