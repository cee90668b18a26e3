import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { captureIo } from '../../service/src/testing/capture-io.js'
import { createProgram } from './create-program.js'
import { formatReference } from './testing/format-reference.js'

const page = fileURLToPath(new URL('../../../docs/reference/command-line.md', import.meta.url))
const GENERATED = /(<!-- commands -->\n)[\s\S]*(<!-- end of commands -->)/

// After a change: npx vitest run --project service apps/cli/src/reference.test.ts -u
it('docs/reference/command-line.md lists every command and option of the program', async () => {
  const text = await readFile(page, 'utf8')
  expect(text).toMatch(GENERATED)
  const reference = formatReference(createProgram(captureIo({})))
  const current = text.replace(GENERATED, (_, start, end) => `${start}\n${reference}\n${end}`)
  await expect(current).toMatchFileSnapshot(page)
})
