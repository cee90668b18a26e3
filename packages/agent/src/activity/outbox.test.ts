import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProcessIdentity } from '@service/http'
import type { ActivityEntry, RefusedEntry } from '@service/service-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outbox, type OutboxOptions, openOutbox } from './outbox.js'

let folder: string
let isAway: boolean
let sent: ActivityEntry[]
let logged: string[]
let lives: object[]
let dead: Set<object>
const opened: Outbox[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  isAway = false
  sent = []
  logged = []
  lives = []
  dead = new Set()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(outbox => outbox.close()))
  await rm(folder, { recursive: true })
})

const fastTimings = { write: 1, send: 1, retry: 2, maxRetry: 5, close: 200, scanInterval: 10 }

async function open(options: Partial<OutboxOptions> = {}): Promise<Outbox> {
  const [lines, entries, life] = [logged, sent, {}]
  lives.push(life)
  const outbox = await openOutbox({
    folder,
    envSecret: 'secret',
    maxBytes: 1024 * 1024,
    logger: (level, message) => lines.push(`${level} ${message}`),
    send: async batch => {
      if (isAway || dead.has(life)) throw new Error('The service is away.')
      // As in the service, an entry with a known key is not stored again.
      const known = new Set(entries.map(({ key }) => key))
      const [bad, good] = [batch.filter(isBad), batch.filter(entry => !isBad(entry))]
      entries.push(...good.filter(({ key }) => !known.has(key)))
      return bad.map((entry): RefusedEntry => ({ entry, reason: 'It is bad.' }))
    },
    timings: fastTimings,
    ...options,
  })
  opened.push(outbox)
  return outbox
}

const read = (label: string) => ({ type: 'read', action: 'index', userId: 1, label }) as const
const write = (label: string) => ({ type: 'write', action: 'update', userId: 1, label }) as const
const isBad = ({ label = '' }: ActivityEntry) => label.startsWith('bad')
const labels = () => sent.map(entry => entry.label)
const files = async () => (await readdir(folder, { recursive: true })).filter(isLines)
const isLines = (name: string) => /\.(reads|writes)$/.test(name)

/** Simulates that all processes but the last `left` were killed: their owner files name no running process. */
async function kill(left = 0): Promise<void> {
  dead = new Set(lives.slice(0, lives.length - left))
  opened.splice(0, opened.length - left)
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.owner')) continue
    await writeFile(join(folder, name), JSON.stringify({ ...readProcessIdentity(), startedAt: 1 }))
  }
}

describe('the outbox', () => {
  it('sends reads and writes in the order they were made, each with a key of its own', async () => {
    const outbox = await open()
    outbox.add(read('1'))
    const key = await outbox.begin(write('2'))
    outbox.recordOutcome({ key })
    outbox.add(read('3'))
    await expect.poll(labels).toEqual(['1', '2', '3'])
    expect(new Set(sent.map(entry => entry.key)).size).toBe(3)
  })

  it('leaves no file when everything is sent', async () => {
    const outbox = await open()
    outbox.add(read('1'))
    outbox.recordOutcome({ key: await outbox.begin(write('2')) })
    await expect.poll(labels).toHaveLength(2)
    await outbox.close()
    expect(await readdir(folder, { recursive: true })).toHaveLength(1)
  })

  it('keeps a write back until it has ended, and lets others pass', async () => {
    const outbox = await open()
    const key = await outbox.begin(write('slow'))
    outbox.add(read('quick'))
    await expect.poll(labels).toEqual(['quick'])
    outbox.recordOutcome({ key, label: 'slow (failed)' })
    await expect.poll(labels).toEqual(['quick', 'slow (failed)'])
  })

  it('sends nothing of a write that changed nothing', async () => {
    const outbox = await open()
    outbox.recordOutcome({ key: await outbox.begin(write('refused')), isVoid: true })
    outbox.add(read('after'))
    await expect.poll(labels).toEqual(['after'])
  })

  it('is on disk before a write may begin, readable by its owner alone', async () => {
    isAway = true
    const outbox = await open()
    await outbox.begin(write('begun'))
    const [name] = await files()
    const path = join(folder, name!)
    expect(await readFile(path, 'utf8')).toContain('begun')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  })

  it('tries again when the service is back, without losing or doubling', async () => {
    isAway = true
    const outbox = await open()
    for (const label of ['1', '2', '3']) outbox.add(read(label))
    await expect
      .poll(() => logged)
      .toEqual(['Warn Cannot send the activity log to the service: the agent keeps trying'])
    isAway = false
    await expect.poll(labels).toEqual(['1', '2', '3'])
  })

  it('waits as long as the service asks for', async () => {
    const askedAt: number[] = []
    const send = async () => {
      askedAt.push(performance.now())
      throw Object.assign(new Error('Later.'), { retryAfter: 0.2 })
    }
    const outbox = await open({ send })
    outbox.add(read('1'))
    await expect.poll(() => askedAt.length).toBe(2)
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThanOrEqual(195)
  })

  it('sends what the last process left, ended or not', async () => {
    isAway = true
    const first = await open()
    first.add(read('read'))
    first.recordOutcome({ key: await first.begin(write('ended')), label: 'ended (failed)' })
    first.recordOutcome({ key: await first.begin(write('refused')), isVoid: true })
    await first.begin(write('unended'))
    await expect.poll(text).toContain('isVoid')
    await expect.poll(text).toContain('"read"')
    await kill()
    isAway = false
    await open()
    await expect.poll(labels).toEqual(['read', 'ended (failed)', 'unended'])
  })

  it('tells a write as it ended, though other files tell that it began', async () => {
    isAway = true
    const first = await open({ maxBytes: 4000 })
    const key = await first.begin(write('long'))
    // Fills several files, so that the entry moves to a later one.
    for (let index = 0; index < 20; index++) first.add(read(`${index}`))
    first.recordOutcome({ key, label: 'long (failed)' })
    await expect.poll(text).toContain('long (failed)')
    await kill()
    isAway = false
    await open()
    await expect.poll(() => labels().includes('long (failed)')).toBe(true)
    expect(labels()).not.toContain('long')
  })

  it('bears a line that a crash cut short', async () => {
    isAway = true
    const first = await open()
    await first.begin(write('whole'))
    await kill()
    const [name] = await files()
    const path = join(folder, name!)
    await writeFile(path, `${await readFile(path, 'utf8')}B{"key":"x-2","type":"wri`)
    isAway = false
    await open()
    await expect.poll(labels).toEqual(['whole'])
    await expect.poll(files).toEqual([])
  })

  it('leaves the files of a process that runs alone', async () => {
    isAway = true
    const first = await open()
    await first.begin(write('its own'))
    isAway = false
    const second = await open()
    second.add(read('second'))
    await expect.poll(labels).toEqual(['second'])
    expect(await files()).toHaveLength(1)
  })

  it('takes over from a process that dies while it runs itself', async () => {
    isAway = true
    const first = await open()
    await first.begin(write('left'))
    await open()
    await kill(1)
    isAway = false
    await expect.poll(labels, { timeout: 5000 }).toEqual(['left'])
  })

  it('leaves what it could not send to the next start', async () => {
    isAway = true
    const first = await open()
    first.add(read('1'))
    await expect.poll(() => logged.length).toBe(1)
    await first.close()
    opened.length = 0
    isAway = false
    await open()
    await expect.poll(labels).toEqual(['1'])
  })

  it('drops the oldest reads when it is full, and keeps the writes', async () => {
    isAway = true
    const outbox = await open({ maxBytes: 20_000 })
    outbox.recordOutcome({ key: await outbox.begin(write('write')) })
    for (let index = 0; index < 1000; index++) outbox.add(read(`read ${index}`))
    expect(outbox.figures.queuedBytes).toBeGreaterThan(0)
    isAway = false
    await expect.poll(labels, { timeout: 5000 }).toContain('read 999')
    expect(labels()).toContain('write')
    expect(labels()).not.toContain('read 0')
    expect(logged).toContain('Warn The activity log is full: reads are dropped, the oldest first')
    const kept = labels().filter(label => label?.startsWith('read')).length
    // Those on disk are counted when their file was read.
    await expect
      .poll(() => outbox.figures)
      .toMatchObject({ deadLetters: 0, droppedReads: 1000 - kept })
  })

  it('counts reads for which writes leave no room', async () => {
    isAway = true
    const outbox = await open({ maxBytes: 1000 })
    await outbox.begin(write('x'.repeat(800)))
    outbox.add(read('1'))
    expect(outbox.figures.droppedReads).toBe(1)
  })

  it('tells when each thing happened, not when it was sent', async () => {
    isAway = true
    const first = await open()
    first.add(read('read'), Date.parse('2026-02-01T08:30:00.123Z'))
    first.recordOutcome({ key: await first.begin(write('write'), Date.parse('2026-02-01T09:00Z')) })
    await expect.poll(text).toContain('"read"')
    await kill()
    isAway = false
    await open()
    await expect
      .poll(() => sent.map(entry => entry.occurredAt))
      .toEqual(['2026-02-01T08:30:00.123Z', '2026-02-01T09:00:00.000Z'])
  })

  it('sends lines of an earlier version, which have no time', async () => {
    const first = await open()
    const environment = join(folder, (await readdir(folder))[0]!)
    await first.close()
    opened.length = 0
    const old = { key: 'old-1', ...read('old') }
    await writeFile(join(environment, 'old.000000001.reads'), `${JSON.stringify(old)}\n`)
    await open()
    await expect.poll(() => sent).toEqual([old])
  })

  it('says that entries of a former secret wait, and sends them when their files are moved', async () => {
    isAway = true
    const first = await open({ envSecret: 'former' })
    first.recordOutcome({ key: await first.begin(write('former')) })
    const former = join(folder, (await readdir(folder))[0]!)
    await first.close()
    opened.length = 0
    const [name = ''] = (await readdir(former)).filter(isLines)
    await utimes(join(former, name), 0, 0)
    isAway = false
    logged.length = 0
    await open()
    expect(logged).toEqual([expect.stringContaining(`are in '${former}'`)])
    const [current = ''] = (await readdir(folder))
      .map(each => join(folder, each))
      .filter(each => each !== former)
    await rename(join(former, name), join(current, name))
    await expect.poll(labels).toEqual(['former'])
  })

  describe('keeps what the service can never take', () => {
    const letters = async () => {
      const names = await readdir(folder, { recursive: true })
      return names.filter(name => name.endsWith('.dead-letters')).map(name => join(folder, name))
    }

    it('in a file of its own, with the reason, and lets the rest through', async () => {
      const outbox = await open()
      outbox.add(read('good'))
      outbox.add(read('bad'), Date.parse('2026-02-01T08:30Z'))
      outbox.recordOutcome({ key: await outbox.begin(write('bad write')) })
      outbox.add(read('after'))
      await expect.poll(labels).toEqual(['good', 'after'])
      await expect.poll(() => outbox.figures).toMatchObject({ deadLetters: 2, droppedReads: 0 })
      const [path = ''] = await letters()
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      const [line = ''] = (await readFile(path, 'utf8')).split('\n')
      expect(JSON.parse(line)).toMatchObject({
        label: 'bad',
        userId: 1,
        occurredAt: '2026-02-01T08:30:00.000Z',
        reason: 'It is bad.',
        refusedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })
      expect(logged.filter(each => each.startsWith('Error')).join()).toContain(path)
      await expect.poll(files).toEqual([])
    })

    it('once, though its batch is sent again', async () => {
      let failures = 3
      const send = async (batch: readonly ActivityEntry[]) => {
        if (batch.length < 1000 && failures-- > 0) throw new Error('The service is away.')
        return batch.filter(isBad).map(entry => ({ entry, reason: 'It is bad.' }))
      }
      const outbox = await open({ send, timings: { ...fastTimings, send: 50 } })
      outbox.add(read('bad'))
      for (let index = 0; index < 1500; index++) outbox.add(read('good'))
      await expect.poll(files).toEqual([])
      expect(outbox.figures.deadLetters).toBe(1)
    })

    it('over restarts, until its file is renamed: then it is sent again', async () => {
      const first = await open()
      first.add(read('bad'), Date.parse('2026-02-01T08:30Z'))
      await expect.poll(() => first.figures.deadLetters).toBe(1)
      await first.close()
      opened.length = 0
      const send = async (batch: readonly ActivityEntry[]) => {
        sent.push(...batch)
        return []
      }
      const second = await open({ send })
      expect(second.figures.deadLetters).toBe(1)
      const [path = ''] = await letters()
      await rename(path, join(path, '..', 'again.writes'))
      await expect
        .poll(() => sent)
        .toEqual([
          { key: expect.any(String), ...read('bad'), occurredAt: '2026-02-01T08:30:00.000Z' },
        ])
      await expect.poll(() => second.figures.deadLetters).toBe(0)
      await expect.poll(files).toEqual([])
    })

    it('within the room there is: writes are refused rather than letters dropped', async () => {
      const outbox = await open({ maxBytes: 20_000 })
      const fill = async () => {
        for (let index = 0; index < 1000; index++) {
          outbox.recordOutcome({ key: await outbox.begin(write(`bad ${index}`)) })
          if (index % 10 === 0) await expect.poll(files).toEqual([])
        }
      }
      await expect(fill()).rejects.toMatchObject({ status: 503, code: 'activity_log_full' })
      await expect.poll(files).toEqual([])
      const texts = await Promise.all((await letters()).map(path => readFile(path, 'utf8')))
      expect(outbox.figures.deadLetters).toBe(texts.join('').split('\n').length - 1)
      expect(outbox.figures.deadLetters).toBeGreaterThan(50)
    })
  })

  it('refuses a write when it is full of writes', async () => {
    isAway = true
    const outbox = await open({ maxBytes: 20_000 })
    const fill = async () => {
      for (let index = 0; index < 1000; index++) {
        outbox.recordOutcome({ key: await outbox.begin(write(`write ${index}`)) })
      }
    }
    await expect(fill()).rejects.toMatchObject({ status: 503, code: 'activity_log_full' })
    isAway = false
    await expect.poll(labels, { timeout: 5000 }).toContain('write 20')
    outbox.recordOutcome({ key: await outbox.begin(write('room again')) })
    await expect.poll(labels).toContain('room again')
  })

  it('keeps entries in memory, and says so, when the folder cannot be written', async () => {
    const blocked = join(folder, 'a file')
    await writeFile(blocked, '')
    isAway = true
    const outbox = await open({ folder: blocked })
    outbox.recordOutcome({ key: await outbox.begin(write('1')) })
    expect(logged[0]).toContain("Warn The activity log cannot be stored in '")
    isAway = false
    await expect.poll(labels).toEqual(['1'])
  })

  it('goes on in memory when the disk fails later', async () => {
    isAway = true
    const outbox = await open()
    const environment = join(folder, (await readdir(folder))[0]!)
    await rm(environment, { recursive: true })
    await writeFile(environment, '')
    await chmod(environment, 0o400)
    outbox.recordOutcome({ key: await outbox.begin(write('1')) })
    expect(logged.filter(line => line.startsWith('Error'))).toHaveLength(1)
    isAway = false
    await expect.poll(labels).toEqual(['1'])
  })

  it('sends what came while others were sent together, after a pause', async () => {
    const sizes: number[] = []
    let outbox: Outbox
    const send = async (entries: readonly ActivityEntry[]) => {
      sizes.push(entries.length)
      sent.push(...entries)
      if (sizes.length > 1) return []
      outbox.add(read('while sending'))
      setTimeout(() => outbox.add(read('after it')), 0)
      return []
    }
    outbox = await open({ send, timings: { ...fastTimings, send: 50 } })
    outbox.add(read('first'))
    await expect.poll(labels).toEqual(['first', 'while sending', 'after it'])
    expect(sizes).toEqual([1, 2])
  })

  it('sends at most a thousand entries at a time', async () => {
    const sizes: number[] = []
    const send = async (entries: readonly ActivityEntry[]) => {
      sizes.push(entries.length)
      sent.push(...entries)
      return []
    }
    const outbox = await open({ send })
    for (let index = 0; index < 2500; index++) outbox.add(read(`${index}`))
    await expect.poll(labels).toHaveLength(2500)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1000)
    expect(labels()).toEqual(Array.from({ length: 2500 }, (_, index) => `${index}`))
  })
})

async function text(): Promise<string> {
  const texts = await Promise.all((await files()).map(name => readFile(join(folder, name), 'utf8')))
  return texts.join('')
}
