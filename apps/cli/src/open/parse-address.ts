import { basename, extname, resolve } from 'node:path'
import { databaseKinds, findKind, getKind, type KindName } from './database-kinds.js'
import { OpenError } from './errors.js'

/** A database to open, as the command line names it. */
export interface DatabaseAddress {
  readonly kind: KindName
  /** For data sources; may contain the password. */
  readonly uri: string
  /** What people call it: the name of the database, or of its file. */
  readonly name: string
  /** For messages; never contains the password. */
  readonly label: string
  readonly user?: string
  readonly password?: string
  /** SQLite: the absolute path. */
  readonly file?: string
}

/** Reads an address of the command line: a URL, or the path of an SQLite file. */
export function parseAddress(text: string): DatabaseAddress {
  // A scheme of one letter is a drive of Windows.
  const scheme = /^([a-z][a-z0-9+]+):/i.exec(text)?.[1]
  if (scheme === undefined) return parsePath(text, text)
  const kind = findKind(scheme)
  if (kind === undefined) throw new OpenError(`'${scheme}:' is no known database. ${allowed()}`)
  if (kind === 'sqlite') return parsePath(decodePath(text.slice(scheme.length + 1)), text)
  return parseUrl(kind, text)
}

function parsePath(path: string, given: string): DatabaseAddress {
  const looksLikeFile = /[\\/.]/.test(path)
  if (path === '' || path.startsWith(':') || !looksLikeFile) {
    throw new OpenError(`'${given}' is no address of a database. ${allowed()}`)
  }
  const file = resolve(path)
  const name = basename(file, extname(file))
  const uri = `sqlite:${encodeURIComponent(file).replaceAll('%2F', '/')}`
  return { kind: 'sqlite', uri, name, label: `sqlite:${file}`, file }
}

function parseUrl(kind: KindName, text: string): DatabaseAddress {
  const { label, example } = getKind(kind)
  // Several hosts are usual for MongoDB, and not allowed in URLs.
  const { url, hosts } = parseHosts(text)
  if (url === undefined) throw new OpenError(`The address is no URL such as ${example}.`)
  const name = decode(url.pathname.slice(1))
  if (name === '' || url.hostname === '') {
    const missing = name === '' ? 'database' : 'host'
    throw new OpenError(`The address names no ${missing}. For ${label} it is ${example}.`)
  }
  const user = decode(url.username) || undefined
  const password = decode(url.password) || undefined
  const at = user === undefined ? '' : `${user}@`
  return {
    kind,
    uri: text,
    name,
    label: `${url.protocol}//${at}${hosts}/${name}`,
    user,
    password,
  }
}

function parseHosts(text: string): { readonly url?: URL; readonly hosts: string } {
  const match = /^([^:]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(text)
  const [, start = '', hosts = '', rest = ''] = match ?? []
  const first = `${start}${hosts.split(',')[0]}${rest}`
  return { url: URL.canParse(first) ? new URL(first) : undefined, hosts }
}

/** The same address with a password. */
export function withPassword(address: DatabaseAddress, password: string): DatabaseAddress {
  const user = encodeURIComponent(address.user ?? '')
  const login = `${user}:${encodeURIComponent(password)}@`
  const uri = address.uri.replace(/^([^:]+:\/\/)(?:[^@/]*@)?/, (_, start) => start + login)
  return { ...address, uri, password }
}

const decodePath = (rest: string): string => decode(rest.replace(/^\/\//, ''))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const allowed = (): string =>
  `Addresses are: ${Object.values(databaseKinds)
    .map(({ example }) => example)
    .join('; ')}.`
