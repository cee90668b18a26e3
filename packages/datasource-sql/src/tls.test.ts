import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.js'
import type { ConnectionOptions } from './options.js'
import { type Tls, withTls } from './tls.js'

const plain = parseAddress('postgres://h/d')

/** Returns the attempts made until `accept` accepted one. */
async function tried(
  uri: string,
  options: ConnectionOptions,
  accept: (tls: Tls | undefined) => boolean,
): Promise<(Tls | undefined)[]> {
  const attempts: (Tls | undefined)[] = []
  await withTls(parseAddress(uri), options, async tls => {
    attempts.push(tls)
    if (!accept(tls)) throw new Error('self-signed certificate')
  }).catch(() => {})
  return attempts
}

describe('withTls', () => {
  it('leaves encryption to the driver when nothing is said', async () => {
    expect(await tried('postgres://h/d', {}, () => true)).toEqual([undefined])
  })

  it('tries verified, then unverified, then plain when preferred', async () => {
    expect(await tried('postgres://h/d', { sslMode: 'preferred' }, tls => tls === false)).toEqual([
      { rejectUnauthorized: true },
      { rejectUnauthorized: false },
      false,
    ])
  })

  it('never falls back to plain when required or verified', async () => {
    expect(await tried('postgres://h/d', { sslMode: 'required' }, () => false)).toEqual([
      { rejectUnauthorized: false },
    ])
    expect(await tried('postgres://h/d', { sslMode: 'verify' }, () => false)).toEqual([
      { rejectUnauthorized: true },
    ])
  })

  it('follows the mode of the address, and passes certificates on', async () => {
    expect(await tried('postgres://h/d?sslmode=disable', {}, () => true)).toEqual([false])
    const ssl = { ca: 'CA', cert: 'CERT', key: 'KEY' }
    expect(await tried('postgres://h/d?sslmode=verify-full', { ssl }, () => true)).toEqual([
      { rejectUnauthorized: true, ...ssl },
    ])
  })

  it('does not try again after an error that is not about encryption', async () => {
    let attempts = 0
    await expect(
      withTls(plain, { sslMode: 'preferred' }, async () => {
        attempts++
        throw new Error('password authentication failed')
      }),
    ).rejects.toThrow('password')
    expect(attempts).toBe(1)
  })

  it('names the supported modes when a URL has another', async () => {
    const address = parseAddress('postgres://h/d?sslmode=requir')
    await expect(withTls(address, {}, async () => {})).rejects.toThrow(
      /'sslmode' of the database address is 'requir'.*Did you mean 'require'\?$/,
    )
  })
})
