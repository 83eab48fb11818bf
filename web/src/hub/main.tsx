import '../design/tokens.css'
import '../design/base.css'
import '../design/layout.css'
import '../design/controls.css'
import '../design/marks.css'
import '../design/parts.css'
import '../design/code.css'
import '../design/prose.css'
import '../design/tables.css'
import '../design/hub.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'

const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(<App />)
