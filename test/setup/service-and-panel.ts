import buildPanel from './build-panel.js'
import prepareService from './service.js'
import { together } from './together.js'

export default together(prepareService, buildPanel)
