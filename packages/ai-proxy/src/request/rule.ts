/** The allowed values of an option. */
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

export function numberBetween(min: number, max: number): Rule {
  return {
    isValid: value => typeof value === 'number' && value >= min && value <= max,
    allowed: `a number from ${min} to ${max}`,
  }
}

export function oneAmong(names: readonly string[]): Rule {
  return {
    isValid: value => names.some(name => name === value),
    allowed: `one of ${names.join(', ')}`,
  }
}
