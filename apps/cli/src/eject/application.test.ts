import { describe, expect, it } from 'vitest'
import { type Application, writeIndex } from './application.js'

const application: Application = {
  name: 'shop',
  version: '1.90.0',
  databases: [{ kind: 'postgres', name: 'shop', variable: 'SHOP_URL', rename: {} }],
  write: false,
  adminEmail: 'admin@shop.example',
}

describe('the application that eject writes', () => {
  it('refuses changes twice: at the agent, with a sentence, and at the database', () => {
    const index = writeIndex(application)
    expect(index).toContain("  readOnly: 'Remove readOnly in src/index.ts to allow changes.',\n")
    expect(index).toMatch(/createSqlDataSource\(variable\('SHOP_URL'\), \{ readOnly: true/)
  })

  it('allows them with --write', () => {
    expect(writeIndex({ ...application, write: true })).not.toContain('readOnly')
  })
})
