import { hasTexts, type Preferences } from '@service/protocol'

/** What the panel's page takes from the preferences of a person. */
export type Appearance = Required<Pick<Preferences, 'language' | 'theme' | 'contrast'>>

const defaults: Appearance = { language: 'en', theme: 'system', contrast: 'system' }

/**
 * How a person wants to see the panel: in the language they chose, else in the first one of their browser that it
 * speaks. Screen readers pronounce the texts in the language that the page names.
 */
export function chooseAppearance(preferences: Preferences, acceptLanguage: string): Appearance {
  const wanted = preferences.language ? [preferences.language] : listAccepted(acceptLanguage)
  const language = wanted.find(hasTexts) ?? defaults.language
  return { ...defaults, ...preferences, language }
}

const mostLocales = 20

/** The locales of the header `Accept-Language`, the preferred ones first. */
function listAccepted(header: string): readonly string[] {
  return header
    .slice(0, 1_000)
    .split(',', mostLocales)
    .map(part => {
      const [tag = '', weight] = part.split(';', 2)
      return { tag: tag.trim(), weight: Number(weight?.trim().replace(/^q=/, '') ?? 1) }
    })
    .filter(({ tag, weight }) => weight > 0 && isLocale(tag))
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
