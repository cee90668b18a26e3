import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline as pipeStreams, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Config } from '../config.js'
import type { Link } from './follow-chain.js'
import type { LogOwner } from './log-kinds.js'

/** The suffix of a file that is still being written. */
export const UNFINISHED = '.unfinished'

/** The folder of the archives. Instances on one database must share it. */
export function archiveFolder(config: Pick<Config, 'archiveDir' | 'dataDir'>): string {
  return config.archiveDir ?? join(config.dataDir, 'archives')
}

/** The file name of the archive of a range of entries. */
export function archiveName(
  { kind, ownerId }: LogOwner,
  firstSeq: number,
  lastSeq: number,
): string {
  return `${kind}-${ownerId}-${firstSeq}-${lastSeq}.ndjson.gz`
}

/**
 * Writes entries to a compressed file, one JSON object per line. The file gets its final name only after all
 * of it is flushed to disk.
 */
export async function writeArchive(path: string, links: AsyncIterable<Link>): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(
      Readable.from(lines(links)),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await rename(unfinished, path)
    await flushFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

async function* lines(links: AsyncIterable<Link>): AsyncGenerator<string> {
  for await (const { entry, hash } of links) {
    yield `${JSON.stringify({ ...entry, hash: hash.toString('hex') })}\n`
  }
}

// A rename survives a power failure only when its folder was flushed too.
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Reads the entries of an archive in order. Throws for a truncated file or one that is not an archive. */
export async function* readArchive(path: string): AsyncGenerator<Link> {
  const text = pipeStreams(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines.map(parseLine)
  }
  if (rest !== '') yield parseLine(rest)
}

function parseLine(line: string): Link {
  const { hash, ...entry } = JSON.parse(line)
  return { seq: entry.seq, at: entry.createdAt, hash: Buffer.from(hash, 'hex'), entry }
}

/** The SHA-256 of a file. */
export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}
