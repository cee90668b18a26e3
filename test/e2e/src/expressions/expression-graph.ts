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
interface GraphNode {
  readonly reads?: CharSet
  readonly ways: Edge[]
  isEnd?: true
}

interface Edge {
  readonly to: GraphNode
  /** Only when something else holds: `$`, `\b`, what a lookahead asks for. */
  readonly isConditional?: true
  /** Only at the beginning of the text: `^`. */
  readonly isAnchored?: true
}

/** Up to here a bounded repetition is written out; beyond it counts as unbounded. */
const maxCopies = 6
const maxNodes = 4000
const maxWays = 100_000

/** Reads an expression into the graph of its runs. A bounded repetition of many counts as unbounded. */
export function expressionGraph(source: string, flags: string): ExpressionGraph {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    simplify: false,
  })
  const nodes: GraphNode[] = []
  const add = (node: GraphNode): GraphNode => {
    if (nodes.push(node) > maxNodes) throw new NotAnalysableError('it is too large')
    return node
  }
  const end = add({ ways: [], isEnd: true })

  const alternatives = (each: readonly Concatenation[], then: GraphNode): GraphNode => {
    const ways = each.map(({ elements }) => ({
      to: elements.reduceRight((next, element) => before(element, next), then),
    }))
    return ways.length === 1 ? ways[0]!.to : add({ ways })
  }

  const before = (element: Element, then: GraphNode): GraphNode => {
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

  const repetition = ({ alternatives: each, min, max }: Quantifier, then: GraphNode): GraphNode => {
    if (max === 0) return then
    if (max <= maxCopies) {
      let node = then
      for (let copy = max; copy > 0; copy--) {
        const body = alternatives(each, node)
        node = copy > min ? add({ ways: [{ to: body }, { to: then }] }) : body
      }
      return node
    }
    const again = add({ ways: [] })
    const body = alternatives(each, again)
    again.ways.push({ to: body }, { to: then })
    if (min === 0) return add({ ways: [{ to: body }, { to: then }] })
    let node = body
    for (let copy = 1; copy < Math.min(min, maxCopies); copy++) node = alternatives(each, node)
    return node
  }

  const start = alternatives(expression.alternatives, end)
  return toGraph(start, nodes, flags.includes('y'))
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
  const measureLength = (element: Element): number => {
    if (element.type === 'CharacterClass') return 1
    if (element.type === 'Assertion') return 0
    if (element.type === 'Unknown') return Number.POSITIVE_INFINITY
    const most = longest(element.alternatives)
    return element.type === 'Quantifier' && most > 0 ? most * element.max : most
  }
  return Math.max(
    0,
    ...alternatives.map(({ elements }) =>
      elements.reduce((sum, each) => sum + measureLength(each), 0),
    ),
  )
}

interface MutableState {
  id: number
  characters: bigint
  next: State[]
  twice: Set<State>
  isMatch: boolean
}

function toGraph(
  start: GraphNode,
  nodes: readonly GraphNode[],
  isSticky: boolean,
): ExpressionGraph {
  const reading = nodes.filter(node => node.reads !== undefined)
  const base = new CharBase(reading.map(node => node.reads!))
  const encodeBits = (set: CharSet) =>
    base.split(set).reduce((bits, at) => bits | (1n << BigInt(at)), 0n)
  const states = new Map<GraphNode, MutableState>()
  for (const node of reading) {
    const characters = encodeBits(node.reads!)
    if (characters === 0n) continue
    const id = states.size + 1
    states.set(node, { id, characters, next: [], twice: new Set(), isMatch: false })
  }

  let spent = 0
  const follow = (from: GraphNode, state: MutableState, isLate: boolean): void => {
    const passed = new Set<GraphNode>()
    const visit = (node: GraphNode, isConditional: boolean): void => {
      if (++spent > maxWays) throw new NotAnalysableError('it branches too often')
      if (node.isEnd) {
        if (!isConditional) state.isMatch = true
        return
      }
      const target = states.get(node)
      if (target) {
        if (state.next.includes(target)) state.twice.add(target)
        else state.next.push(target)
        return
      }
      if (node.reads || passed.has(node)) return
      passed.add(node)
      for (const way of node.ways) {
        if (way.isAnchored && isLate) continue
        visit(way.to, isConditional || way.isConditional === true)
      }
      passed.delete(node)
    }
    visit(from, false)
  }

  for (const [node, state] of states) follow(node.ways[0]!.to, state, true)
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
