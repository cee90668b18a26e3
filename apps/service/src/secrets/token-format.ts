import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const ID_LENGTH = 12

/** The kinds of tokens, by their prefix. */
export type TokenPrefix = 'svc' | 'svcp' | 'svca'

export interface NewToken {
  /** Returned once: `svc_<id>_<secret><checksum>`. */
  readonly token: string
  readonly publicId: string
  /** The stored value. */
  readonly hash: Buffer
}

/** Creates a token of 256 random bits. Its checksum detects a mistyped token without a query. */
export function makeToken(prefix: TokenPrefix): NewToken {
  const publicId = randomText(ID_LENGTH)
  const body = `${prefix}_${publicId}_${randomText(SECRET_LENGTH)}`
  const token = body + checksum(body)
  return { token, publicId, hash: hashSecret(token) }
}

/** The public id of a well-formed token, or undefined. */
export function parseToken(prefix: TokenPrefix, token: string): string | undefined {
  const length = prefix.length + 1 + ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH
  if (token.length !== length || !token.startsWith(`${prefix}_`)) return undefined
  const body = token.slice(0, -CHECKSUM_LENGTH)
  if (checksum(body) !== token.slice(-CHECKSUM_LENGTH)) return undefined
  return body.slice(prefix.length + 1, prefix.length + 1 + ID_LENGTH)
}

/** A random secret in hexadecimal: environment secrets have 64 digits. */
export function randomHex(digits: number): string {
  return randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits)
}

/** The stored hash of a random secret. Passwords are not random: see `password.ts`. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares a presented secret with a stored hash in constant time. */
export function matchesHash(secret: string, hash: Buffer): boolean {
  const presented = hashSecret(secret)
  return presented.length === hash.length && timingSafeEqual(presented, hash)
}

/** Random letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Above 247 the remainder would favor the first letters of the alphabet.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = ALPHABET[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
