import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with `N passed, N failed, N skipped`, alone on a line; before it, what passed only at a second try. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 }
    const unsteady: string[] = []
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        count[state]++
        if (!test.diagnostic()?.flaky) continue
        const reasons = errors?.map(({ message, diff }) => `\n${message}\n${diff ?? ''}`) ?? []
        unsteady.push(`${module.relativeModuleId} > ${test.fullName}${reasons.join('')}`)
      }
    }
    process.on('exit', () => {
      for (const name of unsteady) console.log(`passed at the second try, to be corrected: ${name}`)
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
    })
  }
}
