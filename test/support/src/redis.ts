import { connect } from 'node:net'
import { join } from 'node:path'
import { findProgram } from './find-program.js'
import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server.js'

/** Starts a private Redis that keeps nothing on disk, or answers undefined when it is not installed. */
export async function startRedis(): Promise<ThrowAwayServer | undefined> {
  const bin = findProgram('redis-server', ['/usr/bin'])
  if (!bin) return undefined
  return startThrowAwayServer({
    name: 'redis',
    init: async () => {},
    serve: (_dataDir, port) => ({
      command: join(bin, 'redis-server'),
      args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    }),
    url: port => `redis://127.0.0.1:${port}`,
    ping: url => ping(Number(new URL(url).port)),
  })
}

function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('Redis closed the connection.')))
  })
}
