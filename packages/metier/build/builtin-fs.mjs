// An `import` of node:fs makes a second face of the module, for which Node loads everything that the module could hand out,
// streams too. Asked for by name, the module is just there: the library's import takes a tenth less.
import * as fs from 'node:fs'

const NAMES = Object.keys(fs).filter((name) => name !== 'default')
const LINES = NAMES.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}')`)
const contents = `const take = (name) => process.getBuiltinModule('node:fs')[name]\n${LINES.join('\n')}`

export const builtinFs = {
  name: 'builtin-fs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:fs$/ }, ({ path }) => ({ path, namespace: 'builtin' }))
    onLoad({ filter: /./, namespace: 'builtin' }, () => ({ contents }))
  },
}
