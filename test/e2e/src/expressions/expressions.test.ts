import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allowedExpressions } from './allowed-expressions.js'
import { NotAnalysableError } from './expression-graph.js'
import { expressionsIn, findExpressions } from './find-expressions.js'
import { worstCase } from './super-linear.js'

describe('regular expressions of the sources', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const found = findExpressions(root, ['packages', 'apps'])
  const formatName = ({ file, text }: { file: string; text: string }) => `${file}: ${text}`
  const allowed = new Set(allowedExpressions.map(formatName))

  it('take linear time for every text, but for those that meet no text of users', () => {
    expect(found.length).toBeGreaterThan(300)
    const slow = found.filter(
      expression => !allowed.has(formatName(expression)) && isSlow(expression),
    )
    expect(slow.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
  })

  it('are excepted only while they are there and need it', () => {
    const needed = new Set(found.filter(isSlow).map(formatName))
    expect(allowedExpressions.map(formatName).filter(name => !needed.has(name))).toEqual([])
  })
})

function isSlow({ literal }: ReturnType<typeof expressionsIn>[number]): boolean {
  return literal === undefined || analyseOnce(literal) !== 'linear'
}

const verdicts = new Map<string, string>()

function analyseOnce({ source, flags }: { source: string; flags: string }): string {
  const name = `/${source}/${flags}`
  const verdict = verdicts.get(name) ?? analyse(source, flags)
  verdicts.set(name, verdict)
  return verdict
}

function analyse(source: string, flags: string): string {
  try {
    return worstCase(source, flags)
  } catch (error) {
    if (error instanceof NotAnalysableError) return error.message
    throw error
  }
}

describe('findExpressions', () => {
  it('finds literals and expressions that are made, and nothing in texts, comments and divisions', () => {
    const code =
      "const a = 4 / 2 / 1 // /b/\nconst c = '/e/' + x.replace(/d\\/[/]/g, '')\nnew RegExp(c, 'g')"
    expect(expressionsIn('a.ts', code)).toEqual([
      { file: 'a.ts', line: 2, text: '/d\\/[/]/g', literal: { source: 'd\\/[/]', flags: 'g' } },
      { file: 'a.ts', line: 3, text: "new RegExp(c, 'g')" },
    ])
  })
})

describe('worstCase', () => {
  it.each([
    [/^[a-z]+$/, 'linear'],
    [/a+/, 'linear'],
    [/^(?:a|b)*$/, 'linear'],
    [/"[^"]*"/g, 'linear'],
    [/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, 'linear'],
    [/\{\{([^{}]*)\}\}/g, 'linear'],
    [/<(?![^<>]*>)/g, 'linear'],
    [/^\d{1,200}$/, 'linear'],
    [/a+$/y, 'linear'],
    [/^[+-]?(\d+\.?\d*|\.\d+)$/, 'polynomial'],
    [/\{\{([^}]*)\}\}/g, 'polynomial'],
    [/\/\*[\s\S]*?\*\//g, 'polynomial'],
    [/a+$/, 'polynomial'],
    [/constraint: (.*)$/, 'polynomial'],
    [/^a*a*$/, 'polynomial'],
    [/^(?:a*b|a)*/, 'polynomial'],
    [/(?:a+c|a)/g, 'polynomial'],
    [/^(?=a*a*$)/, 'polynomial'],
    [/^.{0,500}x.{0,500}$/, 'polynomial'],
    [/^(?:.*,){2}x$/, 'polynomial'],
    [/^(a+)+$/, 'exponential'],
    [/^(a*)*$/, 'exponential'],
    [/^(?:a|a)*$/, 'exponential'],
    [/(?:x+x+)+y/, 'exponential'],
    [/^(?:\s|\/\*.*?\*\/)*(\w+)/, 'exponential'],
    [/^(?:\w|\d)+$/, 'exponential'],
  ])('of %s is %s', (expression, verdict) => {
    expect(worstCase(expression.source, expression.flags)).toBe(verdict)
  })

  it.each([/^(.+?)\1+$/, /(?<=a*)b/])('cannot tell of %s, and says so', expression => {
    expect(() => worstCase(expression.source, expression.flags)).toThrow(NotAnalysableError)
  })
})
