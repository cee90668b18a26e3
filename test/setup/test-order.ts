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

/** Those with many small files last: then all workers end at the same time. */
const projects = ['system', 'service', 'fuzz', 'database', 'unit', 'panel']

/**
 * One project after the other, because a worker serves one project only and loads its packages for it. In each what
 * takes long begins; the rest follows by size, or by what an earlier run measured.
 */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project.name) * 2 + (long.test(moduleId) ? 0 : 1)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
