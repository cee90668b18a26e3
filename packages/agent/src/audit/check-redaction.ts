import { knownNames } from '@service/base'
import type { Model } from '@service/engine'
import { ConfigurationError } from '../errors.js'
import type { AuditTrail } from './audit-trail.js'

/** Throws at start for an unknown field: with a misspelled name its values would be stored. */
export function checkRedaction({ collections }: Model, { redacted }: AuditTrail): void {
  for (const path of redacted) {
    const dot = path.lastIndexOf('.')
    const [name, column] = [path.slice(0, dot), path.slice(dot + 1)]
    const collection = collections.get(name)
    if (!collection) {
      throw wrong(path, `there is no collection '${name}'. There are: ${known(name, collections)}`)
    }
    const field = collection.fields.get(column)
    if (field?.kind !== 'Column' || field.read.kind !== 'native') {
      throw wrong(
        path,
        `'${name}' stores no column '${column}'. It has: ${known(column, collection.fields)}`,
      )
    }
    if (field.isPrimaryKey) throw wrong(path, 'a primary key identifies the changed record')
  }
}

const known = (name: string, map: ReadonlyMap<string, unknown>) => knownNames(name, map.keys())

function wrong(path: string, reason: string): ConfigurationError {
  return new ConfigurationError(`The audit trail cannot redact '${path}': ${reason}`)
}
