import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { checkDiskSpace } from './check-folders.js'

const MEBIBYTE = 1_048_576

describe('checkDiskSpace', () => {
  it.each([
    [99, 'broken'],
    [100, 'warning'],
    [1_023, 'warning'],
    [1_024, 'ok'],
  ])('with %d MiB is %s', async (free, status) => {
    const finding = await checkDiskSpace({ dataDir: tmpdir() }, async () => free * MEBIBYTE)
    expect(finding).toMatchObject({ check: 'disk space', status })
    expect(finding.message).toContain(`${free.toLocaleString('en')} MiB are free`)
  })
})
