import { formatPersonName } from '../../core/text/format-person-name.js'
import { usePeople } from '../../data/use-people.js'
import type { EditProps } from '../edit-props.js'
import { EditSelect } from '../select/edit.js'
import { EditText } from '../text/edit.js'

/**
 * A member of the team, by e-mail address. Where the service does not say who they are, the address
 * is typed.
 */
export default function EditPerson(props: EditProps) {
  const { people, isKnown } = usePeople()
  if (!isKnown && !Array.isArray(props.columnType)) return <EditText {...props} />
  const options = people.map(person => {
    const name = formatPersonName(person)
    const { email } = person
    return { value: email, label: name === email ? email : `${name} · ${email}` }
  })
  const parameters = { ...props.widget.parameters, static: { options } }
  return <EditSelect {...props} widget={{ name: 'dropdown', parameters }} />
}
