import { chooseRounds } from '@service/test-support'
import {
  type Client,
  collectionPath,
  nameInPath,
  parseRecords,
  recordPath,
  type Shown,
} from './client.js'
import { csvRows } from './csv-rows.js'
import { brief, type Report, readMark } from './examination.js'
import { MARK } from './model.js'
import { readByNumber } from './read-pages.js'
import type { ForeignKey, RelatedTables } from './relation-tables.js'
import type { SqlStore } from './sql-stores.js'

/** Which row leads to which, by their marks: `from>to`, sorted. */
type Pairs = string

/** A relation of a collection, and where it leads. */
export interface FoundRelation {
  readonly from: string
  readonly name: string
  readonly kind: string
  readonly to: string
  readonly pairs: Pairs
}

/** Follows every relation between tables whose rows have marks. */
export async function followRelations(
  client: Client,
  { tables }: RelatedTables,
  report: Report,
): Promise<readonly FoundRelation[]> {
  const marked = tables.filter(({ name }) => hasMark(client, name)).map(({ name }) => name)
  const found: FoundRelation[] = []
  for (const name of marked) found.push(...(await listRelations(client, name, report)))
  return found.filter(({ to }) => marked.includes(to))
}

/**
 * Relations are told apart by where they lead, not by their names: each foreign key must be
 * followed by one relation at each end, and no relation may lead anywhere else.
 */
export async function examineRelations(
  store: SqlStore,
  related: RelatedTables,
  found: readonly FoundRelation[],
  report: Report,
): Promise<void> {
  const expected = await expectedPairs(store, related)
  const isSame = (one: Leading, other: Leading) =>
    one.from === other.from && one.to === other.to && one.pairs === other.pairs
  for (const wanted of expected) {
    if (found.some(relation => isSame(relation, wanted))) continue
    const evidence = `${wanted.why}: ${wanted.pairs.slice(0, 200)}`
    report('relation', `no relation of ${JSON.stringify(wanted.from)} follows ${evidence}`)
  }
  for (const relation of found) {
    if (expected.some(wanted => isSame(relation, wanted))) continue
    const evidence = `follows no foreign key: ${relation.pairs.slice(0, 200)}`
    report('relation', `${formatLabel(relation)} ${evidence}`)
  }
}

/** The same tables with other names of constraints have the same relations, which lead to the same rows. */
export function compareRelations(
  before: readonly FoundRelation[],
  after: readonly FoundRelation[],
  report: Report,
): void {
  const leading = new Map(after.map(relation => [formatLabel(relation), relation.pairs]))
  for (const relation of before) {
    const pairs = leading.get(formatLabel(relation))
    if (pairs === relation.pairs) continue
    const now = pairs === undefined ? 'is gone' : `leads elsewhere: ${pairs.slice(0, 200)}`
    report('schema', `${formatLabel(relation)} with other names of constraints ${now}`)
  }
}

const formatLabel = ({ from, name, kind }: FoundRelation) =>
  `${JSON.stringify(from)}.${JSON.stringify(name)} (${kind})`

const hasMark = ({ schema }: Client, table: string) =>
  schema.some(({ name, fields }) => name === table && fields.some(({ field }) => field === MARK))

type Leading = Pick<FoundRelation, 'from' | 'to' | 'pairs'>

interface Expected extends Leading {
  readonly why: string
}

async function expectedPairs(
  store: SqlStore,
  { foreignKeys, junctions }: RelatedTables,
): Promise<Expected[]> {
  const expected: Expected[] = []
  for (const key of foreignKeys) {
    // The rows of a pure junction have no marks.
    if (junctions.some(({ keys, hasOwnColumns }) => !hasOwnColumns && keys.includes(key))) continue
    const pairs = await store.read(buildJoin(store, key))
    const why = `${JSON.stringify(key.child)} (${key.columns})`
    expected.push(
      { from: key.child, to: key.parent, pairs: print(pairs.map(([a, b]) => [a, b])), why },
      { from: key.parent, to: key.child, pairs: print(pairs.map(([a, b]) => [b, a])), why },
    )
  }
  for (const { keys } of junctions) {
    const [left, right] = keys
    const pairs = await store.read(junctionJoin(store, left, right))
    const why = `the junction ${JSON.stringify(left.child)}`
    expected.push(
      { from: left.parent, to: right.parent, pairs: print(pairs.map(([a, b]) => [a, b])), why },
      { from: right.parent, to: left.parent, pairs: print(pairs.map(([a, b]) => [b, a])), why },
    )
  }
  return expected
}

function buildJoin({ flavour: { quote } }: SqlStore, key: ForeignKey): string {
  return `select c.mark, p.mark from ${quote(key.child)} c join ${quote(key.parent)} p on ${on(quote, key, 'p')}`
}

function junctionJoin(
  { flavour: { quote } }: SqlStore,
  left: ForeignKey,
  right: ForeignKey,
): string {
  return (
    `select l.mark, r.mark from ${quote(left.child)} c ` +
    `join ${quote(left.parent)} l on ${on(quote, left, 'l')} ` +
    `join ${quote(right.parent)} r on ${on(quote, right, 'r')}`
  )
}

const on = (quote: (name: string) => string, key: ForeignKey, alias: string) =>
  key.columns
    .map((column, index) => `c.${quote(column)} = ${alias}.${quote(key.parentColumns[index]!)}`)
    .join(' and ')

async function listRelations(
  client: Client,
  name: string,
  report: Report,
): Promise<FoundRelation[]> {
  const collection = client.schema.find(known => known.name === name)!
  const list = await client.send('GET', collectionPath(name), { 'page[size]': 100 })
  if (list.status !== 200) report('relation', brief(list))
  const records = list.status === 200 ? parseRecords(list.text) : []
  const included = new Map<string, Shown>()
  for (const record of parseRecords(list.text, 'included')) {
    included.set(JSON.stringify([record.type, record.id]), record)
  }
  // A record that is part of the list itself may be left out of what is included.
  for (const record of records) included.set(JSON.stringify([record.type, record.id]), record)
  const found: FoundRelation[] = []
  for (const { field, relationship, reference } of collection.fields) {
    if (!relationship || !reference) continue
    const to = findTarget(client, reference)
    const isToOne = relationship === 'BelongsTo' || relationship === 'HasOne'
    const pairs = isToOne
      ? records.map(record => [readMark(record), linked(record, field, to)])
      : await followToMany(client, name, field, records, report)
    const leading = print(pairs.filter(([, mark]) => mark))
    found.push({ from: name, name: field, kind: relationship, to, pairs: leading })
  }
  return found

  function linked(record: Shown, field: string, to: string): string | undefined {
    const id = record.links.get(field)
    if (id === null || id === undefined) return undefined
    const target = included.get(JSON.stringify([to, id]))
    return target ? readMark(target) : `not included: ${id}`
  }
}

/** `reference` is the name of a collection, a dot and its key: both may hold dots themselves. */
function findTarget({ schema }: Client, reference: string): string {
  const names = schema.map(({ name }) => name).filter(name => reference.startsWith(`${name}.`))
  return names.sort((a, b) => b.length - a.length)[0] ?? reference
}

/** Of how many records the related ones are also counted and exported. */
const COUNTED = chooseRounds(2, 5)

async function followToMany(
  client: Client,
  collection: string,
  relation: string,
  records: readonly Shown[],
  report: Report,
): Promise<string[][]> {
  const pairs: string[][] = []
  for (const [index, record] of records.entries()) {
    const path = `${recordPath(collection, record.id)}/relationships/${nameInPath(relation)}`
    const label = `${JSON.stringify(collection)} ${record.id}.${JSON.stringify(relation)}`
    const { records: targets, refusal } = await readByNumber(client, path, 5)
    if (refusal) report('relation', `${label}: ${refusal}`)
    const marks = targets.map(readMark)
    pairs.push(...marks.map(mark => [readMark(record), mark]))
    if (index >= COUNTED) continue
    const count = await client.send('GET', `${path}/count`)
    if (count.text !== `{"count":${marks.length}}`)
      report('relation', `${label}/count: ${brief(count)}`)
    const csv = await client.send('GET', `${path}.csv`)
    const [header = [], ...lines] = csvRows(csv.text)
    const exported = lines.map(line => line[header.indexOf(MARK)])
    if (String(exported) === String(marks)) continue
    report('relation', `${label}: the list has rows ${marks}, the export ${exported}`)
  }
  return pairs
}

const print = (pairs: readonly (readonly (string | null | undefined)[])[]): Pairs =>
  pairs
    .map(([from, to]) => `${from}>${to}`)
    .sort()
    .join(' ')
