import type { RelatedChoice } from '../../core/record/record-title.js'

const mostPicks = 5

/** What was picked last, by place and collection. Records are never stored: this ends with the tab. */
const picks = new Map<string, readonly RelatedChoice[]>()

const none: readonly RelatedChoice[] = []

export function listRecentPicks(renderingId: number, collection: string): readonly RelatedChoice[] {
  return picks.get(`${renderingId} ${collection}`) ?? none
}

export function rememberPick(renderingId: number, collection: string, pick: RelatedChoice): void {
  const others = listRecentPicks(renderingId, collection).filter(({ id }) => id !== pick.id)
  picks.set(`${renderingId} ${collection}`, [pick, ...others].slice(0, mostPicks))
}
