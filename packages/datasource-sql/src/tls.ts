import { knownNames, OptionError } from '@service/base'
import type { Address } from './address.js'
import type { ConnectionOptions, SslMode } from './options.js'

/** What drivers accept: false, or options of `tls.connect`. Undefined: as the database URL says. */
export type Tls =
  | false
  | {
      readonly rejectUnauthorized: boolean
      readonly ca?: string
      readonly cert?: string
      readonly key?: string
    }

const attempts: Readonly<Record<SslMode, readonly (boolean | 'verified')[]>> = {
  disabled: [false],
  preferred: ['verified', true, false],
  required: [true],
  verify: ['verified'],
  manual: [],
}

/** Maps the ssl modes of PostgreSQL and MySQL URLs to ours. */
const addressModes: Readonly<Record<string, SslMode>> = {
  disable: 'disabled',
  allow: 'preferred',
  prefer: 'preferred',
  require: 'required',
  'verify-ca': 'verify',
  'verify-full': 'verify',
  'no-verify': 'required',
  true: 'verify',
  false: 'disabled',
}

/** Tries each kind of encryption the mode allows, the strongest first. */
export async function withTls<T>(
  address: Address,
  options: ConnectionOptions,
  open: (tls: Tls | undefined) => Promise<T>,
): Promise<T> {
  const mode = chooseSslMode(address, options)
  const tries: (Tls | undefined)[] = attempts[mode].map(kind =>
    kind === false ? false : { rejectUnauthorized: kind === 'verified', ...options.ssl },
  )
  if (mode === 'manual') tries.push(options.ssl && { rejectUnauthorized: true, ...options.ssl })
  let failure: unknown
  for (const tls of tries) {
    try {
      return await open(tls)
    } catch (error) {
      failure = error
      if (!isAboutTls(error)) break
    }
  }
  throw failure
}

function chooseSslMode(address: Address, { sslMode }: ConnectionOptions): SslMode {
  if (sslMode && sslMode !== 'manual') return sslMode
  const requestedMode = address.parameters.sslmode ?? address.parameters.ssl
  if (!requestedMode) return 'manual'
  const mode = addressModes[requestedMode]
  if (mode) return mode
  throw new OptionError(
    `The parameter 'sslmode' of the database address is '${requestedMode}'. It must be one of these: ${knownNames(requestedMode, Object.keys(addressModes))}`,
  )
}

const isAboutTls = (error: unknown): boolean =>
  error instanceof Error &&
  /ssl|tls|certificate|self.signed|EPROTO|HANDSHAKE/i.test(
    `${(error as { code?: string }).code} ${error.message}`,
  )
