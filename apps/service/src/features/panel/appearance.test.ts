import { describe, expect, it } from 'vitest'
import { chooseAppearance } from './appearance.js'

describe('the language of the panel', () => {
  it.each([
    ['the one that the person chose', { language: 'de' }, 'fr', 'de'],
    ['the first of the browser that has texts', {}, 'pt-BR,pt;q=0.9,es;q=0.8,en;q=0.7', 'es'],
    ['the one that the browser prefers', {}, 'en;q=0.5, fr-CA;q=0.9', 'fr-CA'],
    ['English when there are no texts in the chosen one', { language: 'pt-BR' }, 'fr', 'en'],
    ['not one that the browser excludes', {}, 'fr;q=0, de', 'de'],
    ['English when the header says nothing', {}, '', 'en'],
    ['English when the header is no list of languages', {}, '*, <script>, ;q=, fr_FR', 'en'],
    ['English when the header is endless', {}, 'xx,'.repeat(100_000), 'en'],
  ])('is %s', (_, preferences, header, language) => {
    expect(chooseAppearance(preferences, header).language).toBe(language)
  })
})
