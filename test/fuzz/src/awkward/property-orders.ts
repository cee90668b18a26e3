import { collectionPath, listedName, type Query } from './client.js'
import { type Examination, readMark, setDifference } from './examination.js'
import { MARK } from './model.js'
import { exportMarks, readByCursor, readByNumber } from './read-pages.js'

/** In every order, pages by number, pages by cursor and exports hold each row once, at the same place. */
export async function examineOrders(examination: Examination): Promise<void> {
  const { collection, table, random } = examination
  const isLong = table.size > 100
  // Rows of a long table that come many times over take long to read.
  if (!(await examineOrder(examination, [])) && isLong) return
  const sortable = table.columns
    .map(({ field }) => field)
    .filter(name => collection.fields.some(({ field, isSortable }) => field === name && isSortable))
  for (const name of sortable) {
    await examineOrder(examination, [{ name, sign: '' }])
    await examineOrder(examination, [{ name, sign: '-' }])
  }
  for (let times = 0; times < (isLong ? 1 : 3) && sortable.length > 1; times += 1) {
    const both = [random.pick(sortable), random.pick(sortable)]
    await examineOrder(
      examination,
      both.map(name => ({ name, sign: random.pick(['', '-']) })),
    )
  }
}

interface Clause {
  readonly name: string
  readonly sign: '' | '-'
}

async function examineOrder(examination: Examination, sort: readonly Clause[]): Promise<boolean> {
  const { client, table, storedRows: readStoredRows, report } = examination
  const path = collectionPath(table.name)
  const size = table.size > 100 ? 300 : 9
  const listed = sort.map(({ name, sign }) => sign + listedName(name)).join(',')
  const order: Query = sort.length > 0 ? { sort: listed } : {}
  const query = { ...order, [`fields[${table.name}]`]: MARK }
  const label = `sort=${JSON.stringify(listed)} (${listTypes(examination, sort)})`

  let isRight = true
  const pages = await readByNumber(client, path, size, query)
  const numbered = pages.records.map(readMark)
  check('pages by number', numbered, pages.refusal, numbered)

  const exported = await exportMarks(client, table.name, order)
  check('export', exported.marks, exported.refusal, numbered)

  const cursor = await readByCursor(client, path, size, query)
  const isRefused = cursor.status >= 400 && cursor.status < 500
  if (isRefused && !isPageable(examination)) return isRight
  check('pages by cursor', cursor.records.map(readMark), cursor.refusal, numbered)
  return isRight

  function check(
    way: string,
    marks: readonly string[],
    refusal: string | undefined,
    like: readonly string[],
  ): void {
    const difference = refusal ?? setDifference(marks, readStoredRows.keys())
    const at = marks.findIndex((mark, index) => like[index] !== mark)
    const isElsewhere = at >= 0 && like.length === marks.length
    if (!difference && !isElsewhere) return
    isRight = false
    const moved = `place ${at} holds row ${marks[at]}, by number ${like[at]}`
    report(way, `${label}: ${difference ?? moved}`)
  }
}

/** A cursor needs a key that tells rows apart and can be sorted by. */
function isPageable({ table: { plan, columns }, collection }: Examination): boolean {
  if (!plan.isProven) return false
  const keys = columns.slice(0, plan.columns.length).map(({ field }) => field)
  return collection.fields.every(({ field, isSortable }) => isSortable || !keys.includes(field))
}

function listTypes({ table }: Examination, sort: readonly Clause[]): string {
  const findType = (clause: Clause) =>
    table.columns.find(({ field }) => field === clause.name)?.kind.type
  return sort.map(findType).join()
}
