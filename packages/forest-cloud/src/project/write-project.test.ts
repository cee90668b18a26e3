import { writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { writeProject } from './write-project.js'

const unwritable = { path: 'x'.repeat(300), text: '' }

describe('writeProject', () => {
  it('removes what it made when it fails', async () => {
    const folder = await temporaryFolder()
    const files = [{ path: 'a', text: '' }, { path: join('src', 'b'), text: '' }, unwritable]
    const writing = writeProject(join(folder, 'project'), files)
    await expect(writing).rejects.toThrow(/project' cannot be written: .*ENAMETOOLONG/)
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves what others have put there', async () => {
    const folder = await temporaryFolder()
    const project = join(folder, 'project')
    const meddled = {
      path: 'a',
      get text() {
        writeFileSync(join(project, 'theirs'), '')
        return ''
      },
    }
    await expect(writeProject(project, [meddled, unwritable])).rejects.toThrow('ENAMETOOLONG')
    expect(await readdir(project)).toEqual(['theirs'])
  })
})
