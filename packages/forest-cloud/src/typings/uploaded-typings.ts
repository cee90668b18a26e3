import { compile, generateTypings, type JournalEntry, type Model } from '@service/engine'
import type { SchemaCollection } from '@service/protocol'
import { CommandError } from '../errors.js'
import { maxDepth } from './make-typings.js'
import { createSchemaSource } from './schema-source.js'

interface TypingsInput {
  readonly collections: readonly SchemaCollection[]
  /** The recorded calls of the code. */
  readonly journal: readonly JournalEntry[]
  /** Receives a warning for each call that the uploaded schema has too little information for. */
  warn(text: string): void
}

/** Calls that change what typings describe. */
const shaping = new Set([
  'addField',
  'importField',
  'addManyToOneRelation',
  'addOneToManyRelation',
  'addOneToOneRelation',
  'addManyToManyRelation',
  'addExternalRelation',
  'use',
])

/**
 * Generates the text of a typings file: the uploaded structure with the customizations applied. The
 * upload already includes customizations, perhaps older ones, so what the code adds replaces them.
 */
export async function uploadedTypings(ingredients: TypingsInput): Promise<string> {
  const { collections, journal, warn } = ingredients
  const named = withOriginalFieldNames(collections, journal)
  let entries = journal.filter(({ operation }) => shaping.has(operation))
  for (;;) {
    const attempt = await tryCompile(named, entries)
    if ('collections' in attempt) return generateTypings(attempt, maxDepth)
    const { entry, message } = attempt
    const rest = entries.filter(each => each !== entry)
    if (rest.length === entries.length) throw new CommandError(message)
    warn(`The uploaded schema has too little information for ${message}`)
    entries = rest
  }
}

/** Replaces the field names that clients see by those that code uses, from before `renameField`. */
function withOriginalFieldNames(
  collections: readonly SchemaCollection[],
  journal: readonly JournalEntry[],
): readonly SchemaCollection[] {
  return collections.map(collection => {
    const renamed = new Map(
      journal
        .filter(each => each.operation === 'renameField' && each.collection === collection.name)
        .map(({ args: [from, to] }) => [to, String(from)]),
    )
    const known = new Set(collection.fields.map(({ field }) => field))
    const chooseName = (field: string) => {
      const before = renamed.get(field)
      return before !== undefined && !known.has(before) ? before : field
    }
    return {
      ...collection,
      fields: collection.fields.map(each => ({ ...each, field: chooseName(each.field) })),
    }
  })
}

type Attempt = Model | { readonly entry: JournalEntry | undefined; readonly message: string }

async function tryCompile(
  collections: readonly SchemaCollection[],
  journal: readonly JournalEntry[],
): Promise<Attempt> {
  const source = createSchemaSource(withoutAdded(collections, journal))
  const dataSource = await source(
    () => {},
    async () => {},
  )
  try {
    return await compile([{ dataSource }], journal)
  } catch (error) {
    const { entry, message } = error as { entry?: JournalEntry; message: string }
    return { entry, message }
  }
}

/** Removes the fields that the code adds itself. */
function withoutAdded(
  collections: readonly SchemaCollection[],
  journal: readonly JournalEntry[],
): readonly SchemaCollection[] {
  const added = journal.filter(({ operation }) => operation !== 'use')
  return collections.map(collection => {
    const names = new Set(
      added.filter(each => each.collection === collection.name).map(({ args: [name] }) => name),
    )
    return { ...collection, fields: collection.fields.filter(({ field }) => !names.has(field)) }
  })
}
