import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeAuditTrail } from './testing/describe-audit-trail.js'

const folder = mkdtempSync(join(tmpdir(), 'audit-'))
let made = 0

describeAuditTrail('SQLite', {
  options: () => {
    made += 1
    return { connection: `sqlite:${join(folder, `${made}.db`)}` }
  },
})

afterAll(() => rmSync(folder, { recursive: true }))
