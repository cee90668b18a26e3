import type { ColumnSoFar, PluginCollection } from '@service/agent'
import { isNonEmptyString, knownNames, ValidationError } from '@service/base'

type Check = (value: unknown) => boolean

interface OptionRule {
  readonly isRight: Check
  readonly what: string
}

const texts: OptionRule = {
  isRight: value => Array.isArray(value) && value.every(isNonEmptyString),
  what: 'a list of texts',
}
const yesOrNo: OptionRule = { isRight: value => typeof value === 'boolean', what: 'true or false' }
const name: OptionRule = { isRight: isNonEmptyString, what: 'a text' }

/** The expected form of each option, for all plugins. */
const rules = {
  columnName: name,
  relationName: name,
  include: texts,
  exclude: texts,
  level: {
    isRight: value => Number.isInteger(value) && (value as number) >= 1,
    what: 'a whole number of at least 1',
  },
  readonly: yesOrNo,
  keepOriginalColumn: yesOrNo,
  columnType: {
    isRight: value =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0,
    what: 'an object of types, such as { city: "String" }',
  },
} as const satisfies Record<string, OptionRule>

type OptionName = keyof typeof rules

/** Throws when an option is unknown, missing or invalid. */
export function checkOptions(
  options: unknown,
  required: readonly OptionName[],
  optional: readonly OptionName[],
): void {
  const allowed = [...required, ...optional]
  if (typeof options !== 'object' || options === null) {
    throw new ValidationError(`The options are missing. Allowed: ${allowed.join(', ')}.`)
  }
  for (const [option, value] of Object.entries(options)) {
    if (!allowed.includes(option as OptionName)) {
      throw new ValidationError(
        `No option '${option}'. Allowed: ${knownNames(option, allowed, allowed.length)}`,
      )
    }
    const { isRight, what } = rules[option as OptionName]
    if (value !== undefined && !isRight(value)) {
      throw new ValidationError(`Option '${option}' must be ${what}, not ${print(value)}.`)
    }
  }
  const given = options as Readonly<Record<string, unknown>>
  const missing = required.find(option => given[option] === undefined)
  if (missing) {
    throw new ValidationError(`Option '${missing}' is missing: it must be ${rules[missing].what}.`)
  }
}

function print(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value)
}

/** Returns the column that `columnName` names. */
export function columnNamed({ name, schema }: PluginCollection, columnName: string): ColumnSoFar {
  const column = schema.fields.get(columnName)
  if (column?.kind === 'Column') return column
  const columns = [...schema.fields.values()].flatMap(field =>
    field.kind === 'Column' ? [field.name] : [],
  )
  const found = column ? 'is a relation: use flattenRelation' : `is not a column of '${name}'`
  throw new ValidationError(
    `columnName '${columnName}' ${found}. Columns: ${knownNames(columnName, columns)}`,
  )
}
