import build from './build.js'
import startServers from './servers.js'
import { together } from './together.js'

export default together(build, startServers)
