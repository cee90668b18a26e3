import type { Preferences } from '@service/protocol'

/** What the panel's page takes from the preferences of a person. */
export type Appearance = Required<Pick<Preferences, 'language' | 'theme' | 'contrast'>>

const defaults: Appearance = { language: 'en', theme: 'system', contrast: 'system' }

/**
 * How a person wants to see the panel. Its texts are English, and screen readers must pronounce them
 * so, whatever language the person prefers.
 */
export function chooseAppearance(preferences: Preferences): Appearance {
  const chosen = { ...defaults, ...preferences }
  const isEnglish = /^en(?:-|$)/i.test(chosen.language)
  return { ...chosen, language: isEnglish ? chosen.language : defaults.language }
}
