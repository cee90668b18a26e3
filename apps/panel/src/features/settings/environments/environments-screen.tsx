import { usePlace } from '../../../data/place-context.js'
import { useAddress } from '../../../shell/use-address.js'
import { EnvironmentList } from './environment-list.js'
import { EnvironmentPage } from './environment-page.js'

/** The environments of a project, or one of them. */
export default function EnvironmentsScreen() {
  const { project } = usePlace().place
  const { screen } = useAddress()
  const id = screen.kind === 'settings' ? screen.id : undefined
  const path = `/api/projects/${project.id}/environments`
  return id === undefined ? (
    <EnvironmentList path={path} />
  ) : (
    <EnvironmentPage key={id} listPath={path} id={id} />
  )
}
