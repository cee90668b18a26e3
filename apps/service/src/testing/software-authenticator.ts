import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Site {
  /** Such as `http://localhost:3000`. */
  readonly origin: string
}

interface Use {
  /** Whether it checked that it is its owner who uses it. */
  readonly isVerified?: boolean
  /** Instead of one more than before. */
  readonly counter?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** An authenticator as browsers show it to a site: ES256, without attestation. */
export function createAuthenticator({ origin }: Site) {
  const { hostname } = new URL(origin)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const describeClient = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  const describeAuthenticator = (flags: number, count: number, more: readonly Buffer[] = []) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([hash(hostname), Buffer.from([flags]), counted, ...more])
  }
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }

  return {
    /** What `navigator.credentials.create` returns, as JSON. */
    create({ challenge }: { readonly challenge: string }) {
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ])
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key]
      const data = describeAuthenticator(PRESENT | VERIFIED | ATTESTED, counter, attested)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(data.length)
      // CBOR: {fmt: 'none', attStmt: {}, authData: data}.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x59]),
        length,
        data,
      ])
      return {
        ...common,
        response: {
          clientDataJSON: describeClient('create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** What `navigator.credentials.get` returns, as JSON. */
    get({ challenge }: { readonly challenge: string }, use: Use = {}) {
      counter = use.counter ?? counter + 1
      const flags = PRESENT | (use.isVerified === false ? 0 : VERIFIED)
      const client = describeClient('get', challenge)
      const data = describeAuthenticator(flags, counter)
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()
