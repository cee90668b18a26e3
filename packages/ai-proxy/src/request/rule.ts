/** What a value must be. */
export interface Rule {
  readonly isValid: (value: unknown) => boolean
  readonly allowed: string
}

export const flag: Rule = {
  isValid: value => typeof value === 'boolean',
  allowed: 'true or false',
}

export const integer: Rule = { isValid: Number.isSafeInteger, allowed: 'a whole number' }

export const positive: Rule = {
  isValid: value => Number.isSafeInteger(value) && Number(value) > 0,
  allowed: 'a whole number above 0',
}

export function numberBetween(least: number, most: number): Rule {
  return {
    isValid: value => typeof value === 'number' && value >= least && value <= most,
    allowed: `a number from ${least} to ${most}`,
  }
}

export function oneOf(names: readonly string[]): Rule {
  return {
    isValid: value => names.some(name => name === value),
    allowed: `one of ${names.join(', ')}`,
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const longest = 80

/** A value as an error repeats it: JSON, cut when it is long. */
export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
