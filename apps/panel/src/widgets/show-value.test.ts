import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import type { PanelRecord } from '../core/record/panel-record.js'
import type { FieldModel } from '../core/schema/collection-model.js'
import { renderField } from './show-value.js'

const readKey = (widget: string): unknown => {
  const field = { name: 'a', kind: 'column', show: { name: widget } } as FieldModel
  const record = { id: '7', values: { a: 'x' }, related: {} } as unknown as PanelRecord
  const shown = renderField({ record, field, collections: new Map(), isInTable: true })
  return isValidElement(shown) ? shown.key : undefined
}

it('makes what a person revealed, or has loaded, anew for another record in the same row', () => {
  expect([readKey('masked'), readKey('image')]).toEqual(['7', '7'])
  expect(readKey('text')).toBeNull()
})
