import './design/tokens.css'
import './design/base.css'
import './design/layout.css'
import './design/controls.css'
import './design/marks.css'
import './design/parts.css'
import './design/code.css'
import './design/prose.css'
import './design/tables.css'
import './design/overview.css'
import './design/skills.css'
import './design/pages.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { followEvents } from './server/answers.js'
import { connect } from './server/live.js'

const root = document.querySelector('#root')
if (root !== null) {
  followEvents()
  connect()
  createRoot(root).render(<App />)
}
