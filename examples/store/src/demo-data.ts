import { createRandom, type Random } from './random.js'

export type DemoRow = Readonly<Record<string, unknown>>

export const sizes = { customers: 400, suppliers: 12, products: 150, orders: 2_000, reviews: 600 }

const SEED = 20_260_101
const START = Date.UTC(2024, 0, 1)
const END = Date.UTC(2026, 9, 1)
const DAY = 86_400_000

const firstNames = ['Ada', 'Bao', 'Clara', 'Dev', 'Elif', 'Femi', 'Gaia', 'Hugo', 'Ines', 'Jun']
const lastNames = [
  'Almeida',
  'Berg',
  'Costa',
  'Diallo',
  'Evans',
  'Fischer',
  'García',
  'Høst',
  'Ito',
]
const cities = ['Lyon', 'Porto', 'Łódź', 'Osaka', 'Lagos', 'Malmö', 'Quito', 'Pune', 'Cork']
const countries = ['FR', 'PT', 'PL', 'JP', 'NG', 'SE', 'EC', 'IN', 'IE']
const colours = ['black', 'blue', 'green', 'red', 'white', 'yellow']
const materials = ['Oak', 'Steel', 'Linen', 'Cork', 'Wool', 'Glass']
const things = [
  'lamp',
  'chair',
  'desk',
  'shelf',
  'rug',
  'mirror',
  'stool',
  'vase',
  'clock',
  'bench',
]
const rooms = ['Living room', 'Kitchen', 'Office', 'Bedroom', 'Garden']
const labels = ['new', 'sale', 'handmade', 'recycled', 'bestseller', 'limited', 'outdoor', 'gift']
const verdicts = ['Lovely', 'Solid', 'As described', 'Too small', 'Arrived late', 'Would buy again']
const customerStatuses = ['lead', 'active', 'active', 'active', 'suspended', 'closed']
const orderStatuses = ['pending', 'paid', 'shipped', 'delivered', 'delivered', 'cancelled']

/** The shop's records, by table, parents before children. The same on every machine. */
export function demoData(): ReadonlyMap<string, readonly DemoRow[]> {
  const random = createRandom(SEED)
  const products = many(sizes.products, id => product(random, id))
  const orders = many(sizes.orders, id => order(random, id))
  const items = orders.flatMap(({ id }) => orderItems(random, id, products))
  const totals = totalsByOrder(items)
  return new Map<string, readonly DemoRow[]>([
    ['customers', many(sizes.customers, id => customer(random, id))],
    ['addresses', many(sizes.customers, id => address(random, id))],
    ['suppliers', many(sizes.suppliers, id => supplier(random, id))],
    ['categories', categories()],
    ['products', products],
    ['tags', labels.map((label, index) => ({ id: index + 1, label }))],
    ['product_tags', products.flatMap(({ id }) => productTags(random, id))],
    ['orders', orders.map(row => ({ ...row, total: totals.get(row.id) ?? 0 }))],
    ['order_items', items.map((row, index) => ({ id: index + 1, ...row }))],
    ['reviews', many(sizes.reviews, id => review(random, id))],
  ])
}

function customer(random: Random, id: number) {
  const first_name = random.pick(firstNames)
  const last_name = random.pick(lastNames)
  return {
    id,
    first_name,
    last_name,
    email: `customer${id}@shop.example`,
    status: random.pick(customerStatuses),
    birth_date: random.chance(0.1) ? null : date(random.integer(0, 20_000) * DAY),
    balance: money(random, 0, 900),
    preferences: { newsletter: random.chance(0.4), language: random.pick(countries).toLowerCase() },
    created_at: instant(random, START, END),
  }
}

function address(random: Random, id: number) {
  const cityIndex = random.integer(0, cities.length - 1)
  return {
    id: random.uuid(),
    customer_id: id,
    street: `${random.integer(1, 200)} ${random.pick(materials)} street`,
    city: cities[cityIndex],
    country: countries[cityIndex],
  }
}

function supplier(random: Random, id: number) {
  const name = `${random.pick(materials)} & ${random.pick(materials)} ${id}`
  return { id, name, country: random.pick(countries), is_active: random.chance(0.9) }
}

function categories() {
  const roots = rooms.map((name, index) => ({ id: index + 1, name, parent_id: null }))
  const children = rooms.flatMap((room, index) =>
    things
      .slice(index, index + 4)
      .map(thing => ({ name: `${room} ${thing}s`, parent_id: index + 1 })),
  )
  return [...roots, ...children.map((row, index) => ({ id: rooms.length + index + 1, ...row }))]
}

function product(random: Random, id: number) {
  const name = `${random.pick(materials)} ${random.pick(things)}`
  return {
    id,
    sku: `SKU-${String(id).padStart(5, '0')}`,
    name,
    description: random.chance(0.2) ? null : `${name}, made to last.`,
    price: money(random, 5, 600),
    stock: random.integer(0, 80),
    colours: colours.filter(() => random.chance(0.3)),
    category_id: random.chance(0.05) ? null : random.integer(1, rooms.length * 5),
    supplier_id: random.integer(1, sizes.suppliers),
  }
}

function productTags(random: Random, product_id: number) {
  return labels.flatMap((_, index) =>
    random.chance(0.2) ? [{ product_id, tag_id: index + 1 }] : [],
  )
}

function order(random: Random, id: number) {
  const status = random.pick(orderStatuses)
  const ordered = START + ((id - 1 + random.next()) / sizes.orders) * (END - START)
  const hasLeft = status === 'shipped' || status === 'delivered'
  return {
    id,
    reference: `ORD-${String(id).padStart(6, '0')}`,
    customer_id: random.integer(1, sizes.customers),
    status,
    currency: random.chance(0.8) ? 'EUR' : 'USD',
    ordered_at: new Date(ordered).toISOString(),
    shipped_at: hasLeft ? instant(random, ordered, ordered + 5 * DAY) : null,
    note: random.chance(0.1) ? 'Leave at the door, "fragile"' : null,
  }
}

function orderItems(
  random: Random,
  order_id: number,
  products: readonly { id: number; price: number }[],
) {
  return many(random.integer(1, 4), () => {
    const { id, price } = random.pick(products)
    return { order_id, product_id: id, quantity: random.integer(1, 3), unit_price: price }
  })
}

function totalsByOrder(
  items: readonly { order_id: number; quantity: number; unit_price: number }[],
) {
  const totals = new Map<number, number>()
  for (const { order_id, quantity, unit_price } of items) {
    totals.set(order_id, round((totals.get(order_id) ?? 0) + quantity * unit_price))
  }
  return totals
}

function review(random: Random, id: number) {
  return {
    id,
    product_id: random.integer(1, sizes.products),
    customer_id: random.integer(1, sizes.customers),
    rating: random.integer(1, 5),
    title: random.pick(verdicts),
    body: random.chance(0.3) ? null : `${random.pick(verdicts)}. ${random.pick(verdicts)}.`,
    created_at: instant(random, START, END),
  }
}

function many<T>(count: number, make: (id: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}

const round = (amount: number) => Math.round(amount * 100) / 100
const money = (random: Random, low: number, high: number) =>
  round(low + random.next() * (high - low))
const date = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
const instant = (random: Random, from: number, to: number) =>
  new Date(from + random.next() * (to - from)).toISOString()
