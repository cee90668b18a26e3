import { vi } from 'vitest'

/** Tests that use real connections take as long as the machine does. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
