import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** A regular expression in a source: a literal, or one that the program makes when it runs. */
export interface FoundExpression {
  readonly file: string
  readonly line: number
  /** As it is written in the source. */
  readonly text: string
  /** Absent: only the running program knows it. */
  readonly literal?: { readonly source: string; readonly flags: string }
}

/** Every regular expression in the sources of a folder, tests apart; files are named from the folder. */
export function findExpressions(folder: string, below: readonly string[]): FoundExpression[] {
  return below
    .flatMap(name => sourcesIn(join(folder, name)))
    .flatMap(path => {
      return expressionsIn(relative(folder, path), readFileSync(path, 'utf8'))
    })
}

const skipped = new Set(['node_modules', 'dist', 'build', 'testing'])

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesIn(path)
    return /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.test(-d)?\.ts$/.test(entry.name) ? [path] : []
  })
}

export function expressionsIn(file: string, code: string): FoundExpression[] {
  const found: FoundExpression[] = []
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false)
  const visit = (node: ts.Node): void => {
    const isMade =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    if (isMade || ts.isRegularExpressionLiteral(node)) {
      const text = node.getText(source)
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push({ file, line, text, ...(!isMade && { literal: splitExpression(text) }) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function splitExpression(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}
