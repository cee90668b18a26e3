import { useAddress } from '../../../shell/use-address.js'
import { JobPage } from './job-page.js'
import { JobsPage } from './jobs-page.js'

export default function JobsScreen() {
  const { screen } = useAddress()
  const id = screen.kind === 'settings' ? screen.id : undefined
  return id === undefined ? <JobsPage /> : <JobPage key={id} id={id} />
}
