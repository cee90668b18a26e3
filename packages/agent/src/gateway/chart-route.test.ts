import { describe, expect, it } from 'vitest'
import { leadsToChart } from './chart-route.js'

describe('leadsToChart', () => {
  it.each([
    [{ apiRoute: '/_charts/sales' }, true],
    [{ smartRoute: '/_charts/sales' }, true],
    [{ apiRoute: '/service/_charts/sales' }, true],
    [{ apiRoute: '/a/_charts/b/_charts/sales' }, true],
    [{ apiRoute: '/_charts/s%61les?from=2024#top' }, true],
    [{ apiRoute: '/_charts/sales#top' }, true],
    [{ apiRoute: '/_charts/orders/sales' }, false],
    [{ apiRoute: '/_charts/sales2' }, false],
    [{ apiRoute: '/charts/sales' }, false],
    [{ apiRoute: '12345678sales' }, false],
    [{ apiRoute: '/_charts/%zz' }, false],
    [{ apiRoute: ['/_charts/sales'] }, false],
    [{}, false],
  ])('answers %j with %s', (chart, expected) => {
    expect(leadsToChart(chart, 'sales')).toBe(expected)
  })
})
