import { describe, expect, it } from 'vitest'
import { canShow, showWidgets } from './fits-widget.js'
import { chooseWidgetForValue } from './guess-widget.js'

const values: readonly unknown[] = [
  '',
  'text',
  '0044-03-15T00:00:00.000Z BC',
  '-000043-03-15',
  '1234567890123456789012345678901234567890',
  12,
  -0.5,
  true,
  false,
  [],
  ['a', 1, null, { b: 2 }],
  {},
  { id: '1', title: 'x' },
  { a: { b: [1, 2] } },
]

describe('the widget for a value', () => {
  it.each(showWidgets)('%s shows only what it expects; others fall back', name => {
    for (const value of values) {
      const chosen = chooseWidgetForValue({ name }, value)
      expect(canShow(chosen.name, value), `${JSON.stringify(value)} in ${chosen.name}`).toBe(true)
      if (canShow(name, value) && name !== 'text') expect(chosen.name).toBe(name)
    }
  })

  it.each(['gone', '__proto__', 'constructor', ''])('exists for the unknown name %j', name => {
    expect(chooseWidgetForValue({ name }, 'x').name).toBe('text')
    expect(chooseWidgetForValue({ name }, [1]).name).toBe('json')
    expect(chooseWidgetForValue({ name }, { a: 1 }).name).toBe('json')
  })

  it('is that of files for data URIs', () => {
    const uri = `data:image/png;base64,${'A'.repeat(10_000)}`
    expect(chooseWidgetForValue({ name: 'text' }, uri).name).toBe('file')
    expect(chooseWidgetForValue({ name: 'text' }, 'data: a note').name).toBe('text')
  })
})
