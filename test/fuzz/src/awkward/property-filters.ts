import { collectionPath, type Shown } from './client.js'
import { brief, type Examination, readMark, setDifference } from './examination.js'
import { MARK } from './model.js'
import { createShuffledPicker } from './shuffled-picker.js'

/** Of many values, a few stand for all. */
const MAX_VALUES = 8

/** A filter by a value that was shown finds the rows that show it, and no other. */
export async function examineFilters(examination: Examination): Promise<void> {
  const { table } = examination
  for (const { field: name, kind } of table.columns) {
    const groups = groupByShown(name, examination.shown)
    if (groups.size > 0) await examineColumn(examination, name, kind.type, groups)
  }
}

function groupByShown(name: string, shown: readonly Shown[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const record of shown) {
    const raw = record.attributes.get(name)
    if (raw !== undefined) groups.set(raw, [...(groups.get(raw) ?? []), readMark(record)])
  }
  return groups
}

async function examineColumn(
  examination: Examination,
  name: string,
  type: string,
  groups: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { client, table, capabilities, storedRows: readStoredRows, random, report } = examination
  const label = `${JSON.stringify(name)} ${type}`
  const operators = capabilities.operators.get(name) ?? new Set<string>()
  const all = [...readStoredRows.keys()]
  const without = (marks: readonly string[]) => all.filter(mark => !marks.includes(mark))
  const nulls = groups.get('null') ?? []
  await expectFound('missing', undefined, nulls)
  // Whether an empty text is present depends on its type and on its collation.
  const blank = [...groups].filter(([raw]) => /^" *"$/.test(raw)).flatMap(([, marks]) => marks)
  await expectFound('present', undefined, without(nulls), blank)
  const isList = [...groups.keys()].some(raw => raw.startsWith('['))
  const anyOther = createShuffledPicker(random, [...groups])
  for (const [raw, marks] of [...groups].slice(0, MAX_VALUES)) {
    // Lists may be left empty where others are null.
    if (raw === 'null' && isList) continue
    await expectFound('equal', raw, marks)
    const [otherRaw, otherMarks] = anyOther()
    const both = `[${raw},${otherRaw}]`
    const ofBoth = [...new Set([...marks, ...otherMarks])]
    const others = [
      () => expectFound('not_equal', raw, without(marks)),
      () => expectFound('in', both, ofBoth),
      () => expectFound('not_in', both, without(ofBoth)),
    ]
    await random.pick(others)()
  }

  async function expectFound(
    operator: string,
    raw: string | undefined,
    expected: readonly string[],
    ignored: readonly string[] = [],
  ): Promise<void> {
    if (!operators.has(operator)) return
    const value = raw === undefined ? '' : `,"value":${raw}`
    const filters = `{"field":${JSON.stringify(name)},"operator":"${operator}"${value}}`
    const answer = await client.send('GET', collectionPath(table.name), {
      filters,
      [`fields[${table.name}]`]: MARK,
      'page[size]': 1_000,
    })
    const property = `filter ${operator}`
    if (answer.status !== 200) return report(property, `${label} ${filters}: ${brief(answer)}`)
    const isCompared = (mark: string) => !ignored.includes(mark)
    const found = parseMarks(answer.text).filter(isCompared)
    const difference = setDifference(found, expected.filter(isCompared))
    if (difference) report(property, `${label} ${filters}: ${difference}`)
  }
}

/** The marks of a list of which nothing else was asked. */
function parseMarks(text: string): string[] {
  const { data } = JSON.parse(text) as { data: { attributes: { mark: number } }[] }
  return data.map(({ attributes }) => String(attributes.mark))
}
