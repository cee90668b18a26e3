import { type Sql, sql } from '../../sql.js'
import { FALSE_TEXTS, TRUE_TEXTS } from './codecs.js'

/*
 * The expressions by which columns are compared and sorted, matching the codecs: values of the same
 * type in one form, any other value as it is. SQLite sorts numbers before text and text before
 * bytes.
 */

const digits = (count: number) => '[0-9]'.repeat(count)
const DAY = `${digits(4)}-${digits(2)}-${digits(2)}`
const isLike = (reference: Sql, pattern: string): Sql =>
  sql`(${reference}) glob ${sql.raw(`'${pattern}'`)}`

/**
 * Without the final Z, texts with three and with six fraction digits sort like the instants they
 * represent.
 */
const INSTANT = sql.raw("'%Y-%m-%dT%H:%M:%f'")
const MICROSECONDS = `${DAY}[T ]${digits(2)}:${digits(2)}:${digits(2)}.${digits(6)}`

const fineInstant = (reference: Sql): Sql =>
  sql`substr(${reference}, 1, 26) glob ${sql.raw(`'${MICROSECONDS}'`)} and substr(${reference}, 24, 3) <> '000' and substr(${reference}, 27) in ('', 'Z')`

/**
 * An instant that is stored as text in several forms, as milliseconds since 1970 or as a Julian day
 * number.
 */
export const comparableInstant = (reference: Sql): Sql =>
  sql`case typeof(${reference}) when 'integer' then coalesce(strftime(${INSTANT}, ${reference} / 1000.0, 'unixepoch'), ${reference}) when 'real' then coalesce(strftime(${INSTANT}, ${reference}), ${reference}) when 'text' then case when ${fineInstant(reference)} then replace(substr(${reference}, 1, 26), ' ', 'T') when ${isLike(reference, `${DAY}*`)} then coalesce(strftime(${INSTANT}, ${reference}), ${reference}) else ${reference} end else ${reference} end`

export const comparableDay = (reference: Sql): Sql =>
  sql`case typeof(${reference}) when 'integer' then coalesce(strftime('%Y-%m-%d', ${reference} / 1000.0, 'unixepoch'), ${reference}) when 'real' then coalesce(strftime('%Y-%m-%d', ${reference}), ${reference}) when 'text' then case when ${isLike(reference, `${DAY}[T ]*`)} then substr(${reference}, 1, 10) else ${reference} end else ${reference} end`

/** A day as text; null when the value is not a date. */
export const compileDay = (reference: Sql): Sql =>
  sql`case when ${isLike(comparableDay(reference), DAY)} then ${comparableDay(reference)} end`

/** An instant as text; null when the value is not an instant. */
export const compileInstant = (reference: Sql): Sql =>
  sql`case when ${isLike(comparableInstant(reference), `${DAY}T*`)} then ${comparableInstant(reference)} end`

export const comparableTime = (reference: Sql): Sql =>
  sql`case when typeof(${reference}) <> 'text' then ${reference} when ${isLike(reference, `${digits(2)}:${digits(2)}`)} then ${reference} || ':00' when ${isLike(reference, '*.*')} then rtrim(rtrim(${reference}, '0'), '.') else ${reference} end`

const listed = (texts: readonly string[]) => sql.raw(texts.map(text => `'${text}'`).join(', '))

export const comparableFlag = (reference: Sql): Sql =>
  sql`case when typeof(${reference}) in ('integer', 'real') then ${reference} <> 0 when typeof(${reference}) <> 'text' then ${reference} when lower(${reference}) in (${listed(TRUE_TEXTS)}) then 1 when lower(${reference}) in (${listed(FALSE_TEXTS)}) then 0 else ${reference} end`
