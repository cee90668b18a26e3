import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import { parseBound } from '../../http/listing/instant-parameter.js'
import { text } from '../../http/listing/list-query.js'
import type { Listing, Owner } from '../../http/listing/listing.js'
import { instant } from '../../http/listing/objects.js'
import { readRows } from '../../http/listing/read-list.js'
import type { Call } from '../../http/route.js'
import type { LogKind } from '../../logs/log-kinds.js'
import { proveEntry } from '../../logs/prove-entry.js'
import type { Instant } from '../../store/instant.js'

/** An entry is addressed by the time when it was written, which is unique in its log. */
export const entryParams = z.object({
  createdAt: text.meta({ examples: ['2026-02-01T08:30:00.123456Z'] }),
})

/** Other text names no entry. */
const isTimeOfEntry = (given: string) => /^\d{4}-/.test(given) && parseBound(given, 'eq') === given

const seq = z.number().int()
const hash = z.string().meta({ description: 'In hexadecimal.' })

/** What the hash chain of a log says about an entry. */
const LogProof = z
  .object({
    seq: seq.meta({ description: 'The position of the entry in its log.' }),
    lastSeq: seq.meta({ description: 'The position of the last entry of the log.' }),
    hash,
    previousHash: hash.meta({ description: 'Of the entry before it; empty for the first one.' }),
    content: z.looseObject({}).meta({
      description: 'What the hash covers, as JSON with sorted keys, after the previous hash.',
    }),
    verified: z
      .object({ firstSeq: seq, lastSeq: seq })
      .meta({ description: 'The entries around it that were verified.' }),
    problems: z
      .array(z.object({ seq, createdAt: instant, message: z.string() }))
      .meta({ description: 'What was changed among them; empty when nothing was.' }),
  })
  .meta({ id: 'LogProof' })

/** An entry with its proof. */
export const provenEntry = <Item extends z.ZodType>(item: Item) =>
  z.object({ entry: item, proof: LogProof })

interface ProvenEntry<Item> {
  readonly entry: Item
  readonly proof: z.output<typeof LogProof>
}

/** Reads an entry and verifies the hash chain around it. */
export async function readProvenEntry<Row extends { readonly created_at: Instant }, Item>(
  { deps, params }: Call<z.output<typeof entryParams>, unknown>,
  listing: Listing<Row, Item>,
  owner: Owner,
  kind: LogKind,
): Promise<ProvenEntry<Item>> {
  const { db } = deps.store
  const { createdAt } = params
  if (!isTimeOfEntry(createdAt)) throw noSuchEntry()
  const query = { 'createdAt.eq': { given: createdAt, value: createdAt } }
  const [row] = await readRows(db, listing, owner, query, { order: 'desc' }, 2)
  const proof = row && (await proveEntry(db, { kind, ownerId: owner.id }, createdAt))
  if (!proof) throw noSuchEntry()
  return {
    entry: listing.toItem(row, owner),
    proof: { ...proof, content: { ...proof.content }, problems: [...proof.problems] },
  }
}

const noSuchEntry = () =>
  new NotFoundError(
    'There is no entry of this time in the log. It may be archived, or its time was changed.',
  )
