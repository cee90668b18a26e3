type Value = Readonly<Record<string, unknown>>

/** Maximum number of JSON characters returned to a model. */
export const maxTextLength = 100_000

/** Number of characters that a text keeps when a response is too long. */
const maxCellLength = 1_000

/**
 * Returns the value when it is short enough. Otherwise long texts in it are cut, then the list `key`
 * is shortened, and a `note` says so: the response stays valid JSON in every case.
 */
export function boundValue(value: Value, key?: string): Value {
  if (isShort(value)) return value
  const noteText = key === 'records' ? `${cutNote} ${advice}` : cutNote
  const cut: Value = { ...(cutTexts(value) as Value), note: noteText }
  if (isShort(cut)) return cut
  const items = key === undefined ? undefined : cut[key]
  if (key === undefined || !Array.isArray(items)) return { note: tooLongNote }
  const kept = countFitting(items, maxTextLength - measureJson({ ...cut, [key]: [] }) - 200)
  const note = `${noteText} Only the first ${kept} of the ${items.length} ${key} are shown.`
  return { ...cut, [key]: items.slice(0, kept), note }
}

const cutNote = `The response was too long: texts of more than ${maxCellLength} characters are cut.`
const advice = 'Ask for fewer records (pagination.size), or name the fields you need (fields).'
const tooLongNote = 'The response was too long to be shown here.'

function countFitting(items: readonly unknown[], maxLength: number): number {
  let left = maxLength
  const end = items.findIndex(item => {
    left -= measureJson(item) + 1
    return left < 0
  })
  return end < 0 ? items.length : end
}

function cutTexts(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value)
  if (Array.isArray(value)) return value.map(cutTexts)
  if (typeof value !== 'object' || value === null || value instanceof Number) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutTexts(each)]))
}

function cutText(text: string): string {
  if (text.length <= maxCellLength) return text
  return `${text.slice(0, maxCellLength)}… (${text.length} characters)`
}

const measureJson = (value: unknown) => JSON.stringify(value)?.length ?? 0
const isShort = (value: Value) => measureJson(value) <= maxTextLength
