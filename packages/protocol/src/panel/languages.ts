/** The languages that the texts of the panel are written in. */
export const languages = ['en', 'fr', 'de', 'es'] as const

export type Language = (typeof languages)[number]

/**
 * Finds the language of the panel's texts for a locale; English when there are none in its language.
 *
 * @example
 * findLanguage('fr-CA') // 'fr'
 */
export function findLanguage(locale: string): Language {
  const wanted = locale.split('-', 1)[0]?.toLowerCase()
  return languages.find(language => language === wanted) ?? 'en'
}
