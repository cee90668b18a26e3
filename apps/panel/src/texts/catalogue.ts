import { findLanguage, type Language } from '@service/protocol'
import english from './en/first.json' with { type: 'json' }
import type moreEnglish from './en/more.js'

type FirstTexts = typeof english
type MoreTexts = typeof moreEnglish
type Texts = FirstTexts & MoreTexts

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts
    Locale: string
  }
}

type Load<T> = () => Promise<{ readonly default: T }>

const loaders: Readonly<
  Record<Language, { readonly first: Load<FirstTexts>; readonly more: Load<MoreTexts> }>
> = {
  en: { first: async () => ({ default: english }), more: () => import('./en/more.js') },
  fr: { first: () => import('./fr/first.json'), more: () => import('./fr/more.js') },
  de: { first: () => import('./de/first.json'), more: () => import('./de/more.js') },
  es: { first: () => import('./es/first.json'), more: () => import('./es/more.js') },
}

/** What is loaded, by language. A catalogue grows when more of it is needed, before anybody uses it. */
const catalogues = new Map<Language, Partial<MoreTexts> & FirstTexts>([['en', { ...english }]])

/** The texts for a locale; undefined until they are loaded. */
export function getTexts(locale: string): Texts | undefined {
  return catalogues.get(findLanguage(locale)) as Texts | undefined
}

/** Loads what the first screen needs in the language of a locale. */
export async function loadTexts(locale: string): Promise<void> {
  const language = findLanguage(locale)
  const known = catalogues.get(language)
  // What is on the screen of another language needs all of it.
  const needsMore = [...catalogues.values()].some(isComplete) && !(known && isComplete(known))
  if (known && !needsMore) return
  const [first, more] = await Promise.all([
    known ?? loaders[language].first().then(loaded => loaded.default),
    needsMore ? loaders[language].more() : undefined,
  ])
  catalogues.set(language, { ...first, ...more?.default })
}

/** Loads the texts of parts that are not on the first screen, in the language of the page. */
export async function loadMoreTexts(): Promise<void> {
  const language = findLanguage(document.documentElement.lang)
  const texts = catalogues.get(language)
  if (texts && !isComplete(texts)) Object.assign(texts, (await loaders[language].more()).default)
}

const isComplete = (texts: object): boolean => 'notes' in texts
