import { ownValue } from '@service/base'
import type { Document } from 'mongodb'
import type { FieldRule } from './structure.js'

/** Reads the field types from the `$jsonSchema` of a validator. */
export function readRules(validator: Document | undefined): Record<string, FieldRule> {
  const schema = validator?.$jsonSchema as Document | undefined
  const required = new Set<string>(schema?.required ?? [])
  const properties: Record<string, Document> = schema?.properties ?? {}
  const names = new Set([...Object.keys(properties), ...required])
  return Object.fromEntries(
    [...names].map(name => [name, readRule(ownValue(properties, name) ?? {}, required.has(name))]),
  )
}

function readRule({ bsonType, enum: values }: Document, isRequired: boolean): FieldRule {
  const bsonTypes = bsonType === undefined ? undefined : [bsonType].flat()
  const isEnum =
    Array.isArray(values) && values.every(value => typeof value === 'string' || value === null)
  const texts = isEnum ? values.filter(value => value !== null) : []
  return {
    isRequired: isRequired && !bsonTypes?.includes('null') && !(isEnum && values.includes(null)),
    ...(bsonTypes && { bsonTypes }),
    ...(texts.length > 0 && { enumValues: texts }),
  }
}
