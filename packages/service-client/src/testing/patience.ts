import { vi } from 'vitest'

/** Tests with real connections need long timeouts on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
