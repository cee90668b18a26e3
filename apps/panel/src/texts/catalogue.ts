import { findLanguage, type Language } from '@service/protocol'
import english from './en/first.json' with { type: 'json' }
import type moreEnglish from './en/more.js'
import type settingsEnglish from './en/settings.js'

type FirstTexts = typeof english
type MoreTexts = typeof moreEnglish
type SettingsTexts = typeof settingsEnglish
type Texts = FirstTexts & MoreTexts & SettingsTexts

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts
    Locale: string
  }
}

/** What is loaded when a screen needs it. */
type Part = 'more' | 'settings'
type Load<T> = () => Promise<{ readonly default: T }>

interface Loaders {
  readonly first: Load<FirstTexts>
  readonly more: Load<MoreTexts>
  readonly settings: Load<SettingsTexts>
}

const loaders: Readonly<Record<Language, Loaders>> = {
  en: {
    first: async () => ({ default: english }),
    more: () => import('./en/more.js'),
    settings: () => import('./en/settings.js'),
  },
  fr: {
    first: () => import('./fr/first.json'),
    more: () => import('./fr/more.js'),
    settings: () => import('./fr/settings.js'),
  },
  de: {
    first: () => import('./de/first.json'),
    more: () => import('./de/more.js'),
    settings: () => import('./de/settings.js'),
  },
  es: {
    first: () => import('./es/first.json'),
    more: () => import('./es/more.js'),
    settings: () => import('./es/settings.js'),
  },
}

interface Catalogue {
  readonly texts: Partial<Texts> & FirstTexts
  readonly parts: Set<Part>
}

/** What is loaded, by language. A catalogue grows when more of it is needed, before anybody uses it. */
const catalogues = new Map<Language, Catalogue>([
  ['en', { texts: { ...english }, parts: new Set() }],
])

/** The texts for a locale; undefined until they are loaded. */
export function getTexts(locale: string): Texts | undefined {
  return catalogues.get(findLanguage(locale))?.texts as Texts | undefined
}

/** Loads what the first screen needs in the language of a locale, and what was needed in another one. */
export async function loadTexts(locale: string): Promise<void> {
  const language = findLanguage(locale)
  const needed = new Set([...catalogues.values()].flatMap(({ parts }) => [...parts]))
  const known = catalogues.get(language)
  const missing = [...needed].filter(part => !known?.parts.has(part))
  if (known && missing.length === 0) return
  const [first, ...more] = await Promise.all([
    known?.texts ?? loaders[language].first().then(loaded => loaded.default),
    ...missing.map(part => loaders[language][part]()),
  ])
  const texts = Object.assign({}, first, ...more.map(loaded => loaded.default))
  catalogues.set(language, { texts, parts: needed })
}

/** Loads the texts of parts that are not on the first screen, in the language of the page. */
export const loadMoreTexts = (): Promise<void> => loadPart('more')

/** Loads the texts of the settings, in the language of the page. */
export const loadSettingsTexts = (): Promise<void> => loadPart('settings')

async function loadPart(part: Part): Promise<void> {
  const language = findLanguage(document.documentElement.lang)
  const catalogue = catalogues.get(language)
  if (!catalogue || catalogue.parts.has(part)) return
  Object.assign(catalogue.texts, (await loaders[language][part]()).default)
  catalogue.parts.add(part)
}
