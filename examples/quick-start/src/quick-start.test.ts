import { expect, it } from 'vitest'
import { runQuickStart } from './main.js'

it('serves the books of the quick start through Express', async () => {
  await expect(runQuickStart()).resolves.toBeUndefined()
})
