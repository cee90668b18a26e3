import type { Preferences } from '@service/protocol'

/** What the panel's page takes from the preferences of a person. */
export type Appearance = Required<Pick<Preferences, 'language' | 'theme' | 'contrast'>>

const defaults: Appearance = { language: 'en', theme: 'system', contrast: 'system' }

/** How a person wants to see the panel. */
export function chooseAppearance(preferences: Preferences): Appearance {
  return { ...defaults, ...preferences }
}
