import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  type BackupEnd,
  type BackupHead,
  brokenBackup,
  CONTROL,
  FORMAT,
  FORMAT_VERSION,
  type TableHead,
} from './format.js'

/** The contents of a backup, in order. */
export type BackupPart =
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'table'; readonly table: TableHead }
  /** A row as JSON text. */
  | { readonly kind: 'row'; readonly line: string }

/**
 * Reads a backup line by line, in constant memory. It throws at the end when the file is incomplete or was
 * altered, so what was read before must then be discarded.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  let rows = 0
  let end: BackupEnd['@end'] | undefined
  let isFirst = true
  for await (const line of readLines(file)) {
    if (end) throw brokenBackup(file, 'something follows its end')
    if (isFirst) yield { kind: 'head', head: parseHead(file, line) }
    else if (line.startsWith('{"@end"')) end = (JSON.parse(line) as BackupEnd)['@end']
    else if (line.startsWith(CONTROL)) yield { kind: 'table', table: parse(file, line) }
    else {
      rows += 1
      yield { kind: 'row', line }
    }
    isFirst = false
    if (!end) hash.update(`${line}\n`)
  }
  if (!end) throw brokenBackup(file, 'its end is missing')
  if (end.rows !== rows || end.sha256 !== hash.digest('hex')) {
    throw brokenBackup(file, 'its content does not match its checksum')
  }
}

/** Reads a whole backup without using it, and returns its header. */
export async function checkBackup(file: string): Promise<BackupHead> {
  let head: BackupHead | undefined
  for await (const part of readBackup(file)) if (part.kind === 'head') head = part.head
  if (!head) throw brokenBackup(file, 'it is empty')
  return head
}

function parseHead(file: string, line: string): BackupHead {
  const head = parse<Partial<BackupHead>>(file, line)
  if (head['@backup'] !== FORMAT) throw brokenBackup(file, 'it is not a backup of this service')
  if (head.version !== FORMAT_VERSION) {
    throw brokenBackup(file, `its format ${head.version} is newer than this version of the service`)
  }
  return head as BackupHead
}

function parse<T>(file: string, line: string): T {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw brokenBackup(file, 'it is not a backup of this service', error)
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {})
  text.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw brokenBackup(file, (error as Error).message, error)
  }
  if (rest !== '') yield rest
}
