import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { routes } from './app.js'
import { readConfig, variableNames } from './config.js'

const sources = fileURLToPath(new URL('.', import.meta.url))
const page = (name: string) => readFileSync(join(sources, '../../../docs', name), 'utf8')

/** Cells of the rows of a page whose first cell begins with a marked word. */
const listTableRows = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').map(cell => cell.trim()))

const marked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')

describe('the documentation of the service', () => {
  it('lists every setting with its default', () => {
    const defaults = Object.entries(readConfig({})).map(([key, value]) => {
      const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0)
      return [variableNames[key as keyof typeof variableNames], isSet ? `\`${value}\`` : '']
    })
    const documented = listTableRows(page('operate/run-the-service.md'))
      .filter(([, name]) => name?.startsWith('`SERVICE_'))
      .map(([, name = '', fallback = '']) => [marked(name)[0], fallback])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(defaults))
  })

  it('names a screen of the panel and a test for every operation of the administration', () => {
    const operations = routes
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const documented = listTableRows(page('reference/panel-operations.md'))
    expect(documented.map(([, operation = '']) => marked(operation)[0]).sort()).toEqual(
      operations.sort(),
    )
    expect(documented.filter(row => row.slice(2, 4).some(cell => cell === '?'))).toEqual([])
  })

  it('lists every route, with its scope or its level', () => {
    const known = new Map(
      [
        'reference/public-api.md',
        'operate/administration.md',
        'operate/run-the-service.md',
        'operate/agent-connection.md',
        'operate/sign-in.md',
        'operate/mcp-access.md',
      ]
        .flatMap(name => listTableRows(page(name)))
        .flatMap(([, first = '', second = '']) => marked(first).map(text => [text, second])),
    )
    const missing = routes
      .map(({ method, path, access }) => ({ name: `${method.toUpperCase()} ${path}`, access }))
      .filter(({ name, access }) => {
        const who = known.get(name)
        if (access.kind === 'token') return who !== `\`${access.scope}\``
        const needed = access.kind === 'member' && access.level !== 'user' ? access.level : ''
        return !who?.includes(needed)
      })
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('explains every code a client can meet', () => {
    const codes = new Set([
      ...routes.flatMap(route => Object.keys(route.errors ?? {})),
      ...thrownCodes(),
    ])
    const [, section = ''] = page('reference/errors.md').split('\n## The service\n')
    const explained = new Set(marked(section))
    expect([...codes].filter(code => !explained.has(code)).sort()).toEqual([])
    expect(codes.size).toBeGreaterThan(50)
  })
})

/** Codes in the sources: of error classes, of answers made by hand, and the last argument of errors. */
function thrownCodes(): string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter(file => !file.startsWith('testing'))
    .flatMap(file => {
      const text = readFileSync(join(sources, file), 'utf8')
      const named = [...text.matchAll(/\bcode(?:: string)? = '([a-z_]+)'/g)]
      const answered = [...text.matchAll(/\bcode: '([a-z]+_[a-z_]+)'/g)]
      const thrown = [...text.matchAll(/new \w+Error\(/g)].flatMap(match => {
        const call = text.slice(match.index, endOfCall(text, match.index + match[0].length))
        return [...call.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].slice(-1)
      })
      return [...named, ...answered, ...thrown].map(match => match[1] ?? '')
    })
}

/** The place of the bracket that closes a call. */
function endOfCall(text: string, start: number): number {
  let depth = 1
  let offset = start
  for (; depth > 0 && offset < text.length; offset++) {
    if (text[offset] === '(') depth++
    if (text[offset] === ')') depth--
  }
  return offset
}
