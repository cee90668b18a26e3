import { languages } from '@service/protocol'
import type { CompiledMessage } from 'icu-minify/format'
import { _createCache, _createIntlFormatters } from 'use-intl/core'
import formatOriginal from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { describe, expect, it } from 'vitest'
import { compileAll, type Texts } from './compile-texts.js'
import { readCatalogue } from './read-catalogue.js'

/** The kinds of arguments in compiled messages. */
const [SELECT, PLURAL, NUMBER] = [1, 2, 4]
const counts = [0, 1, 2, 1_234.5]

type Values = Readonly<Record<string, unknown>>

/** What the arguments of a message may be: every option of a choice, and one more. */
function listArguments(nodes: readonly unknown[], found = new Map<string, readonly unknown[]>()) {
  for (const node of nodes) {
    if (!Array.isArray(node)) continue
    const [name, kind, ...rest] = node
    const options: object = rest[0] ?? {}
    if (kind === undefined) found.set(name, found.get(name) ?? ['<b>Ana</b> & {co}'])
    else if (kind === SELECT) found.set(name, [...Object.keys(options), 'else'])
    else if (kind === PLURAL || kind === NUMBER) found.set(name, counts)
    else if (typeof kind !== 'number') {
      found.set(name, [(chunks: readonly string[]) => `[${chunks.join('')}]`])
      listArguments([kind, ...rest], found)
    } else throw new Error(`The test knows no argument of kind ${kind}.`)
    for (const option of Object.values(options)) {
      if (Array.isArray(option)) listArguments(option, found)
    }
  }
  return found
}

function listValues(message: CompiledMessage): readonly Values[] {
  const all = [...listArguments(typeof message === 'string' ? [] : message)]
  return all.reduce<readonly Values[]>(
    (values, [name, candidates]) =>
      values.flatMap(each => candidates.map(candidate => ({ ...each, [name]: candidate }))),
    [{}],
  )
}

function* listMessages(texts: Texts, compiled: object, path = ''): Generator<Message> {
  for (const [name, text] of Object.entries(texts)) {
    const key = path + name
    const result = (compiled as Readonly<Record<string, never>>)[name] as unknown
    if (typeof text === 'string') yield { key, text, compiled: result as CompiledMessage }
    else yield* listMessages(text, result as object, `${key}.`)
  }
}

interface Message {
  readonly key: string
  readonly text: string
  readonly compiled: CompiledMessage
}

const cache = _createCache()
const formatters = _createIntlFormatters(cache)

describe.each(languages)('compileTexts, %s', language => {
  const texts = readCatalogue(language)
  const messages = [...listMessages(texts, compileAll(texts))]
  const options = { cache, formatters, locale: language, timeZone: 'UTC' }

  it('finds every text of the panel', () => {
    expect(messages.length).toBeGreaterThan(400)
    expect(messages.map(({ key }) => key)).toContain('errors.agentAway.title')
  })

  it('leaves every text as it was, whatever its arguments are', () => {
    const different = messages.flatMap(({ key, text, compiled }) =>
      listValues(compiled).flatMap(values => {
        const given = values as Parameters<typeof formatOriginal>[2]
        const original = formatOriginal(key, text, given, options)
        const result = formatCompiled(key, compiled, given, options)
        return String(original) === String(result) ? [] : [{ key, values, original, result }]
      }),
    )
    expect(different).toEqual([])
  })

  it('has the texts of English, with the same arguments', () => {
    const english = readCatalogue('en')
    const describeAll = (found: readonly Message[]) =>
      Object.fromEntries(
        found.map(({ key, compiled }) => {
          const names = listArguments(typeof compiled === 'string' ? [] : compiled).keys()
          return [key, [...names].sort()]
        }),
      )
    expect(describeAll(messages)).toEqual(
      describeAll([...listMessages(english, compileAll(english))]),
    )
  })
})

describe('compileAll', () => {
  it.each([
    ['an argument that is not closed', 'Hello {name'],
    ['a choice without other', '{count, plural, one {# record}}'],
    ['a tag that is not closed', 'Type <b>{name}'],
  ])('fails with the key of %s', (_, text) => {
    expect(() =>
      compileAll({ app: { title: 'Service' }, list: { deep: { broken: text } } }),
    ).toThrow(`The text 'list.deep.broken' is no valid message`)
  })
})
