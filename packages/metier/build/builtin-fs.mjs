// An `import` of node:fs makes a second face of the module, for which Node loads everything that the module could hand out,
// streams too. Asked for by name, the module is just there: the library's import takes a tenth less.
// node:fs/promises is not there yet: it brings readline and the watchers. Most starts of the command line call none of it.
import * as fs from 'node:fs'
import * as promises from 'node:fs/promises'

const names = (module, isTaken) => Object.keys(module).filter((name) => name !== 'default' && isTaken(module[name]))
const isFunction = (value) => typeof value === 'function'

const CONTENTS = {
  'node:fs': [
    "const take = (name) => process.getBuiltinModule('node:fs')[name]",
    ...names(fs, () => true).map((name) => `export const ${name} = /* @__PURE__ */ take('${name}')`),
  ],
  'node:fs/promises': [
    "const later = (name) => (...given) => process.getBuiltinModule('node:fs/promises')[name](...given)",
    ...names(promises, isFunction).map((name) => `export const ${name} = /* @__PURE__ */ later('${name}')`),
  ],
}

export const builtinFs = {
  name: 'builtin-fs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:fs(?:\/promises)?$/ }, ({ path }) => ({ path, namespace: 'builtin' }))
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: CONTENTS[path].join('\n') }))
  },
}
