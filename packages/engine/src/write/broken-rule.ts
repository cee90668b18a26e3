import type { Operator } from '@service/datasource-toolkit'
import type { Check } from '../model/model.js'

type Words = (value: string) => string

const always =
  (text: string): Words =>
  () =>
    text

/** The end of the message for a violated rule, by operator. */
const words: Readonly<Record<Operator, Words>> = {
  Equal: value => `must be ${value}`,
  NotEqual: value => `must not be ${value}`,
  LessThan: value => `must be less than ${value}`,
  GreaterThan: value => `must be greater than ${value}`,
  LessThanOrEqual: value => `must be ${value} or less`,
  GreaterThanOrEqual: value => `must be ${value} or more`,
  Match: value => `must match ${value}`,
  NotContains: value => `must not contain ${value}`,
  NotIContains: value => `must not contain ${value}`,
  LongerThan: value => `must have more than ${characters(value)}`,
  ShorterThan: value => `must have fewer than ${characters(value)}`,
  IncludesAll: value => `must include all of ${value}`,
  IncludesNone: value => `must include none of ${value}`,
  Today: always('must be today'),
  Yesterday: always('must be yesterday'),
  PreviousWeek: always('must be in the previous week'),
  PreviousMonth: always('must be in the previous month'),
  PreviousQuarter: always('must be in the previous quarter'),
  PreviousYear: always('must be in the previous year'),
  PreviousWeekToDate: always('must be in the current week, up to now'),
  PreviousMonthToDate: always('must be in the current month, up to now'),
  PreviousQuarterToDate: always('must be in the current quarter, up to now'),
  PreviousYearToDate: always('must be in the current year, up to now'),
  PreviousXDays: value => `must be in the last ${value} days, without today`,
  PreviousXDaysToDate: value => `must be in the last ${value} days`,
  Present: always('is required'),
  Blank: always('must be empty'),
  Missing: always('must not be given'),
  In: value => `must be one of ${value}`,
  NotIn: value => `must be none of ${value}`,
  StartsWith: value => `must start with ${value}`,
  EndsWith: value => `must end with ${value}`,
  Contains: value => `must contain ${value}`,
  IStartsWith: value => `must start with ${value}`,
  IEndsWith: value => `must end with ${value}`,
  IContains: value => `must contain ${value}`,
  Like: value => `must be like ${value}`,
  ILike: value => `must be like ${value}`,
  Before: value => `must be before ${value}`,
  After: value => `must be after ${value}`,
  AfterXHoursAgo: value => `must be in the last ${value} hours`,
  BeforeXHoursAgo: value => `must be more than ${value} hours ago`,
  Future: always('must be in the future'),
  Past: always('must be in the past'),
}

const characters = (count: string) => (count === '1' ? '1 character' : `${count} characters`)

/** Returns the message for a value that violates a rule: `'price' must be greater than 0.` */
export function brokenRule(field: string, { operator, value }: Check): string {
  return `'${field}' ${words[operator](print(value))}.`
}

function print(value: unknown): string {
  if (Array.isArray(value)) return value.map(print).join(', ')
  if (typeof value === 'string') return isPlain(value) ? value : `'${value}'`
  return value instanceof RegExp ? String(value) : JSON.stringify(value)
}

/** Dates and patterns are shown without quotes. */
const isPlain = (text: string) => /^\d{4}-\d\d-\d\d(T|$)/.test(text) || /^\/.+\/[a-z]*$/.test(text)
