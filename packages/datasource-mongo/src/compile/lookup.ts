import type { KeyPair } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { columnNamed, type MongoCollection, type MongoColumn, partStages } from '../collection.js'
import { compileMatch } from './match.js'
import { createColumnLookup, type ScanJoin, type ScanNode } from './scan-tree.js'

/** Returns stages that add the related document of each join under its alias, if there is one. */
export function lookupStages(node: ScanNode, joins: readonly ScanJoin[]): Document[] {
  return joins.flatMap(join => [
    { $lookup: lookup(node.collection, join) },
    { $set: { [join.alias]: { $first: `$${join.alias}` } } },
  ])
}

interface Pair {
  readonly from: MongoColumn
  readonly to: MongoColumn
}

function lookup(origin: MongoCollection, { join, alias, node }: ScanJoin): Document {
  const pairs = join.on.map(pair => resolvePair(pair, origin, node.collection))
  const direct = pairs.find(({ from, to }) => isDirect(from, to, node.collection))
  const others = pairs.filter(pair => pair !== direct)
  const where = compileMatch(join.where, createColumnLookup(node))
  const pipeline = [
    ...partStages(node.collection),
    // A missing reference matches no document, not those without the column.
    ...(direct && direct.to.path !== '_id'
      ? [{ $match: { [direct.to.path]: { $ne: null } } }]
      : []),
    ...(others.length > 0 ? [{ $match: { $expr: { $and: others.flatMap(sameValue) } } }] : []),
    ...lookupStages(node, node.joins),
    ...(where ? [{ $match: where }] : []),
  ]
  return {
    from: node.collection.source,
    ...(direct && { localField: direct.from.path, foreignField: direct.to.path }),
    ...(others.length > 0 && { let: Object.fromEntries(others.map(variable)) }),
    ...((pipeline.length > 0 || !direct) && { pipeline }),
    as: alias,
  }
}

function resolvePair(
  { from, to }: KeyPair,
  origin: MongoCollection,
  target: MongoCollection,
): Pair {
  return { from: columnNamed(origin, from), to: columnNamed(target, to) }
}

/** Whether the server can compare the two as stored, before it unwinds documents. */
function isDirect(from: MongoColumn, to: MongoColumn, { nested: part }: MongoCollection): boolean {
  const isInArray = part && part.arrays.length > 0 && to.path !== '_id'
  return !isInArray && isText(from) === isText(to)
}

const isText = ({ stored }: MongoColumn): boolean => stored.kind === 'string'

const variable = ({ from, to }: Pair, index: number): [string, unknown] => {
  const value = `$${from.path}`
  if (isText(from) === isText(to)) return [`key${index}`, value]
  return [
    `key${index}`,
    isText(from)
      ? { $convert: { input: value, to: 'objectId', onError: value, onNull: null } }
      : { $convert: { input: value, to: 'string', onError: value, onNull: null } },
  ]
}

const sameValue = ({ to }: Pair, index: number): Document[] => [
  { $eq: [`$${to.path}`, `$$key${index}`] },
  { $gt: [`$$key${index}`, null] },
]
