import { isObject, listOptionNames, show, ValidationError } from '@service/base'
import { type ImportChunk, type ImportMode, maxImportRows } from '@service/protocol'
import { checkKeys } from '../check-keys.js'

type PlainObject = Readonly<Record<string, unknown>>

/** The body of an import, checked. */
export interface ParsedImport {
  readonly mode: ImportMode
  /** Empty when the rows are created without a key. */
  readonly key: readonly string[]
  readonly isDryRun: boolean
  /** Absent: a chunk that is sent again is written again. */
  readonly part?: ImportPart
  readonly rows: readonly PlainObject[]
}

/** Identifies a chunk among those of all imports of a person. */
interface ImportPart {
  readonly importId: string
  readonly chunk: number
  /** Only what is known of the chunk is wanted. */
  readonly isReplay: boolean
}

const bodyKeys = listOptionNames<ImportChunk>({
  mode: true,
  key: true,
  dryRun: true,
  importId: true,
  chunk: true,
  replay: true,
  rows: true,
})
const modes: readonly unknown[] = ['create', 'upsert'] satisfies ImportMode[]
const validImportId = /^[\w-]{8,100}$/
const maxChunks = 1_000_000

/** Checks the body of an import; throws 400 for anything it does not know. */
export function parseImport(body: PlainObject): ParsedImport {
  checkKeys(body, bodyKeys, 'the body')
  const { mode, rows, dryRun = false } = body
  if (!modes.includes(mode)) {
    throw new ValidationError(`'mode' must be "create" or "upsert", not ${show(mode)}.`)
  }
  if (typeof dryRun !== 'boolean') {
    throw new ValidationError(`'dryRun' must be true or false, not ${show(dryRun)}.`)
  }
  const key = parseKey(body.key ?? [])
  if (mode === 'upsert' && key.length === 0) {
    throw new ValidationError(
      "'key' must list the fields that identify a record, like [\"reference\"]: 'upsert' finds records by them.",
    )
  }
  return {
    mode: mode as ImportMode,
    key,
    isDryRun: dryRun,
    part: parsePart(body),
    rows: parseRows(rows),
  }
}

function parseKey(key: unknown): readonly string[] {
  if (Array.isArray(key) && key.every(name => typeof name === 'string')) return [...new Set(key)]
  throw new ValidationError(`'key' must be a list of fields, not ${show(key)}.`)
}

function parsePart({ importId, chunk, replay = false }: PlainObject): ImportPart | undefined {
  if (typeof replay !== 'boolean') {
    throw new ValidationError(`'replay' must be true or false, not ${show(replay)}.`)
  }
  if (importId === undefined && chunk === undefined && !replay) return undefined
  if (typeof importId !== 'string' || !validImportId.test(importId)) {
    throw new ValidationError(
      `'importId' must be 8 to 100 letters, digits, - or _, not ${show(importId)}.`,
    )
  }
  if (!Number.isInteger(chunk) || Number(chunk) < 0 || Number(chunk) >= maxChunks) {
    throw new ValidationError(
      `'chunk' must be a whole number from 0 to ${maxChunks - 1}, not ${show(chunk)}.`,
    )
  }
  return { importId, chunk: Number(chunk), isReplay: replay }
}

function parseRows(rows: unknown): readonly PlainObject[] {
  if (!Array.isArray(rows) || rows.length === 0) {
    throw new ValidationError(
      '\'rows\' must be a list of objects of fields and values, like [{"status":"paid"}].',
    )
  }
  if (rows.length > maxImportRows) {
    throw new ValidationError(
      `An import takes at most ${maxImportRows} rows at a time. These are ${rows.length}.`,
    )
  }
  for (const [index, row] of rows.entries()) {
    if (!isObject(row)) {
      throw new ValidationError(`rows[${index}] must be an object, not ${show(row)}.`)
    }
  }
  return rows
}
