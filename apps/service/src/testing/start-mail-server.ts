import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as the server got it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  readonly text: string
  /** Empty when the message is plain text. */
  readonly html: string
}

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** Whether it turns recipients away. */
  isRefusing: boolean
  stop(): Promise<void>
}

/** Starts a mail server on this machine that keeps what it gets. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const listener = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      const isRefused = server.isRefusing
      done(isRefused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        server.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...readMail(Buffer.concat(chunks).toString().replaceAll('\r\n', '\n')),
        })
        done()
      })
    },
  })
  listener.on('error', () => {})
  const { server: socket } = listener
  listener.listen(port, '127.0.0.1')
  await once(socket, 'listening')
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(socket.address() as AddressInfo).port}`,
    received: [],
    isRefusing: false,
    stop: () => new Promise(done => listener.close(() => done())),
  }
  return server
}

function readMail(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1]
  if (boundary === undefined) return { headers, text: decode(headers, body), html: '' }
  const parts = body.split(`--${boundary}`).map(part => split(part.replace(/^\n/, '')))
  const find = (type: string) => {
    const part = parts.find(one => one.headers.includes(`Content-Type: ${type}`))
    return part ? decode(part.headers, part.body) : ''
  }
  return { headers, text: find('text/plain'), html: find('text/html') }
}

/** Header fields that were broken over several lines are joined (RFC 5322 §2.2.3). */
function split(source: string) {
  const end = source.indexOf('\n\n')
  return { headers: source.slice(0, end).replace(/\n[ \t]+/g, ' '), body: source.slice(end + 2) }
}

/** Reads quoted-printable (RFC 2045 §6.7) and base64. */
function decode(headers: string, body: string): string {
  if (/encoding: base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  if (!/encoding: quoted-printable/i.test(headers)) return body
  const bytes = body
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
