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
  return languages.find(language => language === readLanguage(locale)) ?? 'en'
}

/**
 * Tells whether the panel has texts in the language of a locale.
 *
 * @example
 * hasTexts('pt-BR') // false
 */
export function hasTexts(locale: string): boolean {
  return languages.some(language => language === readLanguage(locale))
}

const readLanguage = (locale: string) => locale.split('-', 1)[0]?.toLowerCase()
