/** A name of a list such as `id,total`. */
export interface ListedName {
  readonly name: string
  /** Its first character is not escaped: a `-` means descending. */
  readonly isSigned: boolean
}

/** Characters that a backslash escapes; before any other, it is a literal backslash. */
const escapable = /[\\,+\s-]/

/** Splits a list on its commas and trims the names: `a\,b` is one name, `\ a` begins with a space. */
export function splitNames(text: string): ListedName[] {
  const listed: ListedName[] = []
  let name = ''
  /** Length of the name without unescaped spaces at its end. */
  let kept = 0
  let isSigned = false
  for (let index = 0; index <= text.length; index++) {
    const character = text[index]
    if (character === undefined || character === ',') {
      listed.push({ name: name.slice(0, kept), isSigned })
      name = ''
      kept = 0
      isSigned = false
      continue
    }
    const next = text[index + 1]
    const isEscaped = character === '\\' && next !== undefined && escapable.test(next)
    if (isEscaped) index++
    const isBlank = !isEscaped && character.trim() === ''
    if (isBlank && name === '') continue
    if (name === '') isSigned = !isEscaped && /[+-]/.test(character)
    name += isEscaped ? next : character
    if (!isBlank) kept = name.length
  }
  return listed
}
