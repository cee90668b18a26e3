import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openMailer } from './open-mailer.js'

const sockets = new Set<Socket>()
let close: (() => void) | undefined

/** A server that does with a connection whatever a test says. */
async function mailServer(serve: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  close = () => server.close()
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const send = (smtpUrl: string, limit?: number) =>
  openMailer({ smtpUrl, mailFrom: 'a@example.com', publicUrl: 'https://x.example' }, limit)?.send({
    to: 'b@example.com',
    subject: 'Hello',
    text: 'Hello',
  })

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  close?.()
})

it('a server that never comes to an end is not waited for', async () => {
  const url = await mailServer(socket => {
    socket.write('220 ready\r\n')
    socket.once('data', () => {
      const drip = setInterval(() => socket.write('250-another line\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
  })
  await expect(send(url, 300)).rejects.toThrow('took longer than 300 milliseconds')
})

it('a server that takes the text and then refuses it has not taken the message', async () => {
  const url = await mailServer(socket => {
    let isText = false
    socket.write('220 ready\r\n')
    socket.on('data', chunk => {
      const lines = String(chunk)
      if (isText && !lines.endsWith('\r\n.\r\n')) return
      socket.write(
        isText
          ? '554 looks like spam\r\n'
          : lines.startsWith('DATA')
            ? '354 go on\r\n'
            : '250 ok\r\n',
      )
      isText = lines.startsWith('DATA')
    })
  })
  await expect(send(url)).rejects.toThrow('554 looks like spam')
})

it('a server that is gone is told at once', async () => {
  const url = await mailServer(() => {})
  close?.()
  await expect(send(url)).rejects.toThrow('ECONNREFUSED')
})
