import type { Dashboard, DashboardCard, DashboardContent } from '@service/protocol'

/** Returns what an editor writes of a dashboard. */
export function readContent({ name, range, filters, cards }: Dashboard): DashboardContent {
  return { name, ...(range && { range }), ...(filters && { filters }), cards }
}

/**
 * Moves a card to the place of another one.
 *
 * @example
 * moveCard([a, b, c], 0, 2) // [b, c, a]
 */
export function moveCard(
  cards: readonly DashboardCard[],
  from: number,
  to: number,
): readonly DashboardCard[] {
  const card = cards[from]
  if (!card || to < 0 || to >= cards.length) return cards
  return cards.toSpliced(from, 1).toSpliced(to, 0, card)
}

/**
 * Gives each card a key that stays when cards are moved, also where a chart is on several.
 *
 * @example
 * nameCards([{ chartId: 7, … }, { chartId: 7, … }]).map(({ key }) => key) // ['7 1', '7 2']
 */
export function nameCards(
  cards: readonly DashboardCard[],
): readonly { readonly key: string; readonly card: DashboardCard }[] {
  const counts = new Map<number, number>()
  return cards.map(card => {
    const count = (counts.get(card.chartId) ?? 0) + 1
    counts.set(card.chartId, count)
    return { key: `${card.chartId} ${count}`, card }
  })
}

/**
 * Proposes the name of a filter: letters, digits and `_`, another one than those in use.
 *
 * @example
 * nameFilter('customer:city', []) // 'customer_city'
 */
export function nameFilter(field: string, used: readonly string[]): string {
  const plain =
    field
      .replace(/\W+/g, '_')
      .replace(/^[^a-z]+/i, '')
      .slice(0, 40) || 'filter'
  for (let count = 1; ; count++) {
    const name = count === 1 ? plain : `${plain}_${count}`
    if (!used.includes(name)) return name
  }
}
