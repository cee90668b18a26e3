import type { Chart } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { readAnswers } from './read-answers.js'

const count = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' } as const
const charts: readonly Chart[] = [1, 2].map(id => ({
  id,
  name: `${id}`,
  definition: count,
  updatedAt: '',
}))
const answer = (countCurrent: number) => ({ value: { countCurrent } })

describe('readAnswers', () => {
  it('reads a chart by its definition', () => {
    expect(readAnswers(count, charts, [answer(3)])).toEqual({ kind: 'value', value: 3 })
    expect(readAnswers(count, charts, [{ value: 'nonsense' }])).toBeUndefined()
  })

  it('reads earlier values of a chart in code', () => {
    const code = { type: 'Smart', smartRoute: '/_charts/x' } as const
    const value = { countCurrent: 3, countPrevious: 2, trend: [1, 2, 3] }
    expect(readAnswers(code, [], [{ value }])).toEqual({
      kind: 'value',
      value: 3,
      previous: 2,
      trend: [1, 2, 3],
    })
  })

  it('divides one chart by the other', () => {
    const ratio = { type: 'Percentage', numeratorChartId: '1', denominatorChartId: '2' } as const
    expect(readAnswers(ratio, charts, [answer(1), answer(4)])).toEqual({
      kind: 'percentage',
      value: 25,
    })
  })

  it('guesses what a chart in code is; many parts are bars', () => {
    const code = { type: 'Smart', smartRoute: '/_charts/x' } as const
    const list = (length: number) => ({
      value: Array.from({ length }, (_, key) => ({ key: `${key}`, value: 1 })),
    })
    expect(readAnswers(code, [], [list(8)])?.kind).toBe('distribution')
    expect(readAnswers(code, [], [list(9)])?.kind).toBe('leaderboard')
    expect(readAnswers(code, [], [{ value: { any: 'json' } }])?.kind).toBe('smart')
  })
})
