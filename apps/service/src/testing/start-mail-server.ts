import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A message as the server got it. */
interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  readonly text: string
}

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** Whether it turns recipients away. */
  isRefusing: boolean
  stop(): Promise<void>
}

/** A mail server that speaks as much SMTP (RFC 5321) as a client needs, and keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const listener = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, server)
  })
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received: [],
    isRefusing: false,
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise(done => listener.close(() => done()))
    },
  }
  return server
}

/** Reads a text that is quoted-printable (RFC 2045 §6.7) where lines were broken. */
function splitMail(lines: readonly string[]) {
  const end = lines.indexOf('')
  const text = lines.slice(end + 1).join('\n')
  return { headers: lines.slice(0, end).join('\n'), text: text.replaceAll('=\n', '') }
}

function serve(socket: Socket, server: MailServer): void {
  let pending = ''
  let isContent = false
  let mail = { from: '', to: [] as string[], lines: [] as string[] }
  const reply = (text: string) => socket.write(`${text}\r\n`)

  const take = (line: string) => {
    if (!isContent) return command(line)
    if (line !== '.') return void mail.lines.push(line.replace(/^\./, ''))
    isContent = false
    server.received.push({ from: mail.from, to: mail.to, ...splitMail(mail.lines) })
    reply('250 kept')
  }
  const command = (line: string) => {
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'MAIL') mail = { from: address, to: [], lines: [] }
    if (verb === 'RCPT' && server.isRefusing) return void reply('550 no such mailbox')
    if (verb === 'RCPT') mail.to.push(address)
    if (verb === 'DATA') {
      isContent = true
      return void reply('354 go on')
    }
    reply(verb === 'QUIT' ? '221 bye' : '250 ok')
    if (verb === 'QUIT') socket.end()
  }

  reply('220 test ready')
  socket.on('error', () => socket.destroy())
  socket.on('data', chunk => {
    pending += chunk
    const lines = pending.split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}
