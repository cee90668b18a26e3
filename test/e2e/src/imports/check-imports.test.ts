import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../../scripts/check-imports.mjs', import.meta.url))

describe('the check of imports', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'imports-'))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs the check over these files and nothing else; answers what it prints. */
  function check(files: Readonly<Record<string, string>>): string {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const { status, stderr } = spawnSync(process.execPath, [script], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status).toBe(stderr === '' ? 0 : 1)
    return stderr
  }

  it('passes files that import each other in one direction', () => {
    const printed = check({
      'packages/base/src/a.ts': "import { b } from './b.js'\nexport const a = b\n",
      'packages/base/src/b.ts': 'export const b = 1\n',
      'packages/protocol/src/index.ts': "export { a } from '@service/base'\n",
    })
    expect(printed).toBe('')
  })

  it('prints a circle of a package in full, type imports included', () => {
    const printed = check({
      'packages/base/src/a.ts': "import { b } from './inner/b.js'\nexport const a = b\n",
      'packages/base/src/inner/b.ts': "import type { C } from '../c.js'\nexport const b: C = 1\n",
      'packages/base/src/c.ts': "export type C = typeof import('./a.js') | number\n",
    })
    expect(printed).toBe(`These files import each other in a circle:
  packages/base/src/a.ts
  → packages/base/src/inner/b.ts
  → packages/base/src/c.ts
  → packages/base/src/a.ts
`)
  })

  it('finds a circle of an app', () => {
    const printed = check({
      'apps/service/src/a.ts': "export * from './b.js'\n",
      'apps/service/src/b.ts': "export * from './a.js'\n",
    })
    expect(printed).toContain('apps/service/src/a.ts\n  → apps/service/src/b.ts\n')
  })

  it('lets a test import what imports nothing of it, and reads no comment', () => {
    const printed = check({
      'packages/base/src/a.ts': "/** import { a } from './b.js' */\nexport const a = 1\n",
      'packages/base/src/b.ts': "import { a } from './a.js'\nexport const b = a\n",
      'packages/base/src/a.test.ts': "import './a.js'\n",
    })
    expect(printed).toBe('')
  })

  it("refuses that a folder called 'core' imports what is above it", () => {
    const printed = check({
      'packages/base/src/core/a.ts': "import { b } from '../b.js'\nexport const a = b\n",
      'packages/base/src/core/c.ts': "import { a } from './a.js'\nexport const c = a\n",
      'packages/base/src/b.ts': 'export const b = 1\n',
    })
    expect(printed).toBe(
      "packages/base/src/core/a.ts: imports '../b.js', outside 'packages/base/src/core'\n",
    )
  })

  it('refuses a package below another in the list', () => {
    const printed = check({ 'packages/base/src/a.ts': "export * from '@service/protocol'\n" })
    expect(printed).toBe(
      "packages/base/src/a.ts: imports '@service/protocol', which is not above 'base'\n",
    )
  })

  it('keeps the folders of the panel apart', () => {
    const printed = check({
      'apps/panel/src/main.tsx': "import './features/list/list.js'\n",
      'apps/panel/src/core/rows.ts': "import 'react'\nimport { z } from '@service/protocol'\n",
      'apps/panel/src/ui/button.tsx': "import { x } from '../core/rows.js'\n",
      'apps/panel/src/features/list/list.tsx':
        "import '../../core/rows.js'\nimport '../record/record.js'\n",
      'apps/panel/src/features/record/record.tsx': "import 'react'\n",
    })
    expect(printed).toBe(`apps/panel/src/core/rows.ts: imports 'react', which 'core' may not use
apps/panel/src/features/list/list.tsx: imports '../record/record.js', which 'features' may not use
apps/panel/src/ui/button.tsx: imports '../core/rows.js', which 'ui' may not use
`)
  })
})
