import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from '@service/base'
import { parseJson } from '@service/base'
import type { CachedDocument } from './document-cache.js'
import { type DocumentName, documentNames } from './documents.js'

export type StoredDocuments = Readonly<Record<DocumentName, CachedDocument>> & {
  /** Documents outside the snapshot, by name. Absent in files of earlier versions. */
  readonly followed?: Readonly<Record<string, CachedDocument>>
}

/** Stores the last valid documents on disk, for the next process. */
export interface SnapshotFile {
  /** Undefined when there is no file, or when another environment wrote it. */
  read(): Promise<StoredDocuments | undefined>
  /** Replaces the file soon; when several writes wait, only the newest is done. */
  write(documents: StoredDocuments): void
  /** Resolves when no write is pending. */
  idle(): Promise<void>
}

/**
 * Opens a file that only its owner can read and that is always replaced as a whole. It is signed
 * with a key derived from the environment secret, so a file that was changed or belongs to another
 * environment is ignored.
 */
export function openSnapshotFile(path: string, envSecret: string, logger: Logger): SnapshotFile {
  const key = Buffer.from(hkdfSync('sha256', envSecret, '', 'agent-snapshot', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  let next: StoredDocuments | undefined
  let writing: Promise<void> | undefined
  let isFailing = false

  const writeAll = async (): Promise<void> => {
    while (next) {
      const text = JSON.stringify(next)
      next = undefined
      try {
        await replace(path, JSON.stringify({ seal: sign(text).toString('base64url'), text }))
        isFailing = false
      } catch (error) {
        if (!isFailing) logger('Warn', `The permissions cannot be stored in '${path}'`, error)
        isFailing = true
      }
    }
  }

  return {
    async read() {
      const file = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT')
          logger('Warn', `The permissions in '${path}' are ignored`, error)
        return undefined
      })
      if (file === undefined) return undefined
      const stored = verifySignature(file, sign)
      if (!stored) {
        logger(
          'Warn',
          `The permissions in '${path}' are ignored: another environment wrote them, or the file was changed.`,
        )
      }
      return stored
    },
    write(documents) {
      next = documents
      writing ??= writeAll().finally(() => {
        writing = undefined
      })
    },
    idle: async () => writing,
  }
}

function verifySignature(
  file: string,
  sign: (text: string) => Buffer,
): StoredDocuments | undefined {
  const signedFile = parseJson(file) as { readonly seal?: unknown; readonly text?: unknown } | null
  if (typeof signedFile?.seal !== 'string' || typeof signedFile.text !== 'string') return undefined
  const given = Buffer.from(signedFile.seal, 'base64url')
  const right = sign(signedFile.text)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const stored = parseJson(signedFile.text) as StoredDocuments
  return documentNames.every(name => name in stored) ? stored : undefined
}

async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(draft, text, { mode: 0o600 })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
