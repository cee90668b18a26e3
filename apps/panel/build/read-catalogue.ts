import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Texts } from './compile-texts.js'

const folder = fileURLToPath(new URL('../src/texts/', import.meta.url))

/** Reads all texts of a language, for tests: those of the first screen, and one group per other file. */
export function readCatalogue(language: string): Texts {
  const files = readdirSync(folder + language, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.json'),
  )
  const groups = files.map(file => {
    const texts: Texts = JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8'))
    const { name } = parse(file)
    return name === 'first' ? texts : { [name]: texts }
  })
  return Object.assign({}, ...groups)
}
