import approvals from './approvals.json' with { type: 'json' }
import bulkEdit from './bulkEdit.json' with { type: 'json' }
import dashboards from './dashboards.json' with { type: 'json' }
import imports from './import.json' with { type: 'json' }
import layoutEditor from './layoutEditor.json' with { type: 'json' }
import news from './news.json' with { type: 'json' }
import notes from './notes.json' with { type: 'json' }
import timeline from './timeline.json' with { type: 'json' }
import userVariables from './userVariables.json' with { type: 'json' }

/** The texts of parts that are loaded when they are opened. */
export default {
  approvals,
  bulkEdit,
  dashboards,
  import: imports,
  layoutEditor,
  news,
  notes,
  timeline,
  userVariables,
}
