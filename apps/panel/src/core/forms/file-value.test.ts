import { describe, expect, it } from 'vitest'
import {
  checkFiles,
  choosePreview,
  formatFileValue,
  measureFile,
  readFileLimits,
  readFileValue,
} from './file-value.js'

describe('readFileValue', () => {
  it('reads what formatFileValue writes, whatever the name', () => {
    for (const name of ['a.txt', 'été; 1, "2"=3.pdf', '100%.csv', '日本.png']) {
      const file = { mimeType: 'text/plain', name, charset: 'utf-8', base64: 'aGk=' }
      expect(readFileValue(formatFileValue(file))).toEqual(file)
    }
  })

  it('reads bytes without a name or a type, and names that are not encoded', () => {
    const bytes = { mimeType: 'application/octet-stream', base64: 'AA==' }
    expect(readFileValue('data:;base64,AA==')).toEqual(bytes)
    expect(readFileValue('data:a/b;name=100%;base64,')?.name).toBe('100%')
  })

  it.each([null, 12, '', 'hello', 'data:', 'data:text/plain,hi', 'data:text/plain;base64'])(
    'takes %j for no file',
    value => {
      expect(readFileValue(value)).toBeUndefined()
    },
  )

  it('is quick with large values', () => {
    const megabytes = 'A'.repeat(8_000_000)
    const started = performance.now()
    expect(readFileValue(`data:${megabytes}`)).toBeUndefined()
    const file = readFileValue(`data:image/png;base64,${megabytes}`)!
    expect(measureFile(file)).toBe(6_000_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('measureFile', () => {
  it.each([
    ['', 0],
    ['AA==', 1],
    ['AAA=', 2],
    ['AAAA', 3],
  ])('measures %j as %j bytes', (base64, size) => {
    expect(measureFile({ mimeType: 'a/b', base64 })).toBe(size)
  })
})

describe('choosePreview', () => {
  it.each([
    ['image/png', 'image'],
    ['image/svg+xml', 'image'],
    ['application/pdf', 'pdf'],
    ['text/csv', 'text'],
    ['text/html', undefined],
    ['application/xhtml+xml', undefined],
    ['text/javascript', undefined],
  ])('shows %s as %s', (type, preview) => {
    expect(choosePreview(type)).toBe(preview)
  })
})

describe('checkFiles', () => {
  const limits = readFileLimits(
    { filesExtensions: ['.PDF', 'png'], filesSizeLimit: 1, filesCountLimit: 2 },
    true,
  )

  it('refuses other types, large files and too many', () => {
    const files = [
      { name: 'a.pdf', size: 10 },
      { name: 'b.exe', size: 10 },
      { name: 'c.png', size: 1_000_001 },
    ]
    expect(checkFiles(files, 0, limits).map(({ kind }) => kind)).toEqual([
      'extension',
      'size',
      'count',
    ])
  })

  it('accepts everything of a sensible size when nothing is said, one by one', () => {
    const open = readFileLimits({ filesExtensions: null, filesSizeLimit: null }, false)
    expect(checkFiles([{ name: 'a', size: 5 }], 0, open)).toEqual([])
    expect(checkFiles([{ name: 'a', size: 5 }], 1, open)).toEqual([{ kind: 'count', limit: 1 }])
    expect(checkFiles([{ name: 'a', size: 1e9 }], 0, open)[0]?.kind).toBe('size')
  })
})
