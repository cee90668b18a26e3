import { beforeAll, describe, expect, it } from 'vitest'
import type { CodeStore } from '../code-store.js'
import { computeCodeChallenge } from '../pkce.js'
import { type CodeExchange, redeemCode } from '../redeem-code.js'

/** A store that is ready for the suite, with something to keep and a client that it knows. */
export interface OpenedCodeStore<Data, Stored> {
  readonly clientId: string
  readonly data: Data
  /** Gives the store to one caller, as a request gets it: in a transaction of its own, if there are any. */
  use<Result>(run: (codes: CodeStore<Data, Stored>) => Promise<Result>): Promise<Result>
  /** Lets the time of every code run out. */
  expireAll(): Promise<void>
}

const codeVerifier = 'a-verifier-that-only-one-client-knows-and-is-long-enough'
const codeChallenge = computeCodeChallenge(codeVerifier)

/**
 * The suite that every code store passes.
 *
 * @example
 * describeCodeStore('in memory', async () => openMemoryStore())
 */
export function describeCodeStore<Data, Stored>(
  name: string,
  open: () => Promise<OpenedCodeStore<Data, Stored>>,
): void {
  describe(`the code store ${name}`, () => {
    let store: OpenedCodeStore<Data, Stored>

    beforeAll(async () => {
      store = await open()
    }, 60_000)

    const issue = () =>
      store.use(async codes => codes.issue({ clientId: store.clientId, codeChallenge }, store.data))
    const redeem = async (code: string, difference: Partial<CodeExchange> = {}) => {
      const exchange = { code, clientId: store.clientId, codeVerifier, ...difference }
      return store.use(async codes => redeemCode(codes, exchange))
    }

    it('returns what a code stands for, once', async () => {
      const code = await issue()
      expect(code.length).toBeGreaterThanOrEqual(43)
      expect(await redeem(code)).toMatchObject({ status: 'redeemed', data: store.data })
      expect(await redeem(code)).toMatchObject({ status: 'reused', data: store.data })
      expect(await redeem(code)).toMatchObject({ status: 'reused' })
    })

    it('lets one of several callers at the same time have it', async () => {
      const code = await issue()
      const all = await Promise.all(Array.from({ length: 5 }, () => redeem(code)))
      expect(all.map(({ status }) => status).sort()).toEqual([
        'redeemed',
        'reused',
        'reused',
        'reused',
        'reused',
      ])
    })

    it('knows a code of its own client only, and leaves it untouched for others', async () => {
      const code = await issue()
      expect(await redeem(code, { clientId: 'another' })).toEqual({ status: 'unknown' })
      expect(await redeem('made-up')).toEqual({ status: 'unknown' })
      expect(await redeem(code)).toMatchObject({ status: 'redeemed' })
    })

    it.each([{ codeVerifier: 'x'.repeat(43) }, { codeVerifier: undefined }])(
      'refuses %o, and there is no second attempt',
      async difference => {
        const code = await issue()
        expect(await redeem(code, difference)).toMatchObject({ status: 'mismatched' })
        expect(await redeem(code)).toMatchObject({ status: 'reused' })
      },
    )

    it('refuses a code whose time is over', async () => {
      const code = await issue()
      await store.expireAll()
      expect(await redeem(code)).toMatchObject({ status: 'expired' })
    })
  })
}
