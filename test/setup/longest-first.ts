import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that take a minute although they are short: begun last, they would keep one core busy alone. */
const long = new RegExp(
  `/(${[
    ...['packages', 'eject', 'process', 'read-only', 'many-instances', 'store-suite', 'npm-start'],
    ...['rolling-upgrade', 'access', 'filters', 'up', 'verify-logs', 'backup', 'crash', 'awkward'],
    ...['screens', 'texts', 'layout-editor', 'wizard', 'accounts', 'two-factors', 'people'],
  ].join('|')})\\.test\\.ts$`,
)

/** Begins what takes long; the rest follows by size, or by what an earlier run measured. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}
