import { createHash } from 'node:crypto'
import { ExactNumber, ownValue } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { AuditValues } from './audit-trail.js'

/** Stored instead of a redacted value. */
const redactedValue = '[redacted]'

/** Converts values for JSON: instants to text, bytes to their digest and length, keys in order. */
export function canonicalValues(row: Row, isRedacted?: (column: string) => boolean): AuditValues {
  const names = Object.keys(row).sort()
  return Object.fromEntries(
    names.flatMap(name => {
      const value = row[name]
      if (value === undefined) return []
      return [[name, isRedacted?.(name) ? redactedValue : canonical(value)] as const]
    }),
  )
}

function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return { sha256: createHash('sha256').update(value).digest('hex'), length: value.byteLength }
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map(canonical)
  if (value instanceof ExactNumber) return value.text
  if (typeof value === 'object' && value !== null) return canonicalValues(value as Row)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return value ?? null
}

export interface Difference {
  readonly previousValues: AuditValues
  readonly newValues: AuditValues
}

const serializeValue = (values: AuditValues, name: string) => JSON.stringify(ownValue(values, name))

/** The columns that changed, with their values before and after. */
export function findDifference(
  before: Row,
  after: Row,
  isRedacted: (column: string) => boolean,
): Difference {
  const [old, now] = [canonicalValues(before), canonicalValues(after)]
  const names = Object.keys({ ...old, ...now }).sort()
  const changed = names.filter(name => serializeValue(old, name) !== serializeValue(now, name))
  const pick = (values: AuditValues) =>
    Object.fromEntries(
      changed.flatMap(name =>
        Object.hasOwn(values, name)
          ? [[name, isRedacted(name) ? redactedValue : values[name]] as const]
          : [],
      ),
    )
  return { previousValues: pick(old), newValues: pick(now) }
}
