import {
  type DataSourceFactory,
  fromDocument,
  mergeDocuments,
  type Operator,
  type Row,
  valueAt,
} from '@service/datasource-toolkit'
import { list, update } from '@service/engine'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flattenJsonColumn } from '../index.js'
import { call, listIds, type OpenModel, openModel } from './open-model.js'

/** Random numbers that are the same for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const random = randomFrom(fuzzSeed)
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T

const texts = ['', 'a', 'A', 'b', "o'k", 'é', '10', '9']
const numbers = [-1, 0, 0.5, 2, 10, 1e9]
const dates = ['2024-02-29T00:00:00.000Z', '2023-06-01T10:00:00.500Z', '1999-12-31T23:59:59.000Z']
const members = {
  text: { path: ['t'], type: 'String', values: texts },
  number: { path: ['a', 'n'], type: 'Number', values: numbers },
  flag: { path: ['a', 'b', 'f'], type: 'Boolean', values: [true, false] },
  date: { path: ['a', 'b', 'd'], type: 'Date', values: dates },
} as const
const columnType = {
  t: 'String',
  a: { n: 'Number', b: { f: 'Boolean', d: 'Date' } },
} as const
type Member = (typeof members)[keyof typeof members]
const buildFieldName = ({ path }: Member) => ['doc', ...path].join('@@@')

const anything = () => pick<unknown>([...texts, ...numbers, ...dates, true, null, [], {}, ['a']])
const maybe = (value: () => unknown) => (random(5) === 0 ? undefined : value())
const nested = (value: () => unknown) => (random(6) === 0 ? anything() : value())

function randomDocument(): unknown {
  const valueFor = (member: Member) => () => nested(() => pick<unknown>(member.values))
  const inner = () => ({ f: maybe(valueFor(members.flag)), d: maybe(valueFor(members.date)) })
  const outer = () => ({ n: maybe(valueFor(members.number)), b: maybe(() => nested(inner)) })
  const document = nested(() => ({
    t: maybe(valueFor(members.text)),
    a: maybe(() => nested(outer)),
    other: random(9),
  }))
  return JSON.parse(JSON.stringify(document))
}

/** The records of the collection `docs`. */
export const documents = Array.from({ length: 60 }, (_, id) => ({ id, doc: randomDocument() }))
const operatorsByType: Readonly<Record<Member['type'], readonly Operator[]>> = {
  Boolean: ['Equal', 'NotEqual'],
  Date: ['Equal', 'NotEqual', 'Before', 'After'],
  Number: ['Equal', 'NotEqual', 'In', 'LessThan', 'GreaterThan'],
  String: ['Equal', 'NotEqual', 'In'],
}

/** Evaluates one record at a time, as the documentation describes. */
function matches(value: unknown, operator: Operator, operand: unknown): boolean {
  if (operator === 'Equal') return value === operand
  if (operator === 'NotEqual') return value !== operand
  if (operator === 'In') return (operand as unknown[]).includes(value)
  if (value === null) return false
  const [left, right] = [value as number, operand as number]
  return operator === 'LessThan' || operator === 'Before' ? left < right : left > right
}

const rounds = chooseRounds(20, 60)

/** Compares flattened columns of `docs` with a naive evaluator. */
export function describeFuzz(name: string, open: () => Promise<DataSourceFactory>): void {
  describe(`flattened columns on ${name}, seed ${fuzzSeed}`, () => {
    let opened: OpenModel
    const known = new Map<number, unknown>(documents.map(({ id, doc }) => [id, doc]))
    beforeAll(async () => {
      opened = await openModel(await open(), 'docs', docs =>
        docs.use(flattenJsonColumn, { columnName: 'doc', columnType, keepOriginalColumn: true }),
      )
    })
    afterAll(() => opened.close())

    const check = async (member: Member) => {
      const operator = pick(operatorsByType[member.type])
      const values: readonly unknown[] = member.values
      const operand = operator === 'In' ? [pick(values), pick(values)] : pick(values)
      const expected = [...known].flatMap(([id, doc]) => {
        const value = fromDocument(member.type, valueAt(doc, member.path))
        return matches(value, operator, operand) ? [id] : []
      })
      const found = await listIds(opened.model, 'docs', [buildFieldName(member), operator, operand])
      expect(found, `${buildFieldName(member)} ${operator} ${JSON.stringify(operand)}`).toEqual(
        expected,
      )
    }

    it('agree with a naive evaluator, however they are changed', async () => {
      const collection = opened.model.collection('docs')
      for (let round = 0; round < rounds; round++) {
        for (const member of Object.values(members)) await check(member)
        const id = random(documents.length)
        const member = pick(Object.values(members))
        const value = pick<unknown>(member.values)
        const where = { conditionTree: { field: 'id', operator: 'Equal', value: id } } as const
        await update(collection, where, { [buildFieldName(member)]: value }, call)
        const patch = member.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
        known.set(id, mergeDocuments(known.get(id), patch as Row))
      }
      const query = { collection, filter: {}, sort: [], projection: ['id', 'doc'] }
      const stored = await list(query, call)
      expect(stored).toEqual([...known].map(([id, doc]) => ({ id, doc })))
    }, 60_000)
  })
}
