/**
 * Returns the name of a country by its code of two letters; another text is returned as it is.
 *
 * @example
 * formatCountry('fr', 'en') // 'France'
 */
export function formatCountry(value: string, language: string): string {
  if (!/^[a-z]{2}$/i.test(value)) return value
  return getNames(language).of(value.toUpperCase()) ?? value
}

const names = new Map<string, Intl.DisplayNames>()

function getNames(language: string): Intl.DisplayNames {
  const known = names.get(language)
  if (known) return known
  const created = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  names.set(language, created)
  return created
}
