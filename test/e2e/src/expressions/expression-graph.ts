import { CharBase, type CharSet, type Concatenation, type Element, JS, type Quantifier } from 'refa'

/** What a backtracking matcher can do: one state for each character class, as the class just read. */
export interface ExpressionGraph {
  readonly states: readonly State[]
  /** Begins an attempt at any later place of the text. Absent: anchored or sticky. */
  readonly restart?: State
}

export interface State {
  readonly id: number
  /** The characters read on entering, as bits: two states meet where their bits do. */
  readonly characters: bigint
  /** The states that can follow. */
  readonly next: readonly State[]
  /** Those of them that can be reached in two ways without reading anything. */
  readonly twice: ReadonlySet<State>
  /** The expression matches here, whatever follows. */
  readonly isMatch: boolean
}

/** The expression is beyond the analysis: it must be rewritten, or listed with a reason. */
export class NotAnalysableError extends Error {}

/** A place in the expression: before a class, or a fork. */
interface Place {
  readonly reads?: CharSet
  readonly ways: Way[]
  isEnd?: true
}

interface Way {
  readonly to: Place
  /** Only when something else holds: `$`, `\b`, what a lookahead asks for. */
  readonly isConditional?: true
  /** Only at the beginning of the text: `^`. */
  readonly isAnchored?: true
}

/** Up to here a bounded repetition is written out; beyond it counts as unbounded. */
const mostCopies = 6
const mostPlaces = 4000
const mostWays = 100_000

/** Reads an expression into the graph of its runs. A bounded repetition of many counts as unbounded. */
export function expressionGraph(source: string, flags: string): ExpressionGraph {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    simplify: false,
  })
  const places: Place[] = []
  const add = (place: Place): Place => {
    if (places.push(place) > mostPlaces) throw new NotAnalysableError('it is too large')
    return place
  }
  const end = add({ ways: [], isEnd: true })

  const alternatives = (each: readonly Concatenation[], then: Place): Place => {
    const ways = each.map(({ elements }) => ({
      to: elements.reduceRight((next, element) => before(element, next), then),
    }))
    return ways.length === 1 ? ways[0]!.to : add({ ways })
  }

  const before = (element: Element, then: Place): Place => {
    if (element.type === 'CharacterClass') {
      return add({ reads: element.characters, ways: [{ to: then }] })
    }
    if (element.type === 'Alternation') return alternatives(element.alternatives, then)
    if (element.type === 'Quantifier') return repetition(element, then)
    if (element.type === 'Unknown') throw new NotAnalysableError('it has a back reference')
    if (element.kind === 'ahead') {
      const body = alternatives(element.alternatives, end)
      return add({
        ways: [
          { to: body, isConditional: true },
          { to: then, isConditional: true },
        ],
      })
    }
    if (isStartOfText(element.alternatives, element.negate, maxCharacter)) {
      return add({ ways: [{ to: then, isConditional: true, isAnchored: true }] })
    }
    if (!Number.isFinite(longest(element.alternatives))) {
      throw new NotAnalysableError('it looks behind without limit')
    }
    return add({ ways: [{ to: then, isConditional: true }] })
  }

  const repetition = ({ alternatives: each, min, max }: Quantifier, then: Place): Place => {
    if (max === 0) return then
    if (max <= mostCopies) {
      let place = then
      for (let copy = max; copy > 0; copy--) {
        const body = alternatives(each, place)
        place = copy > min ? add({ ways: [{ to: body }, { to: then }] }) : body
      }
      return place
    }
    const again = add({ ways: [] })
    const body = alternatives(each, again)
    again.ways.push({ to: body }, { to: then })
    if (min === 0) return add({ ways: [{ to: body }, { to: then }] })
    let place = body
    for (let copy = 1; copy < Math.min(min, mostCopies); copy++) place = alternatives(each, place)
    return place
  }

  const start = alternatives(expression.alternatives, end)
  return toGraph(start, places, flags.includes('y'))
}

function isStartOfText(
  alternatives: readonly Concatenation[],
  isNegated: boolean,
  maxCharacter: number,
): boolean {
  const [only, ...others] = alternatives
  const [element] = only?.elements ?? []
  return (
    isNegated &&
    others.length === 0 &&
    only?.elements.length === 1 &&
    element?.type === 'CharacterClass' &&
    element.characters.isAll &&
    element.characters.maximum === maxCharacter
  )
}

function longest(alternatives: readonly Concatenation[]): number {
  const lengthOf = (element: Element): number => {
    if (element.type === 'CharacterClass') return 1
    if (element.type === 'Assertion') return 0
    if (element.type === 'Unknown') return Number.POSITIVE_INFINITY
    const most = longest(element.alternatives)
    return element.type === 'Quantifier' && most > 0 ? most * element.max : most
  }
  return Math.max(
    0,
    ...alternatives.map(({ elements }) => elements.reduce((sum, each) => sum + lengthOf(each), 0)),
  )
}

interface MutableState {
  id: number
  characters: bigint
  next: State[]
  twice: Set<State>
  isMatch: boolean
}

function toGraph(start: Place, places: readonly Place[], isSticky: boolean): ExpressionGraph {
  const reading = places.filter(place => place.reads !== undefined)
  const base = new CharBase(reading.map(place => place.reads!))
  const bitsOf = (set: CharSet) =>
    base.split(set).reduce((bits, at) => bits | (1n << BigInt(at)), 0n)
  const states = new Map<Place, MutableState>()
  for (const place of reading) {
    const characters = bitsOf(place.reads!)
    if (characters === 0n) continue
    const id = states.size + 1
    states.set(place, { id, characters, next: [], twice: new Set(), isMatch: false })
  }

  let spent = 0
  const follow = (from: Place, state: MutableState, isLate: boolean): void => {
    const passed = new Set<Place>()
    const visit = (place: Place, isConditional: boolean): void => {
      if (++spent > mostWays) throw new NotAnalysableError('it branches too often')
      if (place.isEnd) {
        if (!isConditional) state.isMatch = true
        return
      }
      const target = states.get(place)
      if (target) {
        if (state.next.includes(target)) state.twice.add(target)
        else state.next.push(target)
        return
      }
      if (place.reads || passed.has(place)) return
      passed.add(place)
      for (const way of place.ways) {
        if (way.isAnchored && isLate) continue
        visit(way.to, isConditional || way.isConditional === true)
      }
      passed.delete(place)
    }
    visit(from, false)
  }

  for (const [place, state] of states) follow(place.ways[0]!.to, state, true)
  if (isSticky) return { states: [...states.values()] }
  const anything = (1n << BigInt(base.sets.length + 1)) - 1n
  const restart: MutableState = {
    id: 0,
    characters: anything,
    next: [],
    twice: new Set(),
    isMatch: false,
  }
  follow(start, restart, true)
  if (restart.next.length === 0) return { states: [...states.values()] }
  restart.next.push(restart)
  return { states: [restart, ...states.values()], restart }
}
