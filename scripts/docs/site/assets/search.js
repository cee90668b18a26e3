/** Sections in which every word of the query begins a word, those with the words in their headings first. */
function searchSections(sections, query) {
  const begins = listWords(query)
  if (begins.length === 0) return []
  return sections
    .map(section => ({ section, score: rate(section, begins) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section)
}

/** A piece of the text around the first word that is found. */
function excerpt(text, query) {
  const length = 140
  const found = listWords(query).map(begin => text.search(begin))
  const first = Math.min(...found.filter(at => at >= 0))
  const start =
    first < length / 2 || !Number.isFinite(first) ? 0 : text.indexOf(' ', first - 60) + 1
  const piece = text.slice(start, start + length)
  return `${start > 0 ? '… ' : ''}${piece}${start + length < text.length ? '…' : ''}`
}

/** Each word as an expression that finds where a word begins with it. */
function listWords(query) {
  const words = query.match(/[\p{L}\p{N}_.-]+/gu) ?? []
  return words.map(word => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.-]/g, '\\$&')}`, 'giu'))
}

/** 0 when a word is missing. */
function rate([, , title, heading, text], begins) {
  let score = 0
  for (const begin of begins) {
    const count = place => place.match(begin)?.length ?? 0
    const own = 30 * count(heading) + (heading ? 8 : 40) * count(title) + Math.min(count(text), 5)
    if (own === 0) return 0
    score += own
  }
  return score
}

Object.assign(globalThis, { searchSections, excerpt })
