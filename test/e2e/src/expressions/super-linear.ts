import { type ExpressionGraph, expressionGraph, type State } from './expression-graph.js'

export type Verdict = 'linear' | 'polynomial' | 'exponential'

/**
 * How long a backtracking matcher takes for a text that fails to match, by the ambiguity of the
 * expression: more than one run over the same repeated text (Weber and Seidl, 1991). It may call an
 * expression polynomial that other parts of it keep linear, never the other way round.
 */
export function worstCase(source: string, flags: string): Verdict {
  const graph = expressionGraph(source, flags)
  const open = graph.states.filter(state => !state.isMatch && state !== graph.restart)
  const failing = loopsAmong(open)
  if (failing.some(isExponential)) return 'exponential'
  return isPolynomial(graph, failing) ? 'polynomial' : 'linear'
}

/** States that reach each other, and themselves. */
type Loop = ReadonlySet<State>

function loopsAmong(states: readonly State[]): readonly Loop[] {
  const within = new Set(states)
  const reachable = new Map(states.map(state => [state, reach(state, within)]))
  const loops: Loop[] = []
  const grouped = new Set<State>()
  for (const state of states) {
    if (grouped.has(state) || !reachable.get(state)!.has(state)) continue
    const members = states.filter(
      other => reachable.get(state)!.has(other) && reachable.get(other)!.has(state),
    )
    for (const member of members) grouped.add(member)
    loops.push(new Set(members))
  }
  return loops
}

/** What follows a state, in any number of steps. */
function reach(from: State, within: ReadonlySet<State>): ReadonlySet<State> {
  const found = new Set<State>()
  const waiting = [from]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    for (const next of state.next) {
      if (!within.has(next) || found.has(next)) continue
      found.add(next)
      waiting.push(next)
    }
  }
  return found
}

/** Two different runs lead from a state back to itself over the same text. */
function isExponential(loop: Loop): boolean {
  const members = [...loop]
  if (members.some(state => state.next.some(next => loop.has(next) && state.twice.has(next)))) {
    return true
  }
  const forward = new Map<string, readonly [State, State]>()
  const backward = new Map<string, string[]>()
  const waiting: (readonly [State, State])[] = members.map(state => [state, state])
  for (const pair of waiting) forward.set(nameStates(pair), pair)
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    for (const next of pairsAfter(pair, loop)) {
      backward.set(nameStates(next), [...(backward.get(nameStates(next)) ?? []), nameStates(pair)])
      if (forward.has(nameStates(next))) continue
      forward.set(nameStates(next), next)
      waiting.push(next)
    }
  }
  const returning = new Set<string>()
  const unread = members.map(state => nameStates([state, state]))
  for (let name = unread.pop(); name; name = unread.pop()) {
    for (const earlier of backward.get(name) ?? []) {
      if (returning.has(earlier)) continue
      returning.add(earlier)
      unread.push(earlier)
    }
  }
  return [...returning].some(name => {
    const [left, right] = forward.get(name)!
    return left !== right
  })
}

function* pairsAfter([left, right]: readonly [State, State], loop: Loop) {
  for (const one of left.next) {
    if (!loop.has(one)) continue
    for (const other of right.next) {
      if (loop.has(other) && (one.characters & other.characters) !== 0n) yield [one, other] as const
    }
  }
}

const nameStates = (states: readonly State[]) => states.map(state => state.id).join(' ')

/**
 * A text leads from one loop into another and keeps a run in each: every repetition adds a run. The
 * later one must be able to fail. A new attempt at every place of the text is a loop as well.
 */
function isPolynomial({ states, restart }: ExpressionGraph, failing: readonly Loop[]): boolean {
  const earlier = [...loopsAmong(states.filter(state => state !== restart))]
  if (restart) earlier.push(new Set([restart]))
  return earlier.some(from => failing.some(to => isHandedOver(from, to, new Set(states))))
}

function isHandedOver(from: Loop, to: Loop, all: ReadonlySet<State>): boolean {
  for (const first of from) {
    const reached = reach(first, all)
    for (const last of to) {
      if (first !== last && reached.has(last) && leads(first, last, from, to)) return true
    }
  }
  return false
}

/** Some text takes `first` to itself, `first` to `last`, and `last` to itself. */
function leads(first: State, last: State, from: Loop, to: Loop): boolean {
  const goal = nameStates([first, last, last])
  const seen = new Set<string>()
  const waiting: (readonly [State, State, State])[] = [[first, first, last]]
  for (let triple = waiting.pop(); triple; triple = waiting.pop()) {
    const [stays, moves, loops] = triple
    for (const third of loops.next) {
      if (!to.has(third)) continue
      for (const one of stays.next) {
        const shared = one.characters & third.characters
        if (!from.has(one) || shared === 0n) continue
        for (const second of moves.next) {
          if ((second.characters & shared) === 0n) continue
          const name = nameStates([one, second, third])
          if (name === goal) return true
          if (seen.has(name)) continue
          seen.add(name)
          waiting.push([one, second, third])
        }
      }
    }
  }
  return false
}
