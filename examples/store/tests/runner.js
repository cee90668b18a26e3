// The suite is written once and runs in vitest, jest and node:test, which name their functions differently.
const runner = process.env.VITEST
  ? await import('vitest')
  : process.env.JEST_WORKER_ID
    ? globalThis
    : await import('node:test')

/** Milliseconds to make a database from nothing. */
const patience = 120_000

export const { describe, it } = runner

export const beforeAll = task =>
  runner.before ? runner.before(task, { timeout: patience }) : runner.beforeAll(task, patience)

export const afterAll = task =>
  runner.after ? runner.after(task, { timeout: patience }) : runner.afterAll(task, patience)
