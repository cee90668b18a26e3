import actions from './actions.json' with { type: 'json' }
import appearance from './appearance.json' with { type: 'json' }
import approvals from './approvals.json' with { type: 'json' }
import bulkEdit from './bulkEdit.json' with { type: 'json' }
import columnMenu from './columnMenu.json' with { type: 'json' }
import dashboards from './dashboards.json' with { type: 'json' }
import editors from './editors.json' with { type: 'json' }
import exports from './export.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import filter from './filter.json' with { type: 'json' }
import help from './help.json' with { type: 'json' }
import imports from './import.json' with { type: 'json' }
import layoutEditor from './layoutEditor.json' with { type: 'json' }
import news from './news.json' with { type: 'json' }
import notes from './notes.json' with { type: 'json' }
import operators from './operators.json' with { type: 'json' }
import pager from './pager.json' with { type: 'json' }
import palette from './palette.json' with { type: 'json' }
import picker from './picker.json' with { type: 'json' }
import placeChoice from './placeChoice.json' with { type: 'json' }
import record from './record.json' with { type: 'json' }
import richText from './richText.json' with { type: 'json' }
import rules from './rules.json' with { type: 'json' }
import signInDialog from './signInDialog.json' with { type: 'json' }
import start from './start.json' with { type: 'json' }
import timeline from './timeline.json' with { type: 'json' }
import userVariables from './userVariables.json' with { type: 'json' }
import viewAs from './viewAs.json' with { type: 'json' }
import viewEditing from './viewEditing.json' with { type: 'json' }
import widgets from './widgets.json' with { type: 'json' }

/** The texts of parts that are loaded when they are opened. */
export default {
  actions,
  appearance,
  approvals,
  bulkEdit,
  columnMenu,
  dashboards,
  editors,
  export: exports,
  files,
  filter,
  help,
  import: imports,
  layoutEditor,
  news,
  notes,
  operators,
  pager,
  palette,
  picker,
  placeChoice,
  record,
  richText,
  rules,
  signInDialog,
  start,
  timeline,
  userVariables,
  viewAs,
  viewEditing,
  widgets,
}
