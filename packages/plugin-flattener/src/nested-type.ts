import { isObject, knownNames, ValidationError } from '@service/base'
import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import { primitiveTypes, unknownType } from '@service/datasource-toolkit'

/** A text that must be one of the listed values. */
export interface EnumType {
  readonly columnType: 'Enum'
  readonly enumValues: readonly string[]
}

/**
 * The type of a value in a document: a type, a list of one (`['String']`), or an object of named
 * ones.
 */
export type NestedType =
  | PrimitiveType
  | EnumType
  | readonly [NestedType]
  | { readonly [name: string]: NestedType }

/** A checked type: an object whose members have types, or a value. */
export type TypeNode = ObjectNode | ValueNode

export interface ObjectNode {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, TypeNode>
}

interface ValueNode {
  readonly kind: 'value'
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
}

/** JSON cannot represent bytes. */
const allowedTypes: readonly PrimitiveType[] = primitiveTypes.filter(
  type => type !== 'Binary' && type !== 'File',
)

/** Checks the type that a customer declares; an error says where it is. */
export function readDeclaredType(type: unknown, location: string): TypeNode {
  if (Array.isArray(type)) return readList(type, location)
  if (isObject(type))
    return isEnumType(type) ? readEnum(type, location) : readObject(type, location)
  if (type === 'Enum') {
    throw new ValidationError(
      `${location} is an Enum without values: write { columnType: 'Enum', enumValues: [...] }.`,
    )
  }
  if (!allowedTypes.includes(type as PrimitiveType)) {
    throw unknownType(type, location, allowedTypes)
  }
  return { kind: 'value', columnType: type as PrimitiveType }
}

function readList(type: readonly unknown[], location: string): ValueNode {
  if (type.length !== 1) {
    throw new ValidationError(
      `${location} is a list of ${type.length} types: write one, as [type].`,
    )
  }
  const element = readDeclaredType(type[0], `${location}[0]`)
  const enumValues = element.kind === 'value' ? element.enumValues : undefined
  return { kind: 'value', columnType: [toColumnType(element)], enumValues }
}

function isEnumType(type: Readonly<Record<string, unknown>>): boolean {
  return type.columnType === 'Enum' && Object.hasOwn(type, 'enumValues')
}

function readEnum({ enumValues }: Readonly<Record<string, unknown>>, location: string): ValueNode {
  const isRight =
    Array.isArray(enumValues) &&
    enumValues.length > 0 &&
    enumValues.every(value => typeof value === 'string')
  if (!isRight) throw new ValidationError(`enumValues of ${location} must be a list of texts.`)
  return { kind: 'value', columnType: 'Enum', enumValues }
}

function readObject(type: Readonly<Record<string, unknown>>, location: string): ObjectNode {
  const members = Object.entries(type)
  if (members.length === 0) throw new ValidationError(`${location} is an object without members.`)
  return {
    kind: 'object',
    members: new Map(
      members.map(([name, member]) => {
        if (name === '__proto__') throw new ValidationError(`${location} has a member '${name}'.`)
        return [name, readDeclaredType(member, `${location}.${name}`)]
      }),
    ),
  }
}

/**
 * Converts the type that a source gives to a column. Enums in it have no values, so they are texts.
 */
export function readSourceType(type: ColumnType): TypeNode {
  if (isObject(type)) {
    const members = Object.entries(type as Readonly<Record<string, ColumnType>>)
    return {
      kind: 'object',
      members: new Map(members.map(([name, member]) => [name, readSourceType(member)])),
    }
  }
  return { kind: 'value', columnType: type === 'Enum' ? 'String' : type }
}

export function toColumnType(node: TypeNode): ColumnType {
  if (node.kind === 'value') return node.columnType
  return Object.fromEntries([...node.members].map(([name, member]) => [name, toColumnType(member)]))
}

/** Returns how many levels of objects are nested; a list counts as a value. */
export function measureDepth(node: TypeNode): number {
  if (node.kind === 'value') return 0
  return 1 + Math.max(...[...node.members.values()].map(measureDepth))
}

/** A JSON path and its type. */
export interface TypedPath {
  readonly path: readonly string[]
  readonly node: TypeNode
}

/** Lists values down to a level, where objects are kept whole. */
function pathsToLevel(root: ObjectNode, level: number): readonly TypedPath[] {
  return [...root.members].flatMap(([name, node]) => {
    if (node.kind === 'value' || level <= 1) return [{ path: [name], node }]
    return pathsToLevel(node, level - 1).map(inner => ({
      ...inner,
      path: [name, ...inner.path],
    }))
  })
}

/** Lists every path, objects before their members. */
function everyPath(root: ObjectNode): readonly TypedPath[] {
  return [...root.members].flatMap(([name, node]) => {
    const inner = node.kind === 'object' ? everyPath(node) : []
    return [{ path: [name], node }, ...inner.map(each => ({ ...each, path: [name, ...each.path] }))]
  })
}

/** Accepts members written with dots, colons, or the separator of the flat names. */
const plainText = (path: string) => path.split(/@@@|[.:]/).join('.')
const formatPath = ({ path }: TypedPath) => plainText(path.join('.'))

interface Choice {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly level: number
}

/** Returns the paths that become columns; those named in `include` do at any depth. */
export function choosePaths(
  root: ObjectNode,
  column: string,
  { include, exclude, level }: Choice,
): readonly TypedPath[] {
  const known = everyPath(root)
  const named = include?.map(name => findPath(known, name, `include of '${column}'`))
  const candidates = named ? [...new Set(named)] : pathsToLevel(root, level)
  const excluded = exclude?.map(name => formatPath(findPath(known, name, `exclude of '${column}'`)))
  for (const text of excluded ?? []) {
    const whole = candidates.find(candidate => text.startsWith(`${formatPath(candidate)}.`))
    if (whole) {
      throw new ValidationError(
        `exclude of '${column}' names '${text}', but '${formatPath(whole)}' is kept whole: raise level, or exclude all of it.`,
      )
    }
  }
  const chosen = candidates.filter(
    candidate => !excluded?.some(text => isWithin(formatPath(candidate), text)),
  )
  if (chosen.length > 0 || named?.length === 0) return chosen
  throw new ValidationError(
    `include and exclude of '${column}' leave nothing. It has: ${known.map(formatPath).join(', ')}.`,
  )
}

function findPath(known: readonly TypedPath[], name: string, option: string): TypedPath {
  const text = plainText(name)
  const found = known.find(each => formatPath(each) === text)
  if (found) return found
  throw new ValidationError(
    `${option} names '${name}'. There are: ${knownNames(text, known.map(formatPath))}`,
  )
}

const isWithin = (text: string, outer: string) => text === outer || text.startsWith(`${outer}.`)
