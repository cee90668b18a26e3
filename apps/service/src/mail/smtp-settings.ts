/** The connection to a mail server. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the start; otherwise STARTTLS. */
  readonly secure: boolean
  /** Whether sending fails without TLS. */
  readonly requireTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/** Parses `smtp://user:password@host:port`; undefined when it is invalid or has unknown parameters. */
export function readSmtpUrl(text: string): SmtpSettings | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const defaultPort = PORTS[url.protocol]
  const isBare = url.hash === '' && (url.pathname === '' || url.pathname === '/')
  if (defaultPort === undefined || url.hostname === '' || !isBare) return undefined
  const { requireTLS, ...unknown } = Object.fromEntries(url.searchParams)
  if (Object.keys(unknown).length > 0 || !['true', 'false', undefined].includes(requireTLS)) {
    return undefined
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTLS: requireTLS === undefined ? !isLoopbackHost(url.hostname) : requireTLS === 'true',
    ...readCredentials(url),
  }
}

function readCredentials({ username, password }: URL): Pick<SmtpSettings, 'auth'> {
  if (username === '') return {}
  return { auth: { user: decode(username), pass: decode(password) } }
}

/** A percent sign that is not an escape is kept, as in the URL parser. */
const decode = (text: string) =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, escapes =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )

const isLoopbackHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)
