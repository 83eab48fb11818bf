#!/usr/bin/env node
// A file of its own, because npm links commands before a clone is built. An old Node must be able to read it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`metier needs Node 20.19 or newer. This is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else start()

function start() {
  const { existsSync } = require('node:fs')
  const { join } = require('node:path')
  if (existsSync(join(__dirname, '..', 'dist', 'cli', 'main.cjs'))) return require('../dist/cli/main.cjs')
  process.stderr.write(`metier is not built: run npm install in ${join(__dirname, '..', '..', '..')}\n`)
  process.exitCode = 1
}
