import { expect, it } from 'vitest'
import { runQuickStart } from './main.js'

it('serves the books of the quick start to whom the service signed in', async () => {
  await expect(runQuickStart()).resolves.toBeUndefined()
}, 240_000)
