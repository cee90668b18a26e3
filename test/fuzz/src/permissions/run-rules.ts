import { createRandom, type Random } from '@service/datasource-toolkit/testing'
import { ask } from './compare.js'
import { randomCondition } from './condition.js'
import { randomDatabase } from './databases.js'
import { forbiddenEffect } from './effects.js'
import { type AskedAction, predictedShape, predictOutcome } from './predict-outcome.js'
import { type AskedRequest, randomRequest } from './requests.js'
import { type ActionName, actionNames, type Role, randomRole, randomRule } from './role.js'
import { shapes, valuesByKind } from './shape.js'
import { grant, type World } from './world.js'

/** How often each thing was met: outcomes of actions, statuses of writes, records created. */
export type Met = Map<string, number>

const asksPerCase = 4

/** Asks for actions and writes as a random role; answers what went otherwise than its rights say. */
export async function runRules(world: World, seed: number, met: Met): Promise<string | undefined> {
  const random = createRandom(seed)
  const role = withRules(random, randomRole(random))
  const [store] = world.stores
  await store.load(randomDatabase(random))
  grant(world, role)
  for (let count = 0; count < asksPerCase; count += 1) {
    const wrong = await (random.chance(0.5) ? runAction : runWrite)(world, random, role, met)
    if (wrong !== undefined) return `seed ${seed}: ${wrong}`
  }
  return undefined
}

/** The same role, with conditions on actions that look at anything, and often the right to write. */
function withRules(random: Random, role: Role): Role {
  const sights = [...role.sights].map(([name, sight]) => {
    const isOpen = random.chance(0.5)
    return [name, isOpen ? { ...sight, read: true, edit: true } : sight] as const
  })
  const columns = Object.entries(predictedShape.columns).filter(
    ([name]) => !predictedShape.renamed?.[name],
  )
  const rules = actionNames.map(name => [name, randomRule(random, columns, role.person)] as const)
  return { ...role, sights: new Map(sights), rules: new Map(rules) }
}

async function runAction(
  { agents, stores, tokens }: World,
  random: Random,
  role: Role,
  met: Met,
): Promise<string | undefined> {
  const asked = randomAction(random, role)
  const expected = predictOutcome(role, await stores[0].rows(), asked)
  const request = buildRequest(asked)
  const { text } = await ask(agents[0], request, tokens.role)
  const actual = readOutcome(text)
  note(met, actual.split(' ')[0]!)
  if (actual === expected) return undefined
  return `${JSON.stringify(request.body)} of ${JSON.stringify([...role.rules])} should be '${expected}', not '${actual}'`
}

function randomAction(random: Random, role: Role): AskedAction {
  const name = random.pick(actionNames)
  const id = () => random.between(1, 9)
  if (name === 'Ask') return { name, ids: [id()] }
  const ids = [id(), id()]
  if (name === 'Tell ids' && random.chance(0.5)) return { name, ids }
  const seen = Object.entries(shapes.orders!.columns).filter(
    ([column]) =>
      !shapes.orders!.renamed?.[column] && !role.sights.get('orders')!.hidden.has(column),
  )
  // What a client sends is no template: variables in it are text.
  const filter = randomCondition(random, seen, { ...role.person, tags: {} })
  const isPlain = filter.meant !== undefined && !JSON.stringify(filter.sent).includes('{{')
  return { name, ids, all: { excluded: ids, ...(isPlain && { filter }) } }
}

const actionPaths: Readonly<Record<ActionName, string>> = {
  'Tell ids': '0/tell-ids',
  'Tell count': '1/tell-count',
  Ask: '2/ask',
}

function buildRequest({ name, ids, all }: AskedAction): AskedRequest {
  const attributes = {
    values: {},
    ids,
    all_records: all !== undefined,
    all_records_ids_excluded: all?.excluded ?? [],
    all_records_subset_query: all?.filter ? { filters: JSON.stringify(all.filter.sent) } : null,
  }
  return {
    kind: 'action',
    method: 'POST',
    path: `/_actions/orders/${actionPaths[name]}`,
    query: {},
    body: { data: { attributes, type: 'custom-action-requests' } },
  }
}

function readOutcome(text: string): string {
  const success = /"success":"([^"]*)"/.exec(text)
  if (success) return `runs ${success[1]}`
  if (text.includes('CustomActionRequiresApprovalError')) return 'waits'
  if (text.includes('InvalidActionConditionError')) return 'unreadable'
  if (text.includes('No such record')) return 'missing'
  return text.startsWith('403') ? 'refused' : text
}

async function runWrite(
  { agents, stores, tokens }: World,
  random: Random,
  role: Role,
  met: Met,
): Promise<string | undefined> {
  const request = random.chance(0.4)
    ? randomRequest(random, role, 'write')
    : importedWrite(random, random.between(1, 9))
  const before = await stores[0].rows()
  const { status, text } = await ask(agents[0], request, tokens.role)
  const after = await stores[0].rows()
  note(met, String(status))
  if (after.get('customers')!.length > before.get('customers')!.length) note(met, 'created')
  const effect = forbiddenEffect(role, before, after)
  return (
    effect &&
    `${request.method} ${request.path} ${JSON.stringify(request.body)}: ${effect}\n${text}`
  )
}

/** Writes fields of a customer and of an address through an order, one that is there or a new one. */
function importedWrite(random: Random, id: number): AskedRequest {
  const attributes = {
    ...(random.chance(0.7) && { customerName: random.pick(valuesByKind.word) }),
    ...(random.chance(0.4) && { zip: random.pick(valuesByKind.amount) }),
    ...(random.chance(0.3) && { state: random.pick(valuesByKind.state) }),
    ...(random.chance(0.2) && { customer_id: random.pick([null, ...valuesByKind.key]) }),
  }
  const body = { data: { type: 'orders', attributes } }
  if (random.chance(0.3)) return { kind: 'write', method: 'POST', path: '/orders', query: {}, body }
  return { kind: 'write', method: 'PUT', path: `/orders/${id}`, query: {}, body }
}

function note(met: Met, what: string): void {
  met.set(what, (met.get(what) ?? 0) + 1)
}
