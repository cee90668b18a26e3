/**
 * One shortest circle of every knot of a graph, as the nodes on the way, the first again at the end.
 * A knot is a group of nodes that all lead to each other.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph what each node leads to
 * @returns {readonly (readonly string[])[]}
 */
export function findCircles(graph) {
  return findKnots(graph).map(knot => shortestCircle(graph, knot))
}

/** Tarjan's algorithm: the strongly connected components in which a node leads back to itself. */
function findKnots(graph) {
  const index = new Map()
  const lowest = new Map()
  const stack = []
  const onStack = new Set()
  const knots = []

  function visit(node) {
    index.set(node, index.size)
    lowest.set(node, index.get(node))
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        lowest.set(node, Math.min(lowest.get(node), lowest.get(next)))
      } else if (onStack.has(next)) {
        lowest.set(node, Math.min(lowest.get(node), index.get(next)))
      }
    }
    if (lowest.get(node) === index.get(node)) closeComponent(node)
  }

  function closeComponent(root) {
    const component = stack.splice(stack.indexOf(root))
    for (const node of component) onStack.delete(node)
    const isKnot = component.length > 1 || graph.get(root)?.includes(root)
    if (isKnot) knots.push(component)
  }

  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return knots
}

function shortestCircle(graph, knot) {
  const members = new Set(knot)
  const circles = knot.map(node => circleThrough(graph, node, members))
  return circles.reduce((best, circle) => (circle.length < best.length ? circle : best))
}

/** Searches breadth first, so that the first way back is a shortest one. */
function circleThrough(graph, start, members) {
  const cameFrom = new Map()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return wayTo(node, start, cameFrom)
      if (!members.has(next) || cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  throw new Error(`${start} is in no circle`)
}

function wayTo(last, start, cameFrom) {
  const way = [start]
  for (let node = last; node !== start; node = cameFrom.get(node)) way.unshift(node)
  return [start, ...way]
}
