/** The style of the reference page: two columns, with a dark variant. */
export const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: #2563eb }
@media (prefers-color-scheme: dark) { :root { --accent: #7aa2f7 } }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 320px minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: 13px }
nav ul { list-style: none; margin: .25rem 0 .75rem; padding: 0 }
nav li { padding: .15rem 0 }
summary { cursor: pointer; font-weight: 600 }
main { padding: 1rem 2rem 4rem; max-width: 64rem }
article { border-top: 1px solid var(--line); padding: .5rem 0 1rem }
h2 { margin: 2.5rem 0 .5rem }
h3 a { color: inherit }
h4 { margin: 1rem 0 .25rem }
a { color: var(--accent); text-decoration: none }
a:hover, a:focus { text-decoration: underline }
code, pre { font: 13px/1.5 ui-monospace, monospace }
pre { background: var(--soft); padding: .75rem; border-radius: 6px; overflow: auto; margin: .25rem 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-top: 1px solid var(--line) }
dt { font-weight: 600; margin-top: .5rem }
dd { margin: 0 0 0 1rem }
b.get { color: #16803c } b.post { color: var(--accent) } b.put, b.patch { color: #b45309 } b.delete { color: #b91c1c }
i { opacity: .75 }
@media (max-width: 60rem) { body { display: block } nav { position: static; height: auto; border-right: 0 } }
`
