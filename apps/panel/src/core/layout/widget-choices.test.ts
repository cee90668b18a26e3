import { describe, expect, it } from 'vitest'
import texts from '../../texts/en/layoutEditor.json' with { type: 'json' }
import { applyLayout } from '../schema/apply-layout.js'
import { showWidgets } from '../schema/fits-widget.js'
import { shop } from '../testing/build-schema.js'
import { listWidgets, widgetNames } from './widget-choices.js'

describe('listWidgets', () => {
  const { fields } = applyLayout(shop, null).get('orders')!

  it('offers what suits the type, the current one first', () => {
    expect(listWidgets(fields.get('status')!, 'edit')).toEqual(['radio', 'select'])
    expect(listWidgets(fields.get('total')!, 'show').slice(0, 2)).toEqual(['money', 'number'])
    expect(listWidgets(fields.get('customer')!, 'show')).toEqual(['to-one'])
  })

  it('names every widget that can be chosen', () => {
    expect(widgetNames.filter(name => !Object.hasOwn(texts.widget, name))).toEqual([])
    expect(showWidgets.filter(name => !widgetNames.includes(name))).toEqual([])
  })
})
