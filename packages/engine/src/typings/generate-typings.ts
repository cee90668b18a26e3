import type { ColumnType } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, FieldModel, Model } from '../model/model.js'

/**
 * Generates a typings file: for each collection its columns and relations, one line each, and how
 * many relations a path may go through.
 *
 * @example
 * await writeFile('typings.ts', generateTypings(model, 2))
 */
export function generateTypings(model: Model, maxDepth: number): string {
  const collections = [...model.collections.values()].sort((a, b) => compare(a.name, b.name))
  const lines = [
    '// Written by the agent from the collections it serves. Changes are overwritten.',
    'export type Schema = {',
    ...collections.flatMap(collection => collectionLines(collection, maxDepth)),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function collectionLines(collection: CollectionModel, maxDepth: number): readonly string[] {
  const fields = [...collection.fields.values()].sort((a, b) => compare(a.name, b.name))
  return [
    `  ${keyText(collection.name)}: {`,
    ...group('columns', fields.filter(isColumn).map(columnLine)),
    ...group('toOne', relationLines(fields, ['ManyToOne', 'OneToOne'])),
    ...group('toMany', relationLines(fields, ['OneToMany', 'ManyToMany'])),
    `    maxDepth: ${maxDepth}`,
    '  }',
  ]
}

function group(name: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [`    ${name}: object`]
  return [`    ${name}: {`, ...lines.map(line => `      ${line}`), '    }']
}

function relationLines(
  fields: readonly FieldModel[],
  kinds: readonly FieldModel['kind'][],
): readonly string[] {
  return fields.flatMap(field =>
    field.kind !== 'Column' && kinds.includes(field.kind)
      ? [`${keyText(field.name)}: ${JSON.stringify(field.target.name)}`]
      : [],
  )
}

function isColumn(field: FieldModel): field is ColumnModel {
  return field.kind === 'Column'
}

function columnLine(column: ColumnModel): string {
  const isRequired =
    column.isPrimaryKey ||
    !column.allowNull ||
    column.checks.some(({ operator }) => operator === 'Present')
  const type = typeText(column.columnType, column.enumValues)
  return `${keyText(column.name)}: ${isRequired ? type : `${type} | null`}`
}

const primitives: Readonly<Record<string, string>> = {
  Binary: 'Uint8Array',
  Boolean: 'boolean',
  Json: 'unknown',
  Number: 'number',
  Point: '[number, number]',
}

function typeText(type: ColumnType, enumValues?: readonly string[]): string {
  if (type === 'Enum' && enumValues && enumValues.length > 0) {
    return [...enumValues].sort(compare).map(literal).join(' | ')
  }
  if (typeof type === 'string') return primitives[type] ?? 'string'
  if (Array.isArray(type)) return `Array<${typeText(type[0] as ColumnType, enumValues)}>`
  const members = Object.entries(type).map(
    ([name, of]) => `${keyText(name)}: ${typeText(of as ColumnType)}`,
  )
  return `{ ${members.join('; ')} }`
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function literal(text: string): string {
  return JSON.stringify(text)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
