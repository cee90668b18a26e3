import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { passwordCost } from './password-cost.js'

const KEY_LENGTH = 32

/** Hashes a password with scrypt; the result includes the salt and the cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, passwordCost)
  return [
    'scrypt',
    passwordCost.N,
    passwordCost.r,
    passwordCost.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

/** Whether a password matches a stored hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = stored.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: passwordCost.maxmem }
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return found.length === expected.length && timingSafeEqual(found, expected)
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
