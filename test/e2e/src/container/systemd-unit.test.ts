import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unknownVariables } from '@service/protocol'
import { describe, expect, it } from 'vitest'

const path = fileURLToPath(
  new URL('../../../../deploy/systemd/backoffice.service', import.meta.url),
)
const unit = readFileSync(path, 'utf8')
const analyze = '/usr/bin/systemd-analyze'

/** Of ten, the most exposure that `systemd-analyze security` may find; it counts in tenths. */
const MOST_EXPOSURE = 15

const isMissing = !existsSync(analyze)
if (isMissing && process.env.REQUIRE_ALL) throw new Error('REQUIRE_ALL is set; systemd is missing.')

describe('the systemd unit', () => {
  it('sets variables that the service knows, and loads each secret that one of them names', () => {
    const set = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, ...pair]) => pair)
    expect(unknownVariables(Object.fromEntries(set))).toEqual([])
    const named = set.filter(([name]) => name?.endsWith('_FILE')).map(([, file]) => file)
    const loaded = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => `%d/${name}`)
    expect(named).toEqual(loaded)
    expect(unit).toContain('Environment=SERVICE_DATA_DIR=/var/lib/backoffice\n')
    expect(unit).toMatch(/^StateDirectory=backoffice$/m)
  })

  it.skipIf(isMissing)('is one that systemd accepts, where the program is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    try {
      const program = join(folder, 'program')
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
      const copy = join(folder, 'backoffice.service')
      const [, installed = ''] = unit.match(/^ExecStart=(\S+) up$/m) ?? []
      writeFileSync(copy, unit.replace(installed, program))
      const said = execFileSync('sh', ['-c', `${analyze} verify --man=no "$1" 2>&1`, 'sh', copy])
      expect(String(said)).toBe('')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.skipIf(isMissing)('leaves little of the machine open to the service', () => {
    const options = ['--offline=true', '--no-pager', `--threshold=${MOST_EXPOSURE}`]
    const said = execFileSync(analyze, ['security', ...options, path], { encoding: 'utf8' })
    expect(said).toContain('Overall exposure level for backoffice.service')
  })
})
